import type { StoredLabel } from '../index.js';
import { doOnce } from './tables/answers.js';
import { type Append, append, type Newest } from './tables/append.js';
import type { Database } from './database.js';
import { createTurns } from './turns.js';

/** Updates of one label that are stored in one statement, at most. */
const togetherAtMost = 16;

/** The writes to labels, each in its turn. */
export interface LabelWrites {
  /** Stores the next revision; null when the label is not as it was seen, or the request is remembered. */
  append(update: Append): Promise<StoredLabel | null>;
  /** Anything else that is written to a label; null and false: nothing was. */
  other<T>(tenant: string, id: string, work: (until: number) => Promise<T>): Promise<T>;
}

/** Updates that wait for their turn together. */
interface Group {
  readonly updates: Append[];
  readonly stored: Promise<readonly (StoredLabel | null)[]>;
}

/**
 * Writes to each label in the order in which it is asked for. Updates that wait behind each other are stored together: a label
 * takes as many as come at once, with one flush to the disk.
 * @param written is called after a label was written
 */
export function createLabelWrites(database: Database, written: (tenant: string, id: string) => void): LabelWrites {
  /** The group of each label that waits for its turn, and that more updates may join. */
  const groups = new Map<string, Group>();
  /** The newest of labels to which something is being written. */
  const known = new Map<string, Newest>();
  const turns = createTurns((key) => known.delete(key));
  // No tenant has a NUL.
  const keyOf = (tenant: string, id: string) => `${tenant}\0${id}`;

  const store = async (key: string, updates: readonly Append[], until: number) => {
    const [{ tenant, once, seen }] = updates as readonly [Append, ...Append[]];
    const before = newer(known.get(key), seen);
    known.delete(key);
    const work = () => append(database, updates, before, until);
    const appended = await doOnce(database, tenant, once, work);
    if (!appended) return updates.map(() => null);
    known.set(key, appended.newest);
    written(tenant, seen.id);
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
    // It may be refused before its turn.
    stored.catch(close);
    return group;
  };
  return {
    async append(update) {
      const key = keyOf(update.tenant, update.seen.id);
      const waiting = groups.get(key);
      const group = waiting && joins(update, waiting.updates) ? waiting : open(key);
      const place = group.updates.push(update) - 1;
      return (await group.stored)[place]!;
    },
    async other(tenant, id, work) {
      const key = keyOf(tenant, id);
      groups.delete(key);
      const result = await turns.take(key, (until) => {
        known.delete(key);
        return work(until);
      });
      if (result !== null && result !== false) written(tenant, id);
      return result;
    },
  };
}

/** Whether an update may be stored together with others: of the same version, and none that is remembered by itself. */
function joins({ once, seen }: Append, [first, ...others]: readonly Append[]): boolean {
  const room = others.length + 1 < togetherAtMost;
  return room && !once && first?.once === null && first.seen.version === seen.version;
}

/** The newest that is known of a label: from the update before, or as it was seen. */
function newer(known: Newest | undefined, { version, current, tag }: StoredLabel): Newest | null {
  if (known?.version === version && known.last >= (current?.revision ?? 0)) return known;
  return current && { version, last: current.revision, tag };
}
