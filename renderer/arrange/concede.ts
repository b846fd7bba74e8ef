import { getOrInsert } from '../get-or-insert.js';

/** What a label may concede so that its texts fit, in the default order. */
export const concessions = ['shrink', 'hide', 'condense', 'hyphenate', 'lines'] as const;
export type Concession = (typeof concessions)[number];

/** The level of each concession; 0 is none. */
export type ConcessionLevels = Readonly<Record<Concession, number>>;

export const nothingConceded: ConcessionLevels = { shrink: 0, hide: 0, condense: 0, hyphenate: 0, lines: 0 };

/**
 * Finds the least that a label must concede. Makes one concession after the other, each to its highest level, until as
 * little is missing as with all of them, or with fewer: a late concession may do harm, as more lines of one text leave others
 * no room. Then takes back those that did not help. For labels that do not fit without concessions.
 * @param missing how much does not fit with these concessions; 0 is nothing
 */
export type Concede = (missing: (conceded: ConcessionLevels) => number) => ConcessionLevels;

/**
 * @param order the concessions that may be made
 * @param most the highest level of each
 */
export function createConcede(order: readonly Concession[], most: ConcessionLevels): Concede {
  /** Each has a level more than the one before. */
  const rungs: ConcessionLevels[] = [];
  for (const name of order)
    for (let level = 1; level <= most[name]; level++)
      rungs.push({ ...(rungs.at(-1) ?? nothingConceded), [name]: level });
  return (missing) => {
    if (rungs.length === 0) return nothingConceded;
    const penalties = new Map<number, number>();
    const missingWith = (conceded: ConcessionLevels): number => {
      const key = keyOf(conceded);
      return getOrInsert(penalties, key, () => missing(conceded));
    };
    // Most labels need the first one or two concessions only, and all of them take other boxes.
    let least = rungs.slice(0, 2).some((few) => missingWith(few) === 0) ? 0 : missingWith(rungs.at(-1)!);
    if (least > 0) least = Math.min(...rungs.map(missingWith));
    if (least === 0) penalties.set(keyOf(nothingConceded), Infinity);
    else if (least >= missingWith(nothingConceded)) return nothingConceded;
    let conceded = rungs.find((rung) => missingWith(rung) <= least)!;
    for (const name of order)
      for (let level = 0; level < conceded[name]; level++) {
        const less = { ...conceded, [name]: level };
        if (missingWith(less) <= least) conceded = less;
      }
    return conceded;
  };
}

function keyOf({ shrink, hide, condense, hyphenate, lines }: ConcessionLevels): number {
  return (((hide * 16 + lines) * 16 + shrink) * 16 + condense) * 16 + hyphenate;
}
