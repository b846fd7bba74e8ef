/** The characters that a font has, as sorted ranges of code points. */
export interface Coverage {
  has(codePoint: number): boolean;
}

/** Parses ranges such as `20-7e a0 c0-17f` (hexadecimal, ascending), as `npm run fonts` writes them. */
export function parseCoverage(ranges: string): Coverage {
  const bounds = ranges.split(' ').map((range) => range.split('-').map((end) => parseInt(end, 16)));
  const first = Uint32Array.from(bounds, ([low]) => low!);
  const last = Uint32Array.from(bounds, ([low, high]) => high ?? low!);
  return {
    has(codePoint) {
      let low = 0;
      let high = first.length - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        if (codePoint < first[middle]!) high = middle - 1;
        else if (codePoint > last[middle]!) low = middle + 1;
        else return true;
      }
      return false;
    },
  };
}

/** The inverse of {@link parseCoverage}. */
export function formatCoverage(codePoints: Iterable<number>): string {
  const sorted = [...new Set(codePoints)].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const point of sorted) {
    const range = ranges.at(-1);
    if (range?.[1] === point - 1) range[1] = point;
    else ranges.push([point, point]);
  }
  return ranges
    .map(([low, high]) => (low === high ? low.toString(16) : `${low.toString(16)}-${high.toString(16)}`))
    .join(' ');
}
