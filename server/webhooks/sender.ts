import type { LabelContext } from '../labels/context.js';
import type { EventReader } from '../labels/events.js';
import { changeRecords, recordsOf } from '../labels/records.js';
import type { LabelEvent } from '../labels/tag-changes.js';
import {
  attempted,
  type WebhookDelivery,
  deliveryId,
  deliveryKind,
  type EventType,
  gone,
  type SendOutcome,
  type Webhook,
  webhookKind,
  webhookLimits,
} from './records.js';
import { send } from './send.js';

/** Milliseconds for which a process claims a webhook, after which it renews that, and by which clocks of processes may differ. */
export const claim = { ms: 15_000, renewMs: 5_000, skewMs: 60_000 } as const;

/** Whether a claim has not ended. One for too long is of a process that died before its clock was set back. */
export function isClaimed(sender: Webhook['sender'], now: number): boolean {
  return sender !== undefined && sender.until > now && sender.until <= now + claim.ms + claim.skewMs;
}

/** What senders need. */
export interface SenderTools {
  /** A name of this process that no other one has. */
  readonly process: string;
  readonly clock: () => Date;
  readonly waits: readonly number[];
  readonly allowsPrivate: boolean;
  readonly userAgent: string;
  /** An event's type, id and data. */
  readonly partsOf: (event: LabelEvent) => { readonly name: string; readonly id: string; readonly data: object };
}

/** Tells a sender that a delivery is to be sent again, or that its webhook has changed. */
export interface Waker {
  wake: () => void;
}

/** An attempt: where it went, the delivery after it, and what its answer changes in the webhook. */
interface Sent {
  readonly url: string;
  readonly delivery: WebhookDelivery;
  readonly answer: Pick<Webhook, 'disabled_at' | 'paused_until'>;
}

/** The webhook was deleted or disabled, or another process sends its events. */
class NotOurs extends Error {}

/** A sender at work. */
type Sender = ReturnType<typeof newSender>;

function newSender(context: LabelContext, id: string, tools: SenderTools, signal: AbortSignal) {
  return {
    ...{ context, id, tools, signal, now: () => tools.clock().getTime(), pending: new Map<number, WebhookDelivery>() },
    /** Of the webhook: another one may have the same id later. */
    createdAt: null as string | null,
    /** There is something to do: ends the pause. */
    resume: (): void => undefined,
    /** Events that were read from the log. */
    queue: [] as (LabelEvent | 'reset')[],
    ...{ isWoken: false, isReading: false, hasEnded: false, error: null as Error | null },
  };
}

/**
 * Sends the events of a webhook, one after the other, until `signal` is aborted, the webhook is deleted or disabled or another process
 * sends them. Events that fail wait for their next attempt while later ones are sent, unless the receiver asks for a pause; in a
 * pause, and when too many wait, the log keeps the others.
 */
export async function sendEvents(
  context: LabelContext,
  id: string,
  tools: SenderTools,
  signal: AbortSignal,
  waker: Waker,
): Promise<void> {
  const sender = newSender(context, id, tools, signal);
  waker.wake = () => {
    sender.isWoken = true;
    sender.resume();
  };
  const abort = (): void => {
    sender.resume();
  };
  signal.addEventListener('abort', abort);
  let reader: EventReader | null = null;
  try {
    const webhook = await save(sender, {});
    sender.createdAt = webhook.created_at;
    await readPending(sender);
    reader = await context.events.open(webhook.after);
    if (!reader.resumed) sender.queue = ['reset'];
    await work(sender, reader, webhook);
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    reader?.close();
    await release(sender).catch(() => undefined);
  }
}

/** Sends what is due, then events of the log, else waits, until the sender ends. */
async function work(sender: Sender, reader: EventReader, saved: Webhook): Promise<void> {
  const { now, pending, signal } = sender;
  let webhook = saved;
  let [renewed, resent] = [now(), webhook.resent];
  for (;;) {
    if (webhook.disabled_at !== undefined) return;
    const isDue = ({ next }: WebhookDelivery): boolean => next !== null && next <= now();
    const due = isPaused(sender, webhook) ? undefined : [...pending.values()].find(isDue);
    if (due) {
      webhook = await attempt(sender, webhook, due);
      continue;
    }
    const event = isFull(sender, webhook) ? undefined : sender.queue.shift();
    if (event !== undefined) {
      webhook = await take(sender, reader, webhook, event);
      continue;
    }
    if (!isFull(sender, webhook)) void readLog(sender, reader);
    const { paused_until = 0 } = webhook;
    const nexts = [...pending.values()].map(({ next }) => Math.max(next!, paused_until));
    // Events of the log wait for the end of a pause, too.
    if (isPaused(sender, webhook)) nexts.push(paused_until);
    await pause(sender, Math.max(0, Math.min(renewed + claim.renewMs, ...nexts) - now()));
    if (sender.error) throw sender.error;
    if (signal.aborted || sender.hasEnded) return;
    if (!sender.isWoken && now() < renewed + claim.renewMs) continue;
    sender.isWoken = false;
    webhook = await save(sender, {});
    renewed = now();
    if (webhook.resent === resent) continue;
    resent = webhook.resent;
    await readPending(sender);
  }
}

