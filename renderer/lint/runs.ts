import { getBit, type Stencil } from '../shapes/stencil.js';

/** The commonest run of ink in the rows or in the columns of a shape, whichever is shorter. */
export function strokeOf(stencil: Stencil): number {
  const { width, height } = stencil;
  const across = commonestRun(height, width, (row, at) => getBit(stencil, at, row));
  const down = commonestRun(width, height, (column, at) => getBit(stencil, column, at));
  return Math.min(across, down);
}

function commonestRun(lines: number, length: number, ink: (line: number, at: number) => boolean): number {
  const counts = new Uint16Array(length + 1);
  for (let line = 0; line < lines; line++) {
    let run = 0;
    for (let at = 0; at <= length; at++) {
      if (at < length && ink(line, at)) run++;
      else {
        counts[run]!++;
        run = 0;
      }
    }
  }
  counts[0] = 0;
  return counts.indexOf(Math.max(...counts));
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
