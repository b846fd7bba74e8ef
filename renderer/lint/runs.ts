import { getBit, type Stencil } from '../shapes/stencil.js';

/** The rows from the first to the last with ink. Merged letters that float above the baseline reach down to it without ink. */
export function inkedRows({ height, stride, bits }: Stencil): { readonly top: number; readonly height: number } {
  const isBlank = (row: number) => {
    for (let at = row * stride; at < (row + 1) * stride; at++) if (bits[at] !== 0) return false;
    return true;
  };
  let [top, bottom] = [0, height];
  while (top < bottom && isBlank(top)) top++;
  while (bottom > top && isBlank(bottom - 1)) bottom--;
  return { top, height: bottom - top };
}

/** The usual width of a shape's strokes: the median over its ink of the shorter of the runs in its row and in its column. */
export function strokeOf(stencil: Stencil): number {
  const { width, height } = stencil;
  const across = new Uint16Array(width * height);
  const counts = new Uint32Array(Math.max(width, height) + 1);
  let inked = 0;
  for (let y = 0; y < height; y++)
    eachRun(
      width,
      (x) => getBit(stencil, x, y),
      (from, to) => across.fill(to - from, y * width + from, y * width + to),
    );
  for (let x = 0; x < width; x++)
    eachRun(
      height,
      (y) => getBit(stencil, x, y),
      (from, to) => {
        inked += to - from;
        for (let y = from; y < to; y++) counts[Math.min(to - from, across[y * width + x]!)]!++;
      },
    );
  let stroke = 0;
  for (let below = 0; below * 2 < inked; stroke++) below += counts[stroke + 1]!;
  return stroke;
}

function eachRun(length: number, ink: (at: number) => boolean, visit: (from: number, to: number) => void): void {
  for (let at = 0, from = -1; at <= length; at++) {
    const inked = at < length && ink(at);
    if (inked && from < 0) from = at;
    if (inked || from < 0) continue;
    visit(from, at);
    from = -1;
  }
}

/** The shortest run, of ink or of ground, between the first and the last ink of the first row, or of the first column. */
export function leastRun(stencil: Stencil, inColumn = false): number {
  const runs = runsOf(stencil, inColumn);
  return runs.length === 0 ? 0 : Math.min(...runs);
}

/** The first run of ink in the first row, or in the first column. */
export function firstRun(stencil: Stencil, inColumn = false): number {
  return runsOf(stencil, inColumn)[0] ?? 0;
}

/** The runs of ink and of ground in turn, from the first ink to the last. */
function runsOf(stencil: Stencil, inColumn: boolean): readonly number[] {
  const length = inColumn ? stencil.height : stencil.width;
  const ink = (at: number) => (inColumn ? getBit(stencil, 0, at) : getBit(stencil, at, 0));
  const runs: number[] = [];
  for (let at = 0, start = 0; at <= length; at++) {
    const ends = at === length || (at > 0 && ink(at) !== ink(at - 1));
    if (!ends) continue;
    if (ink(at - 1) || (runs.length > 0 && at < length)) runs.push(at - start);
    start = at;
  }
  return runs;
}
