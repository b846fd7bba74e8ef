import { beforeEach, expect, test } from '@jest/globals';
import type { LogEntry, StoredLabel } from '../../server/labels/store/index.js';
import { createTagChanges, type LabelEvent, type TagChanges } from '../../server/labels/tag-changes.js';
import { accept, type Arrival, type Tag } from '../../server/labels/tag/tag.js';
import { deliveryOf, draftOf } from '../support/store/contract.js';

const refreshMs = 15_000;
const start = Date.parse('2026-11-20T22:10:06.123Z');
let changes: TagChanges;
let tags: Map<string, Tag>;
let seq: number;
beforeEach(() => {
  [changes, tags, seq] = [createTagChanges(), new Map<string, Tag>(), 0];
});

const wordsOf = (events: readonly LabelEvent[]) =>
  events.map((event) => {
    switch (event.kind) {
      case 'updated':
        return `${event.id} updated ${event.label.current?.revision ?? 0}`;
      case 'refreshing':
        return `${event.id} refreshing ${event.refresh.revision}`;
      case 'displayed':
        return `${event.id} displayed ${event.revision}`;
      case 'deleted':
        return `${event.id} deleted`;
    }
  });

interface Content extends Partial<Arrival> {
  readonly after?: number;
  readonly ms?: number;
  readonly picture?: string;
  readonly device?: string;
}

/** The entry of a revision that a store accepts. */
function entryOf(id: string, revision: number, given: Content = {}): LogEntry {
  const { after = 0, ms = 0, picture = `${revision}`, device = 'panel', ...more } = given;
  const at = start + after;
  const full = { seconds: ms / 1000, basis: 'stated', ms } as const;
  const { arrival } = deliveryOf('1.00', { at, full, ...more });
  const tag = accept(tags.get(id) ?? null, { device, revision, picture }, arrival);
  tags.set(id, tag);
  const current = { ...draftOf('1.00'), revision };
  const label: StoredLabel = { id, binding: current.binding, version: 1, current, tag };
  return { seq: ++seq, at, id, kind: 'revision', label };
}
const enter = (...args: Parameters<typeof entryOf>) => wordsOf(changes.enter(entryOf(...args)));
const until = (ms: number, id = 'a') => wordsOf(changes.until(id, start + ms));

test('a panel without delay displays a content immediately, and is then forgotten', () => {
  expect(enter('a', 1)).toEqual(['a updated 1', 'a refreshing 1', 'a displayed 1']);
  expect([changes.pending(), changes.next('a')]).toEqual([[], null]);
});

test('pixels that a panel shows already need no refresh', () => {
  enter('a', 1, { picture: 'same' });
  expect(enter('a', 2, { picture: 'same' })).toEqual(['a updated 2', 'a displayed 2']);
});

test('another panel starts with its own refreshes', () => {
  enter('a', 1, { ms: refreshMs });
  expect(enter('a', 2, { device: 'other', after: 1 })).toEqual(['a updated 2', 'a refreshing 2', 'a displayed 2']);
});

test('a refresh ends at its time, and the newest waiting content follows', () => {
  const first = [1, 2, 3].flatMap((revision) => enter('a', revision, { ms: refreshMs }));
  expect(first).toEqual(['a updated 1', 'a refreshing 1', 'a updated 2', 'a updated 3']);
  expect(until(refreshMs - 1)).toEqual([]);
  expect(changes.next('a')).toBe(start + refreshMs);
  expect(changes.until('a', start + refreshMs)).toMatchObject([
    { kind: 'displayed', revision: 1, at: start + refreshMs, seq: 3 },
    { kind: 'refreshing', seq: 3 },
  ]);
  expect(until(10 * refreshMs)).toEqual(['a displayed 3']);
  expect([until(100 * refreshMs), changes.pending()]).toEqual([[], []]);
});

test('changes that were due before an entry come before it', () => {
  enter('a', 1, { ms: refreshMs });
  const late = enter('a', 2, { ms: refreshMs, after: refreshMs + 5 });
  expect(late).toEqual(['a displayed 1', 'a updated 2', 'a refreshing 2']);
});

test('an offline tag starts to refresh when it is back', () => {
  expect(enter('a', 1, { ms: refreshMs, trouble: 'offline', troubleMs: 60_000 })).toEqual(['a updated 1']);
  expect([until(59_999), until(60_000)]).toEqual([[], ['a refreshing 1']]);
});

test('a tag that is resumed in the middle of a refresh reports only the rest', () => {
  changes.resume(entryOf('a', 1, { ms: refreshMs }), start + 5000);
  expect(changes.pending()).toEqual(['a']);
  expect([until(5000), until(refreshMs)]).toEqual([[], ['a displayed 1']]);
  changes.resume(entryOf('b', 1, { ms: refreshMs }), start + refreshMs);
  expect(changes.pending()).toEqual([]);
});

test('a deleted label has no later changes; bindings and layouts have none of a tag', () => {
  const [first, second] = [entryOf('a', 1, { ms: refreshMs }), entryOf('b', 1, { ms: refreshMs })];
  for (const entry of [first, second]) changes.enter(entry);
  expect(wordsOf(changes.enter({ seq: 9, at: start, id: 'a', kind: 'deletion' }))).toEqual(['a deleted']);
  expect([until(refreshMs), until(refreshMs, 'b')]).toEqual([[], ['b displayed 1']]);
  expect(wordsOf(changes.enter({ ...entryOf('c', 1), kind: 'binding' } as LogEntry))).toEqual(['c updated 1']);
  expect(changes.enter({ seq: 10, at: start, id: 'x', kind: 'layout' })).toEqual([]);
});
