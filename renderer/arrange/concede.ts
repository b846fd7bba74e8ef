/** What a label may give up, so that its texts are whole, in the order in which it does unless its layout says otherwise. */
export const concessions = ['shrink', 'hide', 'condense', 'hyphenate', 'lines'] as const;
export type Concession = (typeof concessions)[number];

/** How far each concession is made: 0 is not at all. */
export type Conceded = Readonly<Record<Concession, number>>;

export const nothingConceded: Conceded = { shrink: 0, hide: 0, condense: 0, hyphenate: 0, lines: 0 };

/**
 * Finds the least that a label must concede. It makes one concession after the other, each as far as it goes, until as much
 * is whole as with all of them; then it takes back what did not help. For labels on which not all is whole with nothing
 * conceded.
 * @param order the concessions that may be made
 * @param most how far each goes
 * @param missing how much is not whole with these concessions: 0 is nothing
 * @param bearable how much may stay so; where more does with all concessions, fewer of them are tried: what is conceded last
 *   may do harm, as lines do that leave others no room
 */
export function concede(
  order: readonly Concession[],
  most: Conceded,
  missing: (conceded: Conceded) => number,
  bearable = 0,
): Conceded {
  const known = new Map<string, number>();
  const missingWith = (conceded: Conceded): number => {
    const key = keyOf(conceded);
    const found = known.get(key) ?? missing(conceded);
    known.set(key, found);
    return found;
  };
  const steps = order.flatMap((name) => Array.from({ length: most[name] }, (_, i) => ({ [name]: i + 1 })));
  const everything = steps.reduce<Conceded>((all, step) => ({ ...all, ...step }), nothingConceded);
  let conceded: Conceded = { ...nothingConceded, ...steps[0] };
  // Most labels need the first concession alone.
  let least = missingWith(conceded) === 0 ? 0 : missingWith(everything);
  if (least > bearable) {
    let fewer = nothingConceded;
    least = Math.min(...steps.map((step) => missingWith((fewer = { ...fewer, ...step }))));
  }
  if (least === 0) known.set(keyOf(nothingConceded), Infinity);
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

function keyOf(conceded: Conceded): string {
  return concessions.map((name) => conceded[name]).join();
}
