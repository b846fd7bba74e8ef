import { type IdempotencyRecord, recordLifetimeMs, type StoredLabel } from '../index.js';
import { type Append, append, maxGroupSize, type Newest } from './append.js';
import type { Sweeper } from './log.js';
import type { Database } from './database.js';
import { createTurns } from './turns.js';

/** Updates that wait for the same turn. */
interface Group {
  readonly updates: Append[];
  readonly stored: Promise<readonly (StoredLabel | null)[]>;
}

/**
 * Writes to each label in the order of the calls. Updates that wait for the same label are stored together, with one flush to
 * the disk.
 * @param written is called after a label was written
 */
export function createLabelWrites(database: Database, sweeper: Sweeper, written: () => void) {
  /** The waiting group of each label, which more updates may join. */
  const groups = new Map<string, Group>();
  /** The newest state of labels with running writes. */
  const known = new Map<string, Newest>();
  const turns = createTurns((key) => known.delete(key));
  // No tenant has a NUL.
  const keyOf = (tenant: string, id: string) => `${tenant}\0${id}`;

  const store = async (key: string, updates: readonly Append[], until: number) => {
    const [{ tenant, idempotency, seen }] = updates as readonly [Append, ...Append[]];
    const before = newer(known.get(key), seen);
    known.delete(key);
    const work = () => append(database, updates, before, until);
    const appended = await doOnce(database, tenant, idempotency, work);
    if (!appended) return updates.map(() => null);
    known.set(key, appended.newest);
    written();
    if (appended.seq !== null) void sweeper.sweepAfter(appended.seq - updates.length + 1, appended.seq);
    return appended.labels;
  };
  const open = (key: string): Group => {
    const updates: Append[] = [];
    const close = (): void => {
      if (groups.get(key) === group) groups.delete(key);
    };
    const stored = turns.take(key, (until) => {
      close();
      return store(key, updates, until);
    });
    const group = { updates, stored };
    groups.set(key, group);
    // The turn may be refused before it comes.
    stored.catch(close);
    return group;
  };
  return {
    /** Stores the next revision; null when the label has changed, or the request is recorded. */
    async append(update: Append): Promise<StoredLabel | null> {
      const key = keyOf(update.tenant, update.seen.id);
      const waiting = groups.get(key);
      const group = waiting && joins(update, waiting.updates) ? waiting : open(key);
      const place = group.updates.push(update) - 1;
      return (await group.stored)[place]!;
    },
    /** Another write to a label. The results null and false mean that nothing was written. */
    async other<T>(tenant: string, id: string, work: (until: number) => Promise<T>): Promise<T> {
      const key = keyOf(tenant, id);
      groups.delete(key);
      const result = await turns.take(key, (until) => {
        known.delete(key);
        return work(until);
      });
      if (result !== null && result !== false) {
        written();
        sweeper.count();
      }
      return result;
    },
  };
}

const forget = { text: 'DELETE FROM answers WHERE tenant = $1 AND key = $2 AND at <= $3 RETURNING 1' };

/** Runs `work`, which records a request with an idempotency key. @returns null: the request is recorded already, and nothing was written */
async function doOnce<T>(
  { ask }: Pick<Database, 'ask'>,
  tenant: string,
  idempotency: IdempotencyRecord | null,
  work: () => Promise<T>,
): Promise<T | null> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!idempotency || !isRecorded(error)) throw error;
      // The record may have expired.
      const expired = await ask(forget, [tenant, idempotency.key, idempotency.at - recordLifetimeMs]);
      if (expired.length === 0) return null;
    }
  }
}

/** Whether a transaction failed because its request is recorded already. */
export function isRecorded(error: unknown): boolean {
  const { code, table } = error as { readonly code?: string; readonly table?: string };
  return code === '23505' && table === 'answers';
}

/** Whether an update can join others: they have the same version, and none has an idempotency key. */
function joins({ idempotency, seen }: Append, [first, ...others]: readonly Append[]): boolean {
  const hasCapacity = others.length + 1 < maxGroupSize;
  return hasCapacity && !idempotency && first?.idempotency === null && first.seen.version === seen.version;
}

/** The newest known state of a label: after the last update, or as it was read. */
function newer(known: Newest | undefined, { version, current, tag }: StoredLabel): Newest | null {
  if (known?.version === version && known.last >= (current?.revision ?? 0)) return known;
  return current && { version, last: current.revision, tag };
}
