import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { allKeys, createKey, KeyError, maxKeys, newKey, revokeKey, rotateKey } from '../../server/keys/changes.js';
import { readGivenKeys } from '../../server/keys/given.js';
import { type Key, keyOf, limitText, readLimit, recordOf } from '../../server/keys/record.js';
import { createKeyRing, type KeyRing } from '../../server/keys/ring.js';
import { makeKey } from '../../server/keys/text.js';
import { wantedKey } from '../support/keys.js';
import { createMemoryBackend } from '../../server/labels/store/sqlite/memory.js';

const start = Date.parse('2026-11-20T22:00:00Z');
const wanted = wantedKey('north', ['read']);
const hour = 3_600_000;
const bearer = (text: string) => `Bearer ${text}`;

let rings: KeyRing[] = [];
afterEach(() => {
  for (const ring of rings) ring.close();
  rings = [];
});

/** A ring that checks in each turn of the event loop, with controls of its clock and store. */
function setUp(given: readonly Key[] = []) {
  const backend = createMemoryBackend();
  const state = { now: start, away: false, failures: [] as string[], reads: 0, tell: (): void => undefined };
  const ring = () =>
    createKeyRing({
      backend: {
        keys: () => {
          const read = state.away ? Promise.reject(new Error('away')) : backend.keys();
          return read.finally(() => state.reads++);
        },
        onChange: (listener) => (state.tell = listener),
      },
      given,
      clock: () => new Date(state.now),
      onFailure: ({ message }) => state.failures.push(message),
      checkMs: 1,
    }).then((made) => (rings.push(made), made));
  const later = async (ms: number) => {
    state.now += ms;
    // Until the store is read, or no read is due.
    for (let i = 0, { reads } = state; i < 30 && state.reads === reads; i++) await sleep(5);
    await sleep(5);
  };
  return { backend, state, ring, later, at: () => new Date(state.now) };
}

