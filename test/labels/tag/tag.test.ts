import { describe, expect, test } from '@jest/globals';
import { accept, type Arrival, maxPartialsInARow, neededBy, nextChange } from '../../../server/labels/tag/tag.js';
import { readyAt, runningIn, settle, type Tag } from '../../../server/labels/tag/tag.js';

const full = { seconds: 15, basis: 'measured', ms: 15_000 } as const;
const partial = { seconds: 0.5, basis: 'stated', ms: 500 } as const;
function send(
  tag: Tag | null,
  revision: number,
  at: number,
  more: Partial<Arrival> = {},
  [picture = `p${revision}`, device = 'panel']: readonly string[] = [],
): Tag {
  const arrival = { at, full, partial: null, trouble: null, troubleMs: 60_000, ...more };
  return accept(tag, { device, revision, picture }, arrival);
}
/** The revisions on the glass, that the panel refreshes to, and that waits; a hyphen for none. */
const where = (tag: Tag, now: number) => {
  const settled = settle(tag, now);
  return `${settled.shown.revision} ${runningIn(settled)?.revision ?? '-'} ${settled.waiting?.revision ?? '-'}`;
};

describe('a tag', () => {
  test('shows blank paper until its first refresh is over, and not a millisecond longer', () => {
    const tag = send(null, 1, 1000);
    expect(tag.refresh).toEqual({
      ...{ revision: 1, picture: 'p1', from: 0, kind: 'full', seconds: 15, basis: 'measured' },
      ...{ began_at: 1000, ends_at: 16_000, ghost: null },
    });
    expect([where(tag, 15_999), where(tag, 16_000)]).toEqual(['0 1 -', '1 - -']);
    expect(settle(tag, 99_000).shown).toEqual({ revision: 1, picture: 'p1', since: 16_000, ghost: null });
    expect([readyAt(tag), readyAt(settle(tag, 16_000))]).toEqual([16_000, null]);
  });

  test('finishes its refresh while one update waits, and a third takes its place', () => {
    let tag = send(send(null, 1, 0), 2, 5000);
    expect(where(tag, 5000)).toBe('0 1 2');
    tag = send(tag, 3, 6000);
    expect([where(tag, 6000), readyAt(tag)]).toEqual(['0 1 3', 30_000]);
    expect([where(tag, 15_000), where(tag, 30_000)]).toEqual(['1 3 -', '3 - -']);
    expect(settle(tag, 20_000).refresh).toMatchObject({ from: 1, began_at: 15_000, ends_at: 30_000 });
    expect(settle(tag, 30_000).refreshes).toBe(2);
  });

  test('is the same whether somebody looks at each moment or only at the end', () => {
    const tag = send(send(null, 1, 0), 2, 10);
    let watched = tag;
    for (let now = 10; now < 40_000; now += 100) watched = settle(watched, now);
    expect(watched).toEqual(settle(tag, 40_000));
    expect(nextChange(watched)).toBeNull();
  });

  test('does not refresh for the pixels that it shows', () => {
    const shown = settle(send(null, 1, 0), 20_000);
    const again = send(shown, 2, 20_000, {}, ['p1']);
    expect(again).toMatchObject({ unchanged: true, refreshes: 1, shown: { revision: 2, since: 15_000 } });
    expect(where(again, 20_000)).toBe('2 - -');
    expect(send(again, 3, 30_000)).toMatchObject({ unchanged: false, refreshes: 2 });
  });

  test('does not refresh again for the pixels that it goes to, or that wait', () => {
    const running = send(send(null, 1, 0), 2, 10, {}, ['p1']);
    expect(running).toMatchObject({ unchanged: true, waiting: null, refresh: { revision: 2, ends_at: 15_000 } });
    const waiting = send(send(running, 3, 20), 4, 30, {}, ['p3']);
    expect(waiting).toMatchObject({ unchanged: true, waiting: { revision: 4 }, refreshes: 1 });
    const back = send(waiting, 5, 40, {}, ['p1']);
    expect(back).toMatchObject({ unchanged: true, waiting: null, refresh: { revision: 5 } });
    expect(where(back, 15_000)).toBe('5 - -');
  });

  test(`refreshes partly where its panel can, and fully first and after ${maxPartialsInARow} partial ones`, () => {
    let tag: Tag | null = null;
    const kinds: string[] = [];
    for (let i = 1; i <= 2 * maxPartialsInARow + 3; i++) {
      tag = send(tag, i, i * 20_000, { partial });
      kinds.push(tag.refresh!.kind === 'full' ? 'F' : 'p');
    }
    const round = `F${'p'.repeat(maxPartialsInARow)}`;
    expect(kinds.join('')).toBe(`${round}${round}F`);
    expect(tag).toMatchObject({
      partials: 2 * maxPartialsInARow,
      refresh: { ends_at: tag!.refresh!.began_at + 15_000 },
    });
    const quick = send(tag, 99, 500_000, { partial });
    expect(quick.refresh).toMatchObject({ kind: 'partial', seconds: 0.5, basis: 'stated', ends_at: 500_500 });
  });

  test('is ready after a partial refresh where it waits for the first, full one', () => {
    const tag = send(send(null, 1, 0, { partial }), 2, 5000, { partial });
    expect([readyAt(tag), settle(tag, 15_500).shown.revision]).toEqual([15_500, 2]);
  });

  test('is another one, with blank paper, when its label is bound to another panel', () => {
    const tag = send(settle(send(null, 1, 0), 20_000), 2, 20_000, {}, ['p1', 'other']);
    expect(tag).toMatchObject({ device: 'other', shown: { revision: 0 }, refresh: { from: 0 }, refreshes: 1 });
  });

  test('takes updates that are timed in another order than they are stored in the order in which they are stored', () => {
    const instant = { full: { ...full, ms: 0 } };
    const tag = send(send(null, 1, 100, instant), 2, 90, instant);
    expect(where(tag, 100)).toBe('2 - -');
  });

  test('has no event before its last one, when the clock was set back during a refresh', () => {
    const tag = send(send(null, 1, 100_000), 2, 40_000, { trouble: 'offline' });
    expect(tag.waiting).toMatchObject({ revision: 2, since: 100_000, from: 160_000 });
    expect([tag.trouble!.until, where(tag, 159_999), where(tag, 160_000)]).toEqual([160_000, '1 - 2', '1 2 -']);
  });

  test('needs what it shows, what its refresh begins and ends with, and what waits', () => {
    const first = settle(send(null, 1, 0), 20_000);
    expect(neededBy(first)).toEqual([1, 1]);
    expect(new Set(neededBy(send(send(first, 2, 20_000), 3, 20_001)))).toEqual(new Set([1, 2, 3]));
  });
});

