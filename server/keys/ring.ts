import { timingSafeEqual } from 'node:crypto';
import type { Backend, StoredKey } from '../labels/store/index.js';
import { type Key, keyOf, stateOf } from './record.js';
import { hashKey, readKey } from './text.js';

/** Intervals of checking for changes and of reading, and how long to trust keys while the store can't be read. */
const times = { checkMs: 250, readMs: 2_000, trustMs: 300_000 } as const;

/**
 * The result of checking an Authorization header. `missing`: no key; `malformed`: a character is missing or wrong; `wrong`: no
 * such key. Only the holder of the complete key learns that it is `expired` or `revoked`. `away`: the store could not be
 * read for too long.
 */
export type Admission =
  | { readonly kind: 'ok' | 'expired' | 'revoked'; readonly key: Key }
  | { readonly kind: 'missing' | 'malformed' | 'wrong' | 'away' };

export type KeyRing = Awaited<ReturnType<typeof createKeyRing>>;

interface KeyRingOptions {
  readonly backend: Pick<Backend, 'keys' | 'onChange'>;
  /** The keys of API_KEYS. */
  readonly given: readonly Key[];
  readonly clock: () => Date;
  /** Called when keys can't be read. */
  readonly onFailure: (error: Error) => void;
  readonly checkMs?: number;
}

interface RingEntry {
  readonly record: string | null;
  readonly hash: Buffer;
  /** Null: this version can't read the key and refuses it. */
  readonly key: Key | null;
}

const noHash = Buffer.alloc(32);

/**
 * Reads all keys, and reads them again after changes, and every 2 s if there are any. If the store can't be read, the last
 * keys stay valid for 5 minutes.
 * @throws when the first read fails
 */
export async function createKeyRing({ given, ...options }: KeyRingOptions) {
  const { clock } = options;
  const givenKeys = new Map(given.map((key) => [key.id, entryOf(key)]));
  const stored = await followStore(options);
  /** Whether requests need a key: there is one in API_KEYS or in the store, even a revoked one. */
  const required = () => givenKeys.size + stored.keys().size > 0;
  /** The store wins: there a key can be revoked. */
  const find = (id: string) => stored.keys().get(id) ?? givenKeys.get(id);
  return {
    required,
    check: (authorization: string | undefined): Admission => {
      const text = /^Bearer +([!-~]+) *$/i.exec(authorization ?? '')?.[1];
      if (text === undefined) return { kind: 'missing' };
      const name = readKey(text);
      if (!name) return { kind: 'malformed' };
      // An unknown id takes the same time.
      const entry = find(name.id);
      const same = timingSafeEqual(hashKey(text), entry?.hash ?? noHash);
      if (stored.isAway() && !(same && entry === givenKeys.get(name.id))) return { kind: 'away' };
      if (!same || !entry?.key) return { kind: 'wrong' };
      const state = stateOf(entry.key, clock());
      return { kind: state === 'valid' ? 'ok' : state, key: entry.key };
    },
    /** The key with this id, valid or not. */
    find: (id: string): Key | null => find(id)?.key ?? null,
    /** Whether an accepted key is still valid; null: the request had none, as none was required. */
    holds: (key: Key | null): boolean => {
      if (key === null) return !required();
      const entry = find(key.id);
      if (entry?.key?.sha256 !== key.sha256 || stateOf(entry.key, clock()) !== 'valid') return false;
      return !stored.isAway() || entry === givenKeys.get(key.id);
    },
    close: stored.close,
  };
}

async function followStore({ backend, clock, onFailure, checkMs = times.checkMs }: Omit<KeyRingOptions, 'given'>) {
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
    const due = (keys.size > 0 || failing) && now() - triedAt >= times.readMs;
    if (!reading && (changed || due)) void read();
  }, checkMs);
  timer.unref();
  return {
    /** The keys at the last read. */
    keys: () => keys,
    /** Whether the last read is too old. */
    isAway: () => keys.size > 0 && now() - readAt > times.trustMs,
    close: () => {
      clearInterval(timer);
    },
  };
}

/** Parses records, except those that did not change. */
function readAll(
  records: readonly StoredKey[],
  previous: ReadonlyMap<string, RingEntry>,
  onFailure: KeyRingOptions['onFailure'],
): ReadonlyMap<string, RingEntry> {
  return new Map(
    records.map((stored) => {
      const entry = previous.get(stored.id);
      return [stored.id, entry?.record === stored.record ? entry : readOne(stored, onFailure)];
    }),
  );
}

function readOne(stored: StoredKey, onFailure: KeyRingOptions['onFailure']): RingEntry {
  const { record } = stored;
  try {
    return { ...entryOf(keyOf(stored)), record };
  } catch (error) {
    onFailure(error as Error);
    return { record, hash: noHash, key: null };
  }
}

function entryOf(key: Key): RingEntry {
  return { record: null, hash: Buffer.from(key.sha256, 'hex'), key };
}