describe('a ring', () => {
  test('admits the whole key, and reveals nothing to other requests', async () => {
    const { backend, ring, at } = setUp();
    const { key, text } = await createKey(backend, wanted, at());
    const { check, required } = await ring();
    expect(required()).toBe(true);
    expect(check(bearer(text))).toEqual({ kind: 'ok', key });
    expect(check(`bearer  ${text} `)).toEqual({ kind: 'ok', key });
    const forged = makeKey('live').text;
    for (const [header, kind] of [
      [undefined, 'missing'],
      ['', 'missing'],
      ['Bearer', 'missing'],
      [text, 'missing'],
      [`Basic ${Buffer.from(`key:${text}`).toString('base64')}`, 'missing'],
      [bearer(`${text} ${text}`), 'missing'],
      [bearer(text.slice(0, -1)), 'malformed'],
      [bearer('x'.repeat(16_000)), 'malformed'],
      [bearer(forged), 'wrong'],
    ] as const)
      expect([header, check(header)]).toEqual([header, { kind }]);
  });

  test('refuses another secret with the id of a key, and of one that has ended the more so', async () => {
    const { backend, ring, at } = setUp();
    const other = makeKey('live');
    for (const ended of [{}, { expires_at: at().toISOString() }, { revoked_at: at().toISOString() }]) {
      const { key } = newKey(wanted, at());
      await backend.putKey(recordOf({ ...key, id: other.id, ...ended }));
      expect((await ring()).check(bearer(other.text))).toEqual({ kind: 'wrong' });
    }
  });

  test('takes a new key, and the end of one, without a word of the store within 2 s', async () => {
    const { backend, state, ring, later, at } = setUp();
    const { check, holds, required } = await ring();
    expect([required(), holds(null)]).toEqual([false, true]);
    const { key, text } = await createKey(backend, wanted, at());
    state.tell();
    await later(0);
    expect([required(), holds(null), holds(key), check(bearer(text)).kind]).toEqual([true, false, true, 'ok']);
    await revokeKey(backend, key.id, at());
    await later(1_000);
    expect(check(bearer(text)).kind).toBe('ok');
    await later(1_000);
    expect([check(bearer(text)).kind, holds(key), required()]).toEqual(['revoked', false, true]);
  });

  test('holds no key whose place another one has taken, with the same id', async () => {
    const { backend, ring, later, at } = setUp();
    const { key } = await createKey(backend, wanted, at());
    const { holds, find } = await ring();
    expect([holds(key), find(key.id)]).toEqual([true, key]);
    const other = { ...newKey(wanted, at()).key, id: key.id };
    await backend.putKey(recordOf(other));
    await later(2_000);
    expect([holds(key), holds(other), find(key.id)]).toEqual([false, true, other]);
  });

  test('reports that a key has expired, from that millisecond on', async () => {
    const { backend, ring, later, at } = setUp();
    const expires_at = new Date(start + hour).toISOString();
    const { key, text } = await createKey(backend, { ...wanted, expires_at }, at());
    const { check, holds } = await ring();
    await later(hour - 1);
    expect([check(bearer(text)).kind, holds(key)]).toEqual(['ok', true]);
    await later(1);
    expect([check(bearer(text)).kind, holds(key)]).toEqual(['expired', false]);
  });

  test('trusts its keys for five minutes while the store is away, and recovers', async () => {
    const { text: ownText } = makeKey('live');
    const { backend, state, ring, later, at } = setUp(readGivenKeys(ownText) as Key[]);
    const { key, text } = await createKey(backend, wanted, at());
    const { check, holds } = await ring();
    state.away = true;
    await later(300_000);
    expect([check(bearer(text)).kind, holds(key)]).toEqual(['ok', true]);
    await later(1);
    expect([check(bearer(text)).kind, holds(key)]).toEqual(['away', false]);
    expect(check(bearer(makeKey('live').text)).kind).toBe('away');
    // Keys of API_KEYS are not the store's.
    const own = check(bearer(ownText));
    expect([own.kind, 'key' in own && holds(own.key)]).toEqual(['ok', true]);
    expect(state.failures).toEqual(['away']);
    state.away = false;
    await later(2_000);
    expect(check(bearer(text)).kind).toBe('ok');
  });

  test('reads an empty store again after it failed: a first key does not leave the server open', async () => {
    const { backend, state, ring, later, at } = setUp();
    const { required } = await ring();
    await createKey(backend, wanted, at());
    state.away = true;
    state.tell();
    await later(0);
    expect([required(), state.failures]).toEqual([false, ['away']]);
    state.away = false;
    await later(2_000);
    expect(required()).toBe(true);
  });

  test('knows that a store without keys has none, however long it is away', async () => {
    const { state, ring, later } = setUp(readGivenKeys(makeKey('live').text) as Key[]);
    const { check } = await ring();
    state.away = true;
    await later(300_001);
    expect(check(bearer(makeKey('live').text)).kind).toBe('wrong');
  });

  test('no longer reads the store after it is closed', async () => {
    const { backend, state, ring } = setUp();
    await createKey(backend, wanted, new Date(start));
    const made = await ring();
    made.close();
    const { reads } = state;
    state.now += hour;
    await sleep(20);
    expect(state.reads).toBe(reads);
  });

  test('does not begin without the store', async () => {
    const { state, ring } = setUp();
    state.away = true;
    await expect(ring()).rejects.toThrow('away');
  });

  test('admits no request by a record that it can not read, but requires a key', async () => {
    const { backend, state, ring, at } = setUp();
    const { key, text } = newKey(wanted, at());
    for (const [name, value] of [
      ['tenant', 'a b'],
      ['name', 1],
      ['mode', 'prod'],
      ['sha256', 'A'.repeat(64)],
      ['scopes', ['all']],
      ['created_at', 'today'],
      ['expires_at', undefined],
      ['revoked_at', 1],
      ['replaces', 1],
      ['updates', '5/min'],
      ['updates', { quota: 5, window_s: 7 }],
      ['updates', { quota: 0, window_s: 60 }],
      ['updates', { quota: 1.5, window_s: 60 }],
    ] as const) {
      const { record } = recordOf({ ...key, [name]: value });
      expect(() => keyOf({ id: key.id, record })).toThrow(`Expected another value for ${name} of the key ${key.id}`);
    }
    const { updates: _, ...older } = JSON.parse(recordOf(key).record) as Record<string, unknown>;
    expect(keyOf({ id: key.id, record: JSON.stringify(older) })).toEqual(key);
    await backend.putKey({ id: key.id, record: '{' });
    const { check, required } = await ring();
    expect([required(), check(bearer(text)).kind]).toEqual([true, 'wrong']);
    expect(state.failures).toEqual([`Expected an object for the record of the key ${key.id}`]);
  });

  test('takes as long for an unknown id as for a wrong secret', async () => {
    const { backend, ring, at } = setUp();
    const known = makeKey('live');
    await backend.putKey(recordOf({ ...newKey(wanted, at()).key, id: known.id }));
    const { check } = await ring();
    const headers = { unknown: bearer(makeKey('live').text), wrong: bearer(known.text) };
    const times = { unknown: [] as number[], wrong: [] as number[] };
    for (let i = 0; i < 6_000; i++)
      for (const kind of ['unknown', 'wrong'] as const) {
        const begin = performance.now();
        check(headers[kind]);
        times[kind].push(performance.now() - begin);
      }
    const median = (all: number[]) => all.sort((a, b) => a - b)[all.length / 2]!;
    const ratio = median(times.unknown) / median(times.wrong);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });
});

