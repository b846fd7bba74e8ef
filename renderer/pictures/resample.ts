import { linear } from '../drawing/colour.js';
import type { RgbaPicture } from './rgba.js';

export type Fit = 'contain' | 'cover' | 'stretch';

/** Pixels in linear light, row by row: three values (0 to 65535) per pixel, and whether the picture covers it. */
export interface LinearPicture {
  readonly width: number;
  readonly height: number;
  readonly light: Uint16Array;
  /** 1 where the picture's alpha is at least half, else 0. */
  readonly solid: Uint8Array;
}

/** The part of a picture that is shown, in the picture's pixels, and the size at which it is drawn. */
interface PictureCrop {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The place of a picture in a box of `width` × `height` pixels:
 * - `contain`: the whole picture, as large as the box allows. A picture smaller than the box grows by whole factors only,
 *   so that each pixel of a logo remains a square: one that fits 1.9 times is not enlarged, one that fits 3.5 times is drawn
 *   three times as large. The result may be smaller than the box on one side or both.
 * - `cover`: fills the box; the overhang is cropped equally on both sides.
 * - `stretch`: fills the box with the whole picture; circles become ovals.
 */
export function place(picture: RgbaPicture, width: number, height: number, fit: Fit): PictureCrop {
  const whole = { left: 0, top: 0, across: picture.width, down: picture.height };
  const [x, y] = [width / picture.width, height / picture.height];
  switch (fit) {
    case 'stretch':
      return { ...whole, width, height };
    case 'contain': {
      const scale = x < y ? x : y;
      const factor = scale < 1 ? scale : Math.floor(scale);
      const size = (length: number, box: number) => Math.min(box, Math.max(1, Math.round(length * factor)));
      return { ...whole, width: size(picture.width, width), height: size(picture.height, height) };
    }
    case 'cover': {
      const scale = x > y ? x : y;
      const across = Math.min(picture.width, width / scale);
      const down = Math.min(picture.height, height / scale);
      return { left: (picture.width - across) / 2, top: (picture.height - down) / 2, across, down, width, height };
    }
  }
}

/**
 * The picture at its new size. Each pixel is the mean of the area that it covers, in linear light and weighted by alpha:
 * black and white mix to the grey that the eye sees from afar, and the colour of clear pixels is ignored. Enlarging by a
 * whole factor repeats pixels exactly.
 */
export function resample(picture: RgbaPicture, box: { width: number; height: number; fit: Fit }): LinearPicture {
  const { left, top, across, down, width, height } = place(picture, box.width, box.height, box.fit);
  const columns = overlaps(left, across, width, picture.width);
  const rows = overlaps(top, down, height, picture.height);
  const light = new Uint16Array(width * height * 3);
  const solid = new Uint8Array(width * height);
  const line = new Float64Array(width * 4);
  const sum = new Float64Array(width * 4);
  for (let y = 0, read = -1; y < height; y++) {
    sum.fill(0);
    for (let row = rows.first[y]!, at = rows.start[y]!; at < rows.start[y + 1]!; row++, at++) {
      if (row !== read) shrinkRow(picture, row, columns, line);
      read = row;
      for (let i = 0; i < sum.length; i++) sum[i]! += line[i]! * rows.weight[at]!;
    }
    for (let x = 0, to = y * width; x < width; x++, to++) {
      // The weights sum to 1 except for rounding, which must not push an alpha of half below half.
      const alpha = sum[x * 4 + 3]!;
      if (alpha < 127.5 - 1e-6) continue;
      solid[to] = 1;
      for (let c = 0; c < 3; c++) light[to * 3 + c] = Math.min(65535, sum[x * 4 + c]! / alpha + 0.5);
    }
  }
  return { width, height, light, solid };
}

/** For each pixel along an axis: its first source pixel, and from `weight[start[i]]` on the weights of that and the next ones. */
interface Overlaps {
  readonly first: Uint32Array;
  readonly start: Uint32Array;
  readonly weight: Float64Array;
}

function overlaps(from: number, length: number, size: number, limit: number): Overlaps {
  const first = new Uint32Array(size);
  const start = new Uint32Array(size + 1);
  const weight: number[] = [];
  for (let i = 0; i < size; i++) {
    const begin = from + (i * length) / size;
    const end = from + ((i + 1) * length) / size;
    first[i] = Math.min(limit - 1, begin);
    for (let at = first[i]!; at === first[i] || (at < end && at < limit); at++) {
      const share = Math.min(end, at + 1) - Math.max(begin, at);
      weight.push((share * size) / length);
    }
    start[i + 1] = weight.length;
  }
  return { first, start, weight: Float64Array.from(weight) };
}

/** One row of the picture with its columns averaged: light times alpha, three values, and alpha, 0 to 255. */
function shrinkRow({ width, rgba }: RgbaPicture, row: number, columns: Overlaps, line: Float64Array): void {
  for (let x = 0, to = 0; to < line.length; x++, to += 4) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (
      let at = columns.start[x]!, i = (row * width + columns.first[x]!) * 4;
      at < columns.start[x + 1]!;
      at++, i += 4
    ) {
      const share = columns.weight[at]! * rgba[i + 3]!;
      red += linear[rgba[i]!]! * share;
      green += linear[rgba[i + 1]!]! * share;
      blue += linear[rgba[i + 2]!]! * share;
      alpha += share;
    }
    line[to] = red;
    line[to + 1] = green;
    line[to + 2] = blue;
    line[to + 3] = alpha;
  }
}
