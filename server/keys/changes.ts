import type { Backend } from '../labels/store/index.js';
import { type Key, keyOf, recordOf, type Scope, stateOf } from './record.js';
import { hashKey, makeKey, type Mode } from './text.js';

/** The most keys of a store, revoked ones too: every server holds all of them. */
export const mostKeys = 10_000;

/** A change of keys that is refused. The message is one line. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

type Keys = Pick<Backend, 'keys' | 'putKey'>;

/** What a new key is to be. */
export interface NewKey {
  readonly mode: Mode;
  readonly name: string;
  readonly tenant: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
  readonly replaces: string | null;
}

/** A key, and its text, which is known now and never again. */
export interface Made {
  readonly key: Key;
  readonly text: string;
}

/** Makes a key. Stores nothing. */
export function newKey(wanted: NewKey, now: Date): Made {
  const { id, text } = makeKey(wanted.mode);
  const sha256 = hashKey(text).toString('hex');
  return { key: { id, ...wanted, sha256, created_at: now.toISOString(), revoked_at: null }, text };
}

/** Makes a key and stores it. @throws {KeyError} when there is no room */
export async function createKey(keys: Keys, wanted: NewKey, now: Date): Promise<Made> {
  if ((await keys.keys()).length >= mostKeys)
    throw new KeyError(`The store has ${mostKeys} keys, revoked ones included, and takes no more`);
  const made = newKey(wanted, now);
  await keys.putKey(recordOf(made.key));
  return made;
}

/**
 * Makes a key with the rights of another, which ends after `overlapMs`: until then both are valid. A key with an end is
 * replaced by one that lasts as long.
 * @throws {KeyError} when there is no such key, or it is not valid, or was rotated before
 */
export async function rotateKey(
  keys: Keys,
  id: string,
  overlapMs: number,
  now: Date,
): Promise<Made & { readonly old: Key }> {
  const key = await findKey(keys, id);
  const state = stateOf(key, now);
  if (state !== 'valid') throw new KeyError(`The key ${id} is ${state}. Create a new one`);
  const next = (await allKeys(keys)).find((one) => one.replaces === id && stateOf(one, now) === 'valid');
  if (next) throw new KeyError(`The key ${id} was rotated before: ${next.id} replaces it`);
  const { mode, name, tenant, scopes, created_at, expires_at } = key;
  const lasts = expires_at === null ? null : Date.parse(expires_at) - Date.parse(created_at);
  const wanted = { mode, name, tenant, scopes, expires_at: lasts === null ? null : after(now, lasts), replaces: id };
  const made = await createKey(keys, wanted, now);
  const end = after(now, overlapMs);
  const old = { ...key, expires_at: expires_at !== null && expires_at < end ? expires_at : end };
  await keys.putKey(recordOf(old));
  return { ...made, old };
}

/** Ends a key. One that was revoked before stays as it is. @throws {KeyError} when there is no such key */
export async function revokeKey(keys: Keys, id: string, now: Date): Promise<Key> {
  const key = await findKey(keys, id);
  if (key.revoked_at !== null) return key;
  const revoked = { ...key, revoked_at: now.toISOString() };
  await keys.putKey(recordOf(revoked));
  return revoked;
}

/** All keys, in the order in which they were made. */
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
  return new Date(now.getTime() + ms).toISOString();
}
