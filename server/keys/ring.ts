import { timingSafeEqual } from 'node:crypto';
import type { Backend, StoredKey } from '../labels/store/index.js';
import { type Key, keyOf, stateOf } from './record.js';
import { hashKey, readKey } from './text.js';

/** Milliseconds: between two looks whether keys have changed, between two readings of them, and how long they are trusted. */
const pace = { look: 250, read: 2_000, trust: 300_000 } as const;

/**
 * What a request's header Authorization is worth. `missing`: it has no key; `malformed`: a character of the key is missing or
 * wrong; `wrong`: nobody has this key. Only who has the whole key learns that it is `expired` or `revoked`. `away`: the store
 * can't be read for too long to tell.
 */
export type Admission =
  | { readonly kind: 'ok' | 'expired' | 'revoked'; readonly key: Key }
  | { readonly kind: 'missing' | 'malformed' | 'wrong' | 'away' };

/** The keys that let a request in. */
export interface KeyRing {
  /** Whether requests need a key: once there is one in API_KEYS or in the store, be it revoked. */
  readonly required: () => boolean;
  readonly check: (authorization: string | undefined) => Admission;
  /** Whether a key that was let in still is; null: nobody asked for one. */
  readonly holds: (key: Key | null) => boolean;
  readonly close: () => void;
}

interface Parts {
  readonly backend: Pick<Backend, 'keys' | 'onChange'>;
  /** Keys that are not in the store. */
  readonly given: readonly Key[];
  readonly clock: () => Date;
  /** Gets what keeps keys from being read. */
  readonly onFailure: (error: Error) => void;
  /** Milliseconds between two looks. */
  readonly lookMs?: number;
}

interface Held {
  readonly record: string | null;
  readonly hash: Buffer;
  /** Null: this version can't read it, so it lets nobody in. */
  readonly key: Key | null;
}

const nobody = Buffer.alloc(32);

/**
 * Reads all keys, and again when the store has changed, at least every 2 s while it has some. While the store can't be
 * read, the keys last read are good for 5 minutes.
 * @throws when they can't be read at first
 */
export async function createKeyRing({ given, ...parts }: Parts): Promise<KeyRing> {
  const { clock } = parts;
  const own = new Map(given.map((key) => [key.id, heldOf(key)]));
  const shelf = await followStore(parts);
  const required = () => own.size + shelf.keys().size > 0;
  /** What the store says of a key counts more: there it can be revoked. */
  const find = (id: string) => shelf.keys().get(id) ?? own.get(id);
  return {
    required,
    check(authorization) {
      const text = /^Bearer +([!-~]+) *$/i.exec(authorization ?? '')?.[1];
      if (text === undefined) return { kind: 'missing' };
      const name = readKey(text);
      if (!name) return { kind: 'malformed' };
      // The same is done for an id that nobody has, so that it takes the same time.
      const held = find(name.id);
      const same = timingSafeEqual(hashKey(text), held?.hash ?? nobody);
      if (shelf.isAway() && !(same && held === own.get(name.id))) return { kind: 'away' };
      if (!same || !held?.key) return { kind: 'wrong' };
      const state = stateOf(held.key, clock());
      return { kind: state === 'valid' ? 'ok' : state, key: held.key };
    },
    holds(key) {
      if (key === null) return !required();
      const held = find(key.id);
      if (held?.key?.sha256 !== key.sha256 || stateOf(held.key, clock()) !== 'valid') return false;
      return !shelf.isAway() || held === own.get(key.id);
    },
    close: shelf.close,
  };
}

/** The keys of the store as they were last read. */
interface Shelf {
  readonly keys: () => ReadonlyMap<string, Held>;
  /** Whether they were read too long ago to be trusted. */
  readonly isAway: () => boolean;
  readonly close: () => void;
}

async function followStore({ backend, clock, onFailure, lookMs = pace.look }: Omit<Parts, 'given'>): Promise<Shelf> {
  const now = () => clock().getTime();
  let keys = readAll(await backend.keys(), new Map(), onFailure);
  let [readAt, triedAt] = [now(), now()];
  let [changed, reading, failing] = [false, false, false];
  const read = async (): Promise<void> => {
    [changed, reading, triedAt] = [false, true, now()];
    try {
      keys = readAll(await backend.keys(), keys, onFailure);
      [readAt, failing] = [triedAt, false];
    } catch (error) {
      if (!failing) onFailure(error as Error);
      failing = true;
    }
    reading = false;
  };
  backend.onChange(() => (changed = true));
  const timer = setInterval(() => {
    const due = (keys.size > 0 || failing) && now() - triedAt >= pace.read;
    if (!reading && (changed || due)) void read();
  }, lookMs);
  timer.unref();
  return {
    keys: () => keys,
    isAway: () => keys.size > 0 && now() - readAt > pace.trust,
    close() {
      clearInterval(timer);
    },
  };
}

/** The keys of the store. Those whose record is as it was before are not parsed again. */
function readAll(
  found: readonly StoredKey[],
  before: ReadonlyMap<string, Held>,
  onFailure: Parts['onFailure'],
): ReadonlyMap<string, Held> {
  return new Map(
    found.map((stored) => {
      const known = before.get(stored.id);
      return [stored.id, known?.record === stored.record ? known : readOne(stored, onFailure)];
    }),
  );
}

function readOne(stored: StoredKey, onFailure: Parts['onFailure']): Held {
  const { record } = stored;
  try {
    return { ...heldOf(keyOf(stored)), record };
  } catch (error) {
    onFailure(error as Error);
    return { record, hash: nobody, key: null };
  }
}

function heldOf(key: Key): Held {
  return { record: null, hash: Buffer.from(key.sha256, 'hex'), key };
}
