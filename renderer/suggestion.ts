/** Names whose edit distance is computed. {@link sharesLetters} skips most other names first. */
const maxCompared = 64;

/** The known name most similar to `name`; undefined when more than a third of its letters would be wrong. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 64) return undefined;
  const wanted = folded(name);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let compared = 0;
  for (const candidate of known) {
    const other = folded(candidate);
    if (Math.abs(other.length - wanted.length) >= least || !sharesLetters(wanted, other, least)) continue;
    if (++compared > maxCompared) break;
    const distance = editDistance(wanted, other);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** ` (did you mean "…"?)`, or nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  return asQuestion(nearest(name, known));
}

/** The same for a given name. */
export function asQuestion(guess: string | undefined): string {
  return guess === undefined ? '' : ` (did you mean "${guess}"?)`;
}

/** A name without the differences in people's spelling: capitals, `_`, `-` and blanks. */
export function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** Whether fewer than `least` changes may make `b` of `a`: each makes up for one letter of `a` that `b` lacks. */
function sharesLetters(a: string, b: string, least: number): boolean {
  let [left, lacking] = [b, 0];
  for (const letter of a) {
    const at = left.indexOf(letter);
    if (at >= 0) left = left.slice(0, at) + left.slice(at + 1);
    else if (++lacking >= least) return false;
  }
  return true;
}

/** The least number of letters to add, leave out, change, or swap with the next one: Damerau's distance, row by row. */
function editDistance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = row![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row![j]! + 1, next[j - 1]! + 1, changed, swapped ? before![j - 2]! + 1 : Infinity));
    }
    [before, row] = [row!, next];
  }
  return row![b.length]!;
}