/** Changes the webhook and deliveries in one transaction, and renews the claim. */
function save(
  { context, id, tools, signal, now, createdAt, pending }: Sender,
  change: Partial<Webhook>,
  sent?: Sent,
): Promise<Webhook> {
  return changeRecords(context.store, async (draft) => {
    const stored = await draft.get(webhookKind, id);
    const isOthers = stored?.sender?.process !== tools.process && isClaimed(stored?.sender, now());
    if (!stored || stored.disabled_at !== undefined || isOthers || signal.aborted) throw new NotOurs();
    if (stored.created_at !== (createdAt ?? stored.created_at)) throw new NotOurs();
    // What a receiver answered says nothing about another one, which the webhook may have by now.
    const answer = sent?.url === stored.url ? sent.answer : {};
    const webhook = { ...stored, ...change, ...answer, sender: { process: tools.process, until: now() + claim.ms } };
    draft.put(webhookKind, id, webhook);
    const dropped = webhook.disabled_at === undefined ? [] : [...pending.values()];
    const failed = dropped.map((each): WebhookDelivery => ({ ...each, state: 'failed', next: null }));
    const own = sent === undefined ? [] : [sent.delivery];
    for (const delivery of [...failed.filter(({ number }) => number !== sent?.delivery.number), ...own]) {
      const key = deliveryId(id, delivery.number);
      const other = await draft.get(deliveryKind, key);
      const isRequestedAgain = other?.attempts === 0 && delivery.attempts > 1;
      if (!isRequestedAgain) draft.put(deliveryKind, key, delivery);
      const old = deliveryId(id, delivery.number - webhookLimits.deliveries);
      if (await draft.get(deliveryKind, old)) draft.put(deliveryKind, old, null);
    }
    return webhook;
  });
}

/** Lets another process send the events at once. */
function release({ context, id, tools }: Sender): Promise<void> {
  return changeRecords(context.store, async (draft) => {
    const stored = await draft.get(webhookKind, id);
    if (stored?.sender?.process === tools.process) draft.put(webhookKind, id, { ...stored, sender: undefined });
  });
}

async function readPending({ context, id, pending }: Sender): Promise<void> {
  pending.clear();
  const { items } = await recordsOf(context.store, deliveryKind, { prefix: `${id}/` });
  for (const delivery of items) if (delivery.state === 'pending') pending.set(delivery.number, delivery);
}

/** Sends an event, and saves what came of it with other changes of the webhook. */
async function attempt(
  sender: Sender,
  { url, secret }: Webhook,
  waiting: WebhookDelivery,
  change: Partial<Webhook> = {},
): Promise<Webhook> {
  const { tools, signal, now, pending } = sender;
  const message = { id: waiting.event, url, secret, body: waiting.body };
  const outcome: SendOutcome = await send(message, now(), tools, signal);
  if (signal.aborted) throw new NotOurs();
  const delivery = attempted(waiting, outcome, now(), tools.waits);
  const isGone = 'status' in outcome && outcome.status === gone;
  const answer: Sent['answer'] = {
    ...(isGone && { disabled_at: tools.clock().toISOString() }),
    ...(outcome.retryAfterMs !== undefined && { paused_until: now() + outcome.retryAfterMs }),
  };
  const saved = await save(sender, change, { url, delivery, answer });
  if (delivery.state === 'pending') pending.set(delivery.number, delivery);
  else pending.delete(delivery.number);
  return saved;
}

const isPaused = ({ now }: Sender, { paused_until = 0 }: Webhook): boolean => paused_until > now();

/** Whether later events must stay in the log: in a pause, or too many wait, or one that waits would be dropped from the list. */
const isFull = (sender: Sender, webhook: Webhook): boolean =>
  isPaused(sender, webhook) ||
  sender.pending.size >= webhookLimits.pending ||
  Math.min(...sender.pending.keys()) <= webhook.count + 1 - webhookLimits.deliveries;

/** Sends an event for the first time, if the webhook wants it. */
async function take(
  sender: Sender,
  reader: EventReader,
  webhook: Webhook,
  event: LabelEvent | 'reset',
): Promise<Webhook> {
  const { tools, now, queue } = sender;
  const [other] = queue;
  const isReset = event === 'reset';
  const seq = isReset ? reader.from() : event.seq;
  const { name, id, data } = isReset
    ? { name: 'labels.changed', id: `${seq}:changed`, data: {} }
    : tools.partsOf(event);
  const type = name as EventType;
  // Others of the same change are read again after a crash: it is sent twice rather than not at all.
  const after = other !== undefined && other !== 'reset' && other.seq === seq ? seq - 1 : seq;
  if (!webhook.events.includes(type)) return other === undefined ? save(sender, { after }) : webhook;
  const [number, created_at] = [webhook.count + 1, tools.clock().toISOString()];
  const body = JSON.stringify({ type, timestamp: created_at, data });
  const fresh = { number, event: id, type, created_at, state: 'pending', attempts: 0, next: now(), body } as const;
  return attempt(sender, webhook, fresh, { after, count: number });
}

/** Reads the next events of the log, unless they are being read. */
async function readLog(sender: Sender, reader: EventReader): Promise<void> {
  if (sender.isReading) return;
  sender.isReading = true;
  try {
    const read = await reader.next();
    sender.hasEnded = read === null;
    sender.queue = read === null ? [] : read === 'reset' ? ['reset'] : [...read];
    sender.isReading = false;
  } catch (cause) {
    sender.error = new Error('The log could not be read', { cause });
  }
  sender.resume();
}

/** Resolves after `ms`, or when there is something to do. */
function pause(sender: Sender, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    sender.resume = () => {
      clearTimeout(timer);
      resolve();
    };
    if (sender.isWoken || sender.signal.aborted) sender.resume();
  });
}
