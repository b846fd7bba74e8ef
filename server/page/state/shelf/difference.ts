/** Pixels as a canvas has them: four bytes each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface Difference {
  readonly count: number;
  /** The later picture, faint, with what is new and what is gone; as a canvas takes it. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** On paper, in both schemes: blue is no ink of any panel. */
export const differenceColours = { fresh: [8, 74, 140], gone: [138, 184, 234] } as const;

/** Compares two pictures of one size. What differs and is paper in the later one is gone, all else is new. */
export function differenceOf(before: Pixels, after: Pixels): Difference {
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

function wordsOf({ data }: Pixels): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
}

/** The colour of most pixels: that of the paper. */
function commonest(words: Uint32Array): number {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, -1])[0];
}

/** A colour as grey, a quarter as strong. */
function faint(data: Uint8ClampedArray, at: number): readonly [number, number, number] {
  const grey = (data[at]! * 3 + data[at + 1]! * 6 + data[at + 2]!) / 10;
  const light = 255 - (255 - grey) / 4;
  return [light, light, light];
}
