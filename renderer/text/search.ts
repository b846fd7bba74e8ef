/** The largest n from 0 to `most` for which `fits` holds, given that it then holds for all smaller ones. */
export function longestPrefix(most: number, fits: (n: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
