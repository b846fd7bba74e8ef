/** Whether `npm run exhaustive` runs the tests: the only place that reads its variable. */
const isExhaustive = process.env.EXHAUSTIVE === '1';

/**
 * The part of a sweep that `npm test` tries: every item of `parts` whose turn it is, the same ones in each run. A sweep over
 * several lists passes the sum of its indices in the others, so that each item is combined with some of each list. All items
 * in `npm run exhaustive`.
 */
export function share<T>(items: readonly T[], parts: number, turn = 0): readonly T[] {
  return isExhaustive ? items : items.filter((_, i) => (i + turn) % parts === 0);
}

/** How many random or costly cases `npm test` tries; three times as many in `npm run exhaustive`. */
export function runs(usual: number): number {
  return isExhaustive ? usual * 3 : usual;
}

/** The size of a test in `npm test`, and in `npm run exhaustive`. */
export function atSize<T>(usual: T, exhaustive: T): T {
  return isExhaustive ? exhaustive : usual;
}
