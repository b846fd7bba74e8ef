import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/server.js';
import { join } from 'node:path';
import { defaultBinding } from '../../../renderer/index.js';
import { openDatabase } from '../../../server/labels/store/sqlite/open.js';
import { runningIn, settle } from '../../../server/labels/tag/tag.js';
import { atSize } from '../../support/labels/share.js';
import { openLocalStore } from '../../support/store/local-store.js';
import { deliveryOf } from '../../support/store/contract.js';

const folder = temporaryFolder();

const updates = atSize(2_000, 10_000);
const labels = Array.from({ length: atSize(20, 100) }, (_, i) => `label-${i}`);
const full = { seconds: 15, basis: 'assumed', ms: 15_000 } as const;
const partial = { seconds: 0.5, basis: 'measured', ms: 500 } as const;
const troubles = ['offline', 'low_battery', 'ghosting'] as const;

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What was promised of a label, and what was seen of it. */
interface Watched {
  /** The prices that were acknowledged, by revision. */
  readonly acknowledged: string[];
  /** The newest revision that was on the glass. */
  seen: number;
}

test(`${updates} random updates to ${labels.length} labels, with restarts, never show an older content after a newer one, lose none that was acknowledged, and end displayed`, async () => {
  const path = join(folder.path, 'random.db');
  const random = randomFrom(20_261_122);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let store = openLocalStore(openDatabase(path));
  let now = Date.parse('2026-11-20T22:10:06.123Z');
  const watched = new Map(labels.map((id): [string, Watched] => [id, { acknowledged: [''], seen: 0 }]));
  for (const id of labels) await store.bind(id, null, defaultBinding, null);

  const look = async (id: string) => {
    const { tag, current } = (await store.label(id))!;
    if (!tag) return;
    const watch = watched.get(id)!;
    const settled = settle(tag, now);
    const { revision, picture } = settled.shown;
    expect(revision).toBeGreaterThanOrEqual(watch.seen);
    watch.seen = revision;
    expect(current!.revision).toBe(watch.acknowledged.length - 1);
    if (revision === 0) return;
    expect(picture).toBe(watch.acknowledged[revision]);
    // What is on the glass can be drawn, however many updates came since.
    expect((await store.revision(id, revision))!.update!.price).toBe(picture);
    // The newest is shown, is being shown, or waits.
    const goal = settled.waiting ?? runningIn(settled) ?? settled.shown;
    expect([goal.revision, goal.picture]).toEqual([current!.revision, watch.acknowledged.at(-1)]);
  };
  const send = async (id: string) => {
    const price = `${Math.floor(random() * 4)}.00`;
    const trouble = random() < 0.05 ? pick(troubles) : null;
    const speed = { full, partial: random() < 0.7 && trouble !== 'low_battery' ? partial : null };
    const seen = (await store.label(id))!;
    const stored = await store.append(seen, deliveryOf(price, { at: now, ...speed, trouble }));
    watched.get(id)!.acknowledged[stored!.current!.revision] = price;
  };

  let restarts = 0;
  for (let sent = 0; sent < updates;) {
    const group = Math.min(updates - sent, 1 + Math.floor(random() * 60));
    // Some labels get many at once.
    const few = random() < 0.3 ? labels.slice(0, 1 + Math.floor(random() * 3)) : labels;
    await Promise.all(Array.from({ length: group }, () => send(pick(few))));
    sent += group;
    now += Math.floor(random() ** 4 * 40_000);
    await Promise.all(Array.from({ length: 20 }, () => look(pick(labels))));
    if (random() > 0.05) continue;
    await store.close();
    store = openLocalStore(openDatabase(path));
    restarts++;
  }
  expect(restarts).toBeGreaterThan(1);
  now += 120_000;
  for (const id of labels) {
    await look(id);
    const { acknowledged, seen } = watched.get(id)!;
    expect(seen).toBe(acknowledged.length - 1);
    expect(acknowledged.includes(undefined as unknown as string)).toBe(false);
    expect(runningIn(settle((await store.label(id))!.tag!, now))).toBeNull();
  }
  await store.close();
}, 60_000);
