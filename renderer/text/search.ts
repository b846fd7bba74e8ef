/**
 * The largest n from 0 to `most` for which `fits` holds, provided that it then holds for all smaller ones. `fits` is not
 * called with 0. With a near `guess` it is called two or three times: each call may draw a word.
 */
export function longestPrefix(most: number, fits: (n: number) => boolean, guess?: number): number {
  let low = 0;
  let high = most;
  const middle = () => (low + high + 1) >> 1;
  let next = guess === undefined ? middle() : Math.min(Math.max(guess, 1), most);
  // Steps away from a guess double until the answer lies between them; then, as without a guess, the span is halved.
  for (let step = 1; low < high; step *= 2) {
    if (fits(next)) {
      low = next;
      next = guess !== undefined && high === most ? Math.min(most, low + step) : middle();
    } else {
      high = next - 1;
      next = guess !== undefined && low === 0 ? Math.max(1, high + 1 - step) : middle();
    }
  }
  return low;
}
