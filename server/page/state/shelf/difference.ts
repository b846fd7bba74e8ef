import type { Dimensions } from '../fit.js';

/** RGBA. */
export interface RgbaPixels extends Dimensions {
  readonly data: Uint8ClampedArray;
}

export interface Difference {
  readonly count: number;
  /** RGBA: the later picture, faint, with new and removed pixels. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Blue is no ink of any panel. */
export const differenceColours = { fresh: [8, 74, 140], gone: [138, 184, 234] } as const;

/** Differing pixels that are paper in the later picture were removed, all others are new. */
export function differenceOf(before: RgbaPixels, after: RgbaPixels): Difference {
  const count = after.width * after.height;
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const paper = commonest(now);
  const data = new Uint8ClampedArray(count * 4);
  let differing = 0;
  for (let i = 0; i < count; i++) {
    const same = old[i] === now[i];
    if (!same) differing++;
    const colour = same ? faint(after.data, i * 4) : differenceColours[now[i] === paper ? 'gone' : 'fresh'];
    data.set(colour, i * 4);
    data[i * 4 + 3] = 255;
  }
  return { count: differing, data };
}

function wordsOf({ data }: RgbaPixels): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
}

/** The most frequent colour: the paper. */
function commonest(words: Uint32Array): number {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, -1])[0];
}

function faint(data: Uint8ClampedArray, at: number): readonly [number, number, number] {
  const grey = (data[at]! * 3 + data[at + 1]! * 6 + data[at + 2]!) / 10;
  const light = 255 - (255 - grey) / 4;
  return [light, light, light];
}
