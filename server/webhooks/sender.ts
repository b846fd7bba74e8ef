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

/** Milliseconds for which a process claims a webhook, and after which it renews that. */
export const claim = { ms: 15_000, renewMs: 5_000 } as const;

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

type SenderParts = ReturnType<SenderTools['partsOf']>;

/** An attempt: where it went, the delivery after it, and what its answer changes in the webhook. */
interface Sent {
  readonly url: string;
  readonly delivery: WebhookDelivery;
  readonly answer: Pick<Webhook, 'disabled_at' | 'paused_until'>;
}

/** The webhook was deleted or disabled, or another process sends its events. */
class NotOurs extends Error {}

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
  const { store, events } = context;
  const now = (): number => tools.clock().getTime();
  const pending = new Map<number, WebhookDelivery>();
  /** Of the webhook: another one may have the same id later. */
  let createdAt: string | null = null;

  /** Changes the webhook and deliveries in one transaction, and renews the claim. */
  const save = (change: Partial<Webhook>, sent?: Sent): Promise<Webhook> =>
    changeRecords(store, async (draft) => {
      const stored = await draft.get(webhookKind, id);
      const until = stored?.sender?.process === tools.process ? 0 : (stored?.sender?.until ?? 0);
      if (!stored || stored.disabled_at !== undefined || until > now() || signal.aborted) throw new NotOurs();
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
  const readPending = async (): Promise<void> => {
    pending.clear();
    const { items } = await recordsOf(store, deliveryKind, { prefix: `${id}/` });
    for (const delivery of items) if (delivery.state === 'pending') pending.set(delivery.number, delivery);
  };
  const attempt = async (
    { url, secret }: Webhook,
    waiting: WebhookDelivery,
    change: Partial<Webhook> = {},
  ): Promise<Webhook> => {
    const message = { id: waiting.event, url, secret, body: waiting.body };
    const outcome: SendOutcome = await send(message, now(), tools, signal);
    if (signal.aborted) throw new NotOurs();
    const delivery = attempted(waiting, outcome, now(), tools.waits);
    const isGone = 'status' in outcome && outcome.status === gone;
    const answer: Sent['answer'] = {
      ...(isGone && { disabled_at: tools.clock().toISOString() }),
      ...(outcome.retryAfterMs !== undefined && { paused_until: now() + outcome.retryAfterMs }),
    };
    const saved = await save(change, { url, delivery, answer });
    keep(delivery);
    return saved;
  };
  const keep = (delivery: WebhookDelivery): void => {
    if (delivery.state === 'pending') pending.set(delivery.number, delivery);
    else pending.delete(delivery.number);
  };
  const isPaused = ({ paused_until = 0 }: Webhook): boolean => paused_until > now();
  /** Whether later events must stay in the log: in a pause, or too many wait, or one that waits would be dropped from the list. */
  const isFull = (webhook: Webhook): boolean =>
    isPaused(webhook) ||
    pending.size >= webhookLimits.pending ||
    Math.min(...pending.keys()) <= webhook.count + 1 - webhookLimits.deliveries;
  /** Sends an event for the first time. */
  const deliver = (webhook: Webhook, { name, id: event, data }: SenderParts, after: number): Promise<Webhook> => {
    const [type, created_at] = [name as EventType, tools.clock().toISOString()];
    const number = webhook.count + 1;
    const body = JSON.stringify({ type, timestamp: created_at, data });
    const fresh: WebhookDelivery = {
      number,
      event,
      type,
      created_at,
      state: 'pending',
      attempts: 0,
      next: now(),
      body,
    };
    return attempt(webhook, fresh, { after, count: number });
  };

  let resume = (): void => undefined;
  /** What has happened since the sender last looked. */
  const news: { isWoken: boolean; hasEnded: boolean; error: Error | null } = {
    isWoken: false,
    hasEnded: false,
    error: null,
  };
  /** Resolves after `ms`, or when there is something to do. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
      if (news.isWoken || signal.aborted) resume();
    });
  waker.wake = () => {
    news.isWoken = true;
    resume();
  };
  const abort = (): void => {
    resume();
  };
  signal.addEventListener('abort', abort);
  /** Lets another process send the events at once. */
  const release = (): Promise<void> =>
    changeRecords(store, async (draft) => {
      const stored = await draft.get(webhookKind, id);
      if (stored?.sender?.process === tools.process) draft.put(webhookKind, id, { ...stored, sender: undefined });
    });

  let reader: EventReader | null = null;
  try {
    let webhook = await save({});
    createdAt = webhook.created_at;
    await readPending();
    reader = await events.open(webhook.after);
    let queue: (LabelEvent | 'reset')[] = reader.resumed ? [] : ['reset'];
    let reading: Promise<void> | null = null;
    let [renewed, resent] = [now(), webhook.resent];
    for (;;) {
      if (webhook.disabled_at !== undefined) return;
      const isDue = ({ next }: WebhookDelivery): boolean => next !== null && next <= now();
      const due = isPaused(webhook) ? undefined : [...pending.values()].find(isDue);
      if (due) {
        webhook = await attempt(webhook, due);
        continue;
      }
      const event = isFull(webhook) ? undefined : queue.shift();
      if (event !== undefined) {
        const isReset = event === 'reset';
        const seq = isReset ? reader.from() : event.seq;
        const parts = isReset ? { name: 'labels.changed', id: `${seq}:changed`, data: {} } : tools.partsOf(event);
        // Others of the same change are read again after a crash: it is sent twice rather than not at all.
        const [other] = queue;
        const after = other !== undefined && other !== 'reset' && other.seq === seq ? seq - 1 : seq;
        if (webhook.events.includes(parts.name as EventType)) webhook = await deliver(webhook, parts, after);
        else if (queue.length === 0) webhook = await save({ after });
        continue;
      }
      if (!isFull(webhook))
        reading ??= reader
          .next()
          .then((read) => {
            news.hasEnded = read === null;
            queue = read === null ? [] : read === 'reset' ? ['reset'] : [...read];
            reading = null;
          })
          .catch((cause: unknown) => {
            news.error = new Error('The log could not be read', { cause });
          })
          .finally(() => {
            resume();
          });
      const { paused_until = 0 } = webhook;
      const nexts = [...pending.values()].map(({ next }) => Math.max(next!, paused_until));
      // Events of the log wait for the end of a pause, too.
      if (isPaused(webhook)) nexts.push(paused_until);
      await pause(Math.max(0, Math.min(renewed + claim.renewMs, ...nexts) - now()));
      if (news.error) throw news.error;
      if (signal.aborted || news.hasEnded) return;
      if (news.isWoken || now() >= renewed + claim.renewMs) {
        news.isWoken = false;
        webhook = await save({});
        renewed = now();
        if (webhook.resent !== resent) {
          resent = webhook.resent;
          await readPending();
        }
      }
    }
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    reader?.close();
    await release().catch(() => undefined);
  }
}
