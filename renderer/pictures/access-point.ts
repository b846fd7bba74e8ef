import type { Device } from '../../devices/index.js';
import type { RgbaPicture } from './rgba.js';

/** How OpenEPaperLink's access point dithers, by its number: 0 not, 1 by errors, 2 in a fixed grain. Others are white. */
export type AccessPointDither = number;

/** A colour of a tag type: an ink of the panel, and the RGB that the access point compares with. */
export interface TagColour {
  readonly ink: number;
  readonly rgb: readonly number[];
}

/** The inks in the order of the codes in the encoding `oepl`. With two planes, the first has the lower bit. */
export function tagColours({ inks, encodings }: Pick<Device, 'inks' | 'encodings'>): readonly (TagColour & {
  readonly code: number;
  readonly name: string;
})[] {
  const { planes } = encodings.find(({ id }) => id === 'oepl')!;
  const codeOf = (name: string) => planes.reduceRight((sum, { codes }) => sum * 2 + codes[name]!, 0);
  return inks
    .map(({ name, device }, ink) => ({ ink, name, code: codeOf(name), rgb: [...Buffer.from(device.slice(1), 'hex')] }))
    .sort((a, b) => a.code - b.code);
}

/**
 * A picture of the panel's size in its inks, as the access point of OpenEPaperLink makes it (its makeimage.cpp, cdd1cfa9): with
 * errors in sRGB, in integers, in the order of the pixels in the buffer that the tag receives. Only its colours of 16 bits are
 * left out, which make light greys up to 2 points lighter.
 * @param quarters counter-clockwise turns from the panel to this buffer
 * @param colours in the order of their codes
 */
export function inksOfAccessPoint(
  { width, height, rgba }: RgbaPicture,
  colours: readonly TagColour[],
  dither: AccessPointDither,
  quarters: number,
): Uint8Array {
  const inks = new Uint8Array(width * height);
  const [across, down] = quarters % 2 === 0 ? [width, height] : [height, width];
  const palette = colours.map(({ rgb }) => rgb);
  const pixel = [0, 0, 0];
  // Errors of this row and of the next, with a margin for those that leave the picture.
  let here = new Int32Array((across + 4) * 3);
  let below = new Int32Array((across + 4) * 3);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const place = placeOf(x, y, width, height, quarters);
      for (let c = 0; c < 3; c++) pixel[c] = rgba[place * 4 + c]!;
      const at = (x + 2) * 3;
      const chosen =
        dither === 2
          ? grain(pixel, palette, x, y)
          : dither < 2
            ? nearest(pixel, here.subarray(at, at + 3), palette)
            : 0;
      inks[place] = colours[chosen]!.ink;
      if (dither === 1) spread(pixel, palette[chosen]!, here, below, at);
    }
    [here, below] = [below, here.fill(0)];
  }
  return inks;
}

/** The place in the panel's picture of a place in the buffer. */
function placeOf(x: number, y: number, width: number, height: number, quarters: number): number {
  switch (quarters % 4) {
    case 1:
      return x * width + width - 1 - y;
    case 2:
      return (height - 1 - y) * width + width - 1 - x;
    case 3:
      return (height - 1 - x) * width + y;
    default:
      return y * width + x;
  }
}

/** The maximum difference of the channels of a grey, and weights of the channels. */
const greyness = 20;
const weights = [3, 5.47, 1.53] as const;
const none: readonly number[] = [0, 0, 0];

/** A grey never takes a colour. */
function distance(pixel: readonly number[], error: ArrayLike<number>, [r, g, b]: readonly number[]): number {
  const isGrey = Math.abs(pixel[0]! - pixel[1]!) < greyness && Math.abs(pixel[2]! - pixel[1]!) < greyness;
  if (isGrey && (Math.abs(r! - g!) > greyness || Math.abs(b! - g!) > greyness)) return 0xffffffff;
  const [dr, dg, db] = [pixel[0]! + error[0]! - r!, pixel[1]! + error[1]! - g!, pixel[2]! + error[2]! - b!];
  return Math.trunc(weights[0] * dr * dr + weights[1] * dg * dg + weights[2] * db * db);
}

function nearest(pixel: readonly number[], error: ArrayLike<number>, palette: readonly (readonly number[])[]): number {
  let best = 0;
  let least = distance(pixel, error, palette[0]!);
  for (let i = 1; i < palette.length && least > 0; i++) {
    const found = distance(pixel, error, palette[i]!);
    if (found < least) [best, least] = [i, found];
  }
  return best;
}

/** Shares of the second colour below which a pixel has the first, a quarter, half, or three quarters of the second. */
const shares = { none: 0.03, quarter: 0.3, half: 0.7, most: 0.97 } as const;

/** One of the two nearest colours, by the place of the pixel. */
function grain(pixel: readonly number[], palette: readonly (readonly number[])[], x: number, y: number): number {
  let [first, second, near, far] = [-1, -1, Infinity, Infinity];
  for (const [i, colour] of palette.entries()) {
    const found = distance(pixel, none, colour);
    if (found < near) [first, second, near, far] = [i, first, found, near];
    else if (found < far) [second, far] = [i, found];
  }
  const value = ([r, g, b]: readonly number[]) => r! * 65536 + g! * 256 + b!;
  if (value(palette[second]!) > value(palette[first]!)) [first, second, near, far] = [second, first, far, near];
  const share = near / (near + far);
  const isQuarter = y % 2 === 1 && ((y >> 1) + x) % 2 === 1;
  if (share <= shares.none) return first;
  if (share < shares.quarter) return isQuarter ? second : first;
  if (share < shares.half) return (x + y) % 2 === 1 ? second : first;
  if (share < shares.most) return isQuarter ? first : second;
  return second;
}

/** Spreads the error of a pixel (Burkes, 1988): an error over 255 is scaled down. */
function spread(
  pixel: readonly number[],
  colour: readonly number[],
  here: Int32Array,
  below: Int32Array,
  at: number,
): void {
  const error = colour.map((value, c) => pixel[c]! + here[at + c]! - value);
  const most = Math.max(...error.map(Math.abs));
  for (let c = 0; c < 3; c++) {
    const whole = most > 255 ? Math.trunc((error[c]! * 255) / most) : error[c]!;
    const [quarter, eighth, sixteenth] = [Math.trunc(whole / 4), Math.trunc(whole / 8), Math.trunc(whole / 16)];
    here[at + 3 + c]! += quarter;
    here[at + 6 + c]! += eighth;
    below[at - 6 + c]! += sixteenth;
    below[at - 3 + c]! += eighth;
    below[at + c]! += quarter;
    below[at + 3 + c]! += eighth;
    below[at + 6 + c]! += sixteenth;
  }
}