describe('a rotation', () => {
  test('gives a key with the same rights, and both are valid until the old one ends', async () => {
    const { backend, state, ring, later, at } = setUp();
    const expires_at = new Date(start + 90 * hour).toISOString();
    const updates = { quota: 5000, window_s: 60 };
    const first = await createKey(backend, { ...wanted, expires_at, updates }, at());
    state.now += hour;
    const next = await rotateKey(backend, first.key.id, 24 * hour, at());
    const end = new Date(state.now + 90 * hour).toISOString();
    expect(next.key).toMatchObject({ ...wanted, updates, replaces: first.key.id, expires_at: end });
    const { check } = await ring();
    const kinds = () => [first, next].map(({ text }) => check(bearer(text)).kind);
    expect(kinds()).toEqual(['ok', 'ok']);
    await later(24 * hour);
    expect(kinds()).toEqual(['expired', 'ok']);
    await expect(rotateKey(backend, first.key.id, hour, at())).rejects.toThrow(KeyError);
  });

  test('is refused twice, and never makes a key last longer', async () => {
    const { backend, state, at } = setUp();
    const expires_at = new Date(start + hour).toISOString();
    const first = await createKey(backend, { ...wanted, expires_at }, at());
    state.now += 1;
    const next = await rotateKey(backend, first.key.id, 24 * hour, at());
    expect(next.old.expires_at).toBe(expires_at);
    await expect(rotateKey(backend, first.key.id, hour, at())).rejects.toThrow(`${next.key.id} replaces it`);
    await revokeKey(backend, next.key.id, at());
    const revoked = (await allKeys(backend)).map(({ revoked_at }) => revoked_at);
    expect(revoked).toEqual([null, at().toISOString()]);
    await expect(rotateKey(backend, next.key.id, hour, at())).rejects.toThrow('is revoked');
    await expect(revokeKey(backend, 'x', at())).rejects.toThrow('no such key');
    const revokedAt = at().toISOString();
    state.now += 1;
    expect(await revokeKey(backend, next.key.id, at())).toMatchObject({ revoked_at: revokedAt });
    // Its successor is gone, so it may be replaced again.
    expect((await rotateKey(backend, first.key.id, hour, at())).key.replaces).toBe(first.key.id);
  });

  test('and a new key are refused where the store is full', async () => {
    const { at } = setUp();
    const keys = Array.from({ length: maxKeys }, (_, i) => ({ id: String(i), record: '{}' }));
    const full = { keys: () => Promise.resolve(keys), putKey: () => Promise.reject(new Error('no')) };
    await expect(createKey(full, wanted, at())).rejects.toThrow('10000 keys');
  });
});

test('a limit of updates is a number in a second, a minute or an hour', () => {
  for (const [text, quota, window_s] of [
    ['1/s', 1, 1],
    ['5000/min', 5000, 60],
    ['999999/h', 999_999, 3600],
    ['1000000/h', 1_000_000, 3600],
  ] as const) {
    expect(readLimit(text)).toEqual({ quota, window_s });
    expect(limitText({ quota, window_s })).toBe(text);
  }
  for (const text of ['0/s', '1000001/h', '1/d', '1', '/s', '1.5/s', '01/s', '1/s '])
    expect(readLimit(text)).toBeNull();
});
