import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo } from './pool.js';

/**
 * In milliseconds: how long writes are collected for one notification; how often listeners are called without one; the minimum
 * and maximum delay before a new connection.
 */
const every = { notification: 20, look: 700, retry: 100, maxRetry: 2000 };

/** @param notified called when another process has written */
function clientFor(url: string, notified: () => void): pg.Client {
  const client = new pg.Client(connectionTo(url));
  client.on('error', () => undefined);
  client.on('notification', ({ processId }) => {
    if (processId !== (client as unknown as { processID: number }).processID) notified();
  });
  return client;
}

/**
 * Wakes up the processes that follow the log of the same database. It has its own connection, because only one connection of a
 * server at a time can commit with a notification. A process that misses a notification, as PgBouncer loses them, finds the
 * changes in the log at its next look.
 */
export function openChanges(url: string) {
  const listeners: (() => void)[] = [];
  const call = (): void => {
    for (const listener of listeners) listener();
  };
  const end = new AbortController();
  const isOpen = () => !end.signal.aborted;
  let written = false;
  let wake = (): void => undefined;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, every.look);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const serve = async (client: pg.Client): Promise<void> => {
    await client.connect();
    await client.query('LISTEN esl_log');
    while (isOpen()) {
      call();
      if (!written) await pause();
      if (written && isOpen()) await delay(every.notification);
      // Also without a write, to detect a lost connection.
      const statement = written ? 'NOTIFY esl_log' : 'SELECT 1';
      written = false;
      await client.query(statement);
    }
    if (written) await client.query('NOTIFY esl_log');
  };
  const stay = async (): Promise<void> => {
    for (let wait = every.retry; isOpen(); wait = Math.min(2 * wait, every.maxRetry)) {
      const client = clientFor(url, call);
      client.once('connect', () => (wait = every.retry));
      await serve(client).catch(() => {
        written = true;
      });
      // Do not wait for a connection that hangs.
      client.end().catch(() => undefined);
      if (isOpen()) await delay(wait);
    }
  };
  const ended = stay();
  return {
    /** Notifies other processes soon: this process has written. */
    notify: (): void => {
      written = true;
      wake();
    },
    /** Calls `listener` when other processes may have written. */
    listen: (listener: () => void): void => void listeners.push(listener),
    async close(): Promise<void> {
      end.abort();
      wake();
      await ended;
    },
  };
}