describe('a tag in trouble', () => {
  const shown = settle(send(null, 1, 0), 20_000);

  test('that is offline takes the newest content in when it is back', () => {
    let tag = send(shown, 2, 20_000, { trouble: 'offline' });
    expect([where(tag, 79_999), readyAt(tag), tag.trouble]).toEqual([
      '1 - 2',
      95_000,
      { kind: 'offline', until: 80_000 },
    ]);
    expect(where(tag, 80_000)).toBe('1 2 -');
    expect(settle(tag, 80_000).trouble).toBeNull();
    // It is back with the next content that is sent without trouble.
    const back = send(tag, 3, 21_000);
    expect([where(back, 21_000), back.trouble]).toEqual(['1 3 -', null]);
    tag = send(tag, 3, 30_000, { trouble: 'offline' });
    expect([where(tag, 89_999), where(tag, 90_000)]).toEqual(['1 - 3', '1 3 -']);
  });

  test('that is offline finishes the refresh that runs', () => {
    const tag = send(send(shown, 2, 20_000), 3, 21_000, { trouble: 'offline', troubleMs: 1000 });
    expect([where(tag, 34_999), where(tag, 35_000)]).toEqual(['1 2 3', '2 3 -']);
  });

  test('with a low battery has it until its time is over, or another content comes', () => {
    const tag = send(shown, 2, 20_000, { trouble: 'low_battery' });
    expect(tag.trouble).toEqual({ kind: 'low_battery', until: 80_000 });
    expect([settle(tag, 79_999).trouble?.kind, settle(tag, 80_000).trouble]).toEqual(['low_battery', null]);
    expect(send(tag, 3, 30_000).trouble).toBeNull();
  });

  test('that ghosts shows the picture before through the next, until a full refresh', () => {
    let tag = settle(send(null, 1, 0, { partial }), 20_000);
    tag = send(tag, 2, 20_000, { partial, trouble: 'ghosting' });
    expect([tag.shown.ghost, settle(tag, 21_000).shown.ghost]).toEqual([null, 1]);
    expect(neededBy(settle(tag, 21_000))).toContain(1);
    for (let i = 3; i <= maxPartialsInARow + 1; i++) tag = send(tag, i, i * 20_000, { partial });
    expect(settle(tag, 200_000)).toMatchObject({ refresh: { kind: 'partial' }, shown: { ghost: 1 } });
    tag = send(tag, 9, 200_000, { partial });
    expect([tag.refresh!.kind, tag.shown.ghost, settle(tag, 220_000).shown.ghost]).toEqual(['full', 1, null]);
    // Until that refresh ends, the glass still shows it.
    expect([neededBy(tag).includes(1), neededBy(settle(tag, 220_000)).includes(1)]).toEqual([true, false]);
  });

  test('that ghosts without a partial refresh does so until the next full one', () => {
    const tag = send(shown, 2, 20_000, { trouble: 'ghosting' });
    expect(settle(tag, 40_000).shown.ghost).toBe(1);
    expect(settle(send(tag, 3, 40_000), 60_000).shown.ghost).toBeNull();
  });
});
