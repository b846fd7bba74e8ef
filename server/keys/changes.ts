import type { Backend } from '../labels/store/index.js';
import { instantOf, type Key, keyOf, recordOf, type Scope, stateOf, type UpdateLimit } from './record.js';
import { hashKey, makeKey, type Mode } from './text.js';

/** The limit per store, revoked keys included: every server holds all keys. */
export const maxKeys = 10_000;

/** A change of keys was refused. The message is one line. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

type Keys = Pick<Backend, 'keys' | 'putKey'>;

export interface NewKey {
  readonly mode: Mode;
  readonly name: string;
  readonly tenant: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
  readonly replaces: string | null;
  readonly updates: UpdateLimit | null;
}

/** A new key with its text, which is never available again. */
export interface CreatedKey {
  readonly key: Key;
  readonly text: string;
}

/** Makes a key without storing it. */
export function newKey(wanted: NewKey, now: Date): CreatedKey {
  const { id, text } = makeKey(wanted.mode);
  const sha256 = hashKey(text).toString('hex');
  return { key: { ...wanted, id, sha256, created_at: now.toISOString(), revoked_at: null }, text };
}

/** Makes a key and stores it. @throws {KeyError} when the store is full */
export async function createKey(keys: Keys, wanted: NewKey, now: Date): Promise<CreatedKey> {
  if ((await keys.keys()).length >= maxKeys)
    throw new KeyError(`The store has ${maxKeys} keys, revoked ones included, and takes no more`);
  const made = newKey(wanted, now);
  await keys.putKey(recordOf(made.key));
  return made;
}

/**
 * Replaces a key by a new one with equal rights and lifetime. The old key stays valid for `overlapMs`.
 * @throws {KeyError} when the key is missing, invalid, or already rotated
 */
export async function rotateKey(
  keys: Keys,
  id: string,
  overlapMs: number,
  now: Date,
): Promise<CreatedKey & { readonly old: Key }> {
  const key = await findKey(keys, id);
  const state = stateOf(key, now);
  if (state !== 'valid') throw new KeyError(`The key ${id} is ${state}. Create a new one`);
  const next = (await allKeys(keys)).find((one) => one.replaces === id && stateOf(one, now) === 'valid');
  if (next) throw new KeyError(`The key ${id} was rotated before: ${next.id} replaces it`);
  const { created_at, expires_at } = key;
  const lifetime = expires_at === null ? null : Date.parse(expires_at) - Date.parse(created_at);
  const wanted = { ...key, expires_at: lifetime === null ? null : after(now, lifetime), replaces: id };
  const made = await createKey(keys, wanted, now);
  const end = after(now, overlapMs);
  const old = { ...key, expires_at: expires_at !== null && expires_at < end ? expires_at : end };
  await keys.putKey(recordOf(old));
  return { ...made, old };
}

/** Revokes a key. Does nothing if it is already revoked. @throws {KeyError} when there is no such key */
export async function revokeKey(keys: Keys, id: string, now: Date): Promise<Key> {
  const key = await findKey(keys, id);
  if (key.revoked_at !== null) return key;
  const revoked = { ...key, revoked_at: now.toISOString() };
  await keys.putKey(recordOf(revoked));
  return revoked;
}

/** All keys in order of creation. */
export async function allKeys(keys: Keys): Promise<readonly Key[]> {
  const all = (await keys.keys()).map(keyOf);
  return all.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

async function findKey(keys: Keys, id: string): Promise<Key> {
  const stored = (await keys.keys()).find((key) => key.id === id);
  if (!stored) throw new KeyError('There is no such key. esl-sim keys list shows all');
  return keyOf(stored);
}

function after(now: Date, ms: number): string {
  return instantOf(now.getTime() + ms);
}
