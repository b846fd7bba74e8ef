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
 * @param order the concessions that may be made
 * @param most the highest level of each
 * @param missing how much does not fit with these concessions; 0 is nothing
 */
export function concede(
  order: readonly Concession[],
  most: ConcessionLevels,
  missing: (conceded: ConcessionLevels) => number,
): ConcessionLevels {
  const penalties = new Map<number, number>();
  const missingWith = (conceded: ConcessionLevels): number => {
    const key = keyOf(conceded);
    const penalty = penalties.get(key) ?? missing(conceded);
    penalties.set(key, penalty);
    return penalty;
  };
  const steps = order.flatMap((name) => Array.from({ length: most[name] }, (_, i) => ({ [name]: i + 1 })));
  let conceded: ConcessionLevels = { ...nothingConceded, ...steps[0] };
  // Most labels need the first one or two concessions only, and all of them take other boxes.
  const few = [conceded, { ...conceded, ...steps[1] }];
  const everything = () => steps.reduce<ConcessionLevels>((all, step) => ({ ...all, ...step }), nothingConceded);
  let least = few.some((tried) => missingWith(tried) === 0) ? 0 : missingWith(everything());
  if (least > 0) {
    let fewer = nothingConceded;
    least = Math.min(...steps.map((step) => missingWith((fewer = { ...fewer, ...step }))));
  }
  if (least === 0) penalties.set(keyOf(nothingConceded), Infinity);
  else if (least >= missingWith(nothingConceded)) return nothingConceded;
  for (const step of steps) {
    if (missingWith(conceded) <= least) break;
    conceded = { ...conceded, ...step };
  }
  for (const name of order) {
    const less = Array.from({ length: conceded[name] }, (_, level) => ({ ...conceded, [name]: level }));
    conceded = less.find((tried) => missingWith(tried) <= least) ?? conceded;
  }
  return conceded;
}

function keyOf({ shrink, hide, condense, hyphenate, lines }: ConcessionLevels): number {
  return (((hide * 16 + lines) * 16 + shrink) * 16 + condense) * 16 + hyphenate;
}
