/** Whether all is tried that can be, as `npm run exhaustive` asks: the one place that reads its variable. */
const isExhaustive = process.env.EXHAUSTIVE === '1';

/**
 * The part of a sweep that `npm test` tries: of the items the one in `parts` whose turn it is, the same ones in each run. A sweep
 * over several lists hands in the sum of its places in the others, so that each item meets some of each list. All that
 * there are in `npm run exhaustive`.
 */
export function share<T>(items: readonly T[], parts: number, turn = 0): readonly T[] {
  return isExhaustive ? items : items.filter((_, i) => (i + turn) % parts === 0);
}

/** How often `npm test` tries what is random or costly; three times as often in `npm run exhaustive`. */
export function runs(usual: number): number {
  return isExhaustive ? usual * 3 : usual;
}

/** What a test tries in `npm test`, and in `npm run exhaustive`. */
export function atSize<T>(usual: T, exhaustive: T): T {
  return isExhaustive ? exhaustive : usual;
}
