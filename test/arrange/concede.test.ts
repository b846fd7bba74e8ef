import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ConcessionLevels, concessions, createConcede, nothingConceded } from '../../renderer/arrange/concede.js';

const most: ConcessionLevels = { shrink: 1, hide: 2, condense: 1, hyphenate: 1, lines: 3 };
const orders = fc.shuffledSubarray([...concessions]);
const within = (order: readonly string[]) =>
  fc.record(
    Object.fromEntries(
      concessions.map((name) => [name, fc.integer({ min: 0, max: order.includes(name) ? most[name] : 0 })]),
    ) as Record<(typeof concessions)[number], fc.Arbitrary<number>>,
  );

const covers = (one: ConcessionLevels, other: ConcessionLevels) =>
  concessions.every((name) => one[name] >= other[name]);

describe('what a label concedes', () => {
  test('is exactly what it needs, in any order', () => {
    fc.assert(
      fc.property(
        orders.chain((order) => fc.tuple(fc.constant(order), within(order))),
        ([order, needed]) => {
          fc.pre(!covers(nothingConceded, needed));
          const missing = (conceded: ConcessionLevels) => (covers(conceded, needed) ? 0 : 1);
          expect(createConcede(order, most)(missing)).toEqual(needed);
        },
      ),
    );
  });

  test('is the earlier one of two that suffice', () => {
    const missing = ({ hide, lines }: ConcessionLevels) => (hide >= 1 || lines >= 1 ? 0 : 1);
    expect(createConcede(concessions, most)(missing)).toEqual({ ...nothingConceded, hide: 1 });
    expect(createConcede(['lines', 'hide'], most)(missing)).toEqual({ ...nothingConceded, lines: 1 });
  });

  test('is nothing where nothing helps', () => {
    expect(createConcede(concessions, most)(() => 1)).toEqual(nothingConceded);
    expect(createConcede(concessions, most)(({ hide }) => 1 + hide)).toEqual(nothingConceded);
    expect(createConcede([], most)(() => 1)).toEqual(nothingConceded);
  });

  test('helps some texts, where others are hopeless', () => {
    const missing = ({ condense }: ConcessionLevels) => (condense > 0 ? 1 : 2);
    expect(createConcede(concessions, most)(missing)).toEqual({ ...nothingConceded, condense: 1 });
  });

  test('stops before a harmful concession', () => {
    const missing = ({ shrink, hide, lines }: ConcessionLevels) => (lines > 0 ? 1 : hide > 1 ? 0 : 3 - 2 * shrink);
    expect(createConcede(concessions, most)(missing)).toEqual({ ...nothingConceded, hide: 2 });
    expect(createConcede([], most)(missing)).toEqual(nothingConceded);
  });

  test('is found with few tries: no state is tried twice, and as many as the first concessions that suffice', () => {
    const tried: string[] = [];
    const missing = (conceded: ConcessionLevels) => {
      tried.push(JSON.stringify(conceded));
      return conceded.shrink > 0 ? 0 : 1;
    };
    createConcede(concessions, most)(missing);
    expect(tried).toHaveLength(1);
    tried.length = 0;
    createConcede(['condense', 'shrink', 'lines'], most)(missing);
    expect(tried.map((each) => JSON.parse(each) as ConcessionLevels)).toEqual([
      { ...nothingConceded, condense: 1 },
      { ...nothingConceded, condense: 1, shrink: 1 },
      { ...nothingConceded, shrink: 1 },
    ]);
    tried.length = 0;
    createConcede(concessions, most)((conceded) => (missing(conceded), conceded.lines === 3 ? 0 : 1));
    expect(new Set(tried).size).toBe(tried.length);
    expect(tried.length).toBeLessThanOrEqual(20);
  });
});
