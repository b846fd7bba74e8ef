import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Dependencies } from '../http/dependencies.js';
import { eventParts, updatedOnShelf } from '../http/events/views.js';
import { recordsOf } from '../labels/records.js';
import { backoff, webhookKind } from './records.js';
import { webhookRoutes } from './routes.js';
import { isClaimed, sendEvents, type SenderTools, type Waker } from './sender.js';

/** Milliseconds between two searches for webhooks that no process serves. */
const searchMs = 5_000;

/**
 * The webhooks of all tenants. Of the processes on one store, one sends the events of each webhook; when it ends, another continues.
 * @param waits seconds between the attempts of a delivery
 */
export function openWebhooks(dependencies: Dependencies, waits: readonly number[] = backoff) {
  const { contexts, backend, clock, log } = dependencies;
  const senders = new Map<string, { readonly running: Promise<void>; readonly waker: Waker }>();
  const ending = new AbortController();
  // Each sender listens, and each message that it sends.
  setMaxListeners(0, ending.signal);
  const isEnding = (): boolean => ending.signal.aborted;
  const warn = (message: string) => (error: unknown) => {
    log.warn({ err: error }, message);
  };
  const tools = toolsOf(dependencies, waits);
  const serve = async (tenant: string, id: string): Promise<void> => {
    const key = `${tenant}/${id}`;
    const sender = senders.get(key);
    if (sender || isEnding()) return;
    const context = await contexts.enter(tenant);
    if (senders.has(key) || isEnding()) return;
    const waker: Waker = { wake: () => undefined };
    const running = sendEvents(context, id, tools, ending.signal, waker)
      .catch((error: unknown) => {
        log.error({ err: error, webhook: id }, 'The events of a webhook could not be sent. It is tried again');
      })
      .finally(() => senders.delete(key));
    senders.set(key, { running, waker });
  };
  const search = async (): Promise<void> => {
    for (const tenant of await backend.recordTenants(webhookKind)) {
      const { items } = await recordsOf(contexts.of(tenant).store, webhookKind);
      for (const { id, sender, disabled_at } of items) {
        const isFree = sender?.process === tools.process || !isClaimed(sender, clock().getTime());
        if (isFree && disabled_at === undefined) await serve(tenant, id);
      }
    }
  };
  let searching: Promise<void> | null = null;
  const searchAgain = (): void => {
    searching ??= search()
      .catch(warn('Webhooks could not be read'))
      .finally(() => (searching = null));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    routes: webhookRoutes({
      clock,
      allowsPrivate: tools.allowsPrivate,
      changed(tenant, id) {
        senders.get(`${tenant}/${id}`)?.waker.wake();
        serve(tenant, id).catch(warn('A webhook could not be read'));
      },
    }),
    /** Sends the events of all webhooks that no other process serves, until it is closed. */
    start(): void {
      searchAgain();
      timer = setInterval(searchAgain, searchMs).unref();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      ending.abort();
      await searching;
      await Promise.all([...senders.values()].map(({ running }) => running));
    },
  };
}

function toolsOf({ clock, config, version }: Dependencies, waits: readonly number[]): SenderTools {
  return {
    process: randomUUID(),
    clock,
    waits,
    allowsPrivate: config.webhooks === 'any',
    userAgent: `esl-simulator/${version}`,
    partsOf(event) {
      const parts = eventParts(event, (label) => updatedOnShelf(label, clock().getTime()));
      // Dots divide what is signed, and users choose the ids of labels, which never have a percent sign.
      return { ...parts, id: parts.id.replaceAll('.', '%2E') };
    },
  };
}
