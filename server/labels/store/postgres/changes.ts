import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Change, ChangeListener } from '../index.js';
import { createIncoming, createOutgoing, type Teller } from './hints.js';
import { connectionTo } from './pool.js';

/** What this process tells others of, and hears from them. */
export interface Changes {
  /** A label was written: others are told soon. */
  tell(change: Change): void;
  /** Calls `listener` when others have written. */
  listen(listener: ChangeListener): void;
  close(): Promise<void>;
}

/** In milliseconds: how long changes are gathered, how often it is looked for what was missed, how long until another try. */
const every = { hint: 20, look: 700, again: 100, againAtMost: 2000 };

const channel = 'esl_labels';
const upsert = `INSERT INTO instances (id, told, seen) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET told = excluded.told, seen = excluded.seen`;

const sql = {
  // Not with the writes: only one connection of all can commit with a notification at a time.
  tell: `WITH me AS (${upsert}) SELECT pg_notify('${channel}', hint) FROM unnest($3::text[]) AS hint`,
  look: `WITH me AS (${upsert}), forgotten AS (
      DELETE FROM instances WHERE seen < clock_timestamp() - interval '10 seconds' AND id <> $1 RETURNING id
    )
    SELECT id, told, id IN (SELECT id FROM forgotten) AS gone FROM instances WHERE id <> $1`,
  leave: 'DELETE FROM instances WHERE id = $1',
};

/**
 * Tells other processes which labels were written, over one connection beside those of the store: some 20 ms late, and many
 * labels at once. Notifications are only hints. Each process counts what it tells in a row of its own, and each compares what
 * it heard with those rows: what was missed, as through PgBouncer's transaction mode everything is, is told as that anything
 * may have changed, within 2 s. So it is of a process that ended without a word, after 10 s.
 */
export function openChanges(url: string): Changes {
  const me = randomUUID();
  const listeners: ChangeListener[] = [];
  const say: ChangeListener = (changed) => {
    for (const listener of listeners) listener(changed);
  };
  const outgoing = createOutgoing(me);
  const incoming = createIncoming(me, say);
  /** Aborted when it is closed. */
  const end = new AbortController();
  const open = () => !end.signal.aborted;
  let wake = (): void => undefined;

  const tell = async (client: pg.Client): Promise<void> => {
    const values = [me, outgoing.told() + 1, outgoing.take()];
    await client.query({ name: 'tell', text: sql.tell, values }).catch((error: unknown) => {
      outgoing.missed();
      throw error;
    });
  };
  const look = async (client: pg.Client): Promise<void> => {
    const { rows } = await client.query<Teller>({ name: 'look', text: sql.look, values: [me, outgoing.told()] });
    incoming.compare(rows);
  };
  /** Waits for something to tell, and gathers more. @returns whether there is something */
  const gather = async (ms: number): Promise<boolean> => {
    if (!outgoing.waits() && open())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    if (outgoing.waits() && open()) await delay(every.hint);
    return outgoing.waits();
  };
  const serve = async (client: pg.Client): Promise<void> => {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    while (open()) {
      await look(client);
      const next = performance.now() + every.look;
      for (let left: number = every.look; left > 0 && open(); left = next - performance.now())
        if (await gather(left)) await tell(client);
    }
    if (outgoing.waits()) await tell(client);
    await client.query(sql.leave, [me]);
  };
  const stay = async (): Promise<void> => {
    for (let pause = every.again; open(); pause = Math.min(2 * pause, every.againAtMost)) {
      const client = new pg.Client(connectionTo(url));
      client.on('error', () => undefined);
      client.on('notification', ({ payload }) => {
        incoming.hear(payload!);
      });
      client.once('connect', () => (pause = every.again));
      await serve(client).catch(() => undefined);
      // One that hangs is not waited for.
      client.end().catch(() => undefined);
      if (!open()) return;
      await delay(pause);
      say('anything');
    }
  };
  const ended = stay();
  return {
    tell(change) {
      outgoing.add(change);
      wake();
    },
    listen: (listener) => listeners.push(listener),
    async close() {
      end.abort();
      wake();
      await ended;
    },
  };
}
