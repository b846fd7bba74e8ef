/** What a label may give up, so that its texts are whole, in the order in which it does unless its layout says otherwise. */
export const concessions = ['shrink', 'hide', 'condense', 'hyphenate', 'lines'] as const;
export type Concession = (typeof concessions)[number];

/** How far each concession is made: 0 is not at all. */
export type Conceded = Readonly<Record<Concession, number>>;

export const nothingConceded: Conceded = { shrink: 0, hide: 0, condense: 0, hyphenate: 0, lines: 0 };

/**
 * Finds the least that a label must concede. It makes one concession after the other, each as far as it goes, until as much
 * is whole as with all of them; then it takes back what did not help.
 * @param order the concessions that may be made
 * @param most how far each goes
 * @param missing how much is not whole with these concessions: 0 is nothing
 * @param now what is missing with nothing conceded
 */
export function concede(
  order: readonly Concession[],
  most: Conceded,
  missing: (conceded: Conceded) => number,
  now: number,
): Conceded {
  const everything = Object.fromEntries(concessions.map((name) => [name, order.includes(name) ? most[name] : 0]));
  const least = missing(everything as Conceded);
  if (least >= now) return nothingConceded;
  let conceded = nothingConceded;
  walk: for (const name of order)
    for (let level = 1; level <= most[name]; level++) {
      conceded = { ...conceded, [name]: level };
      if (missing(conceded) <= least) break walk;
    }
  for (const name of order)
    for (let level = 0; level < conceded[name]; level++) {
      const less = { ...conceded, [name]: level };
      if (missing(less) > least) continue;
      conceded = less;
      break;
    }
  return conceded;
}
