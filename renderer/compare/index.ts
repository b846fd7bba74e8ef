import { type Framebuffer, unpack } from '../drawing/framebuffer.js';
import { PictureError } from '../pictures/error.js';
import { decodePicturePng } from '../pictures/png.js';
import { differingPixels, type PixelDifference, type Size } from './pixels.js';
import { type Region, readRegions } from './regions.js';
import { type Label, wordsFor } from './words.js';

export { PictureError } from '../pictures/error.js';
export { withoutExtras } from '../png/chunks.js';
export { differenceMask, differencePicture, sideBySide } from './difference.js';
export { type Region, withRegions } from './regions.js';
export type { Label } from './words.js';

/** The result of comparing two labels. `words` say what changed, a sentence for each thing. */
export type Comparison =
  | { readonly match: true }
  | {
      readonly match: false;
      readonly reason: 'size';
      readonly expected: Size;
      readonly actual: Size;
      readonly words: readonly string[];
    }
  | ({ readonly match: false; readonly reason: 'pixels'; readonly words: readonly string[] } & PixelDifference);

/**
 * Reads a label from any PNG of at most 4 megapixels: a number for the colour of each pixel (its four bytes), and the
 * boxes that this product left in the PNG.
 * @throws {PictureError} for bytes that are not a whole PNG
 */
export function readLabel(png: Uint8Array): Label {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  try {
    const { width, height, rgba } = decodePicturePng(bytes);
    return { width, height, pixels: new Uint32Array(rgba.buffer), regions: readRegions(png) };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    // An error of zlib's, for pixels that are cut short or garbled.
    throw new PictureError('a PNG', `a broken one (${(error as Error).message})`, { cause: error });
  }
}

/**
 * Compares the pixels of two PNGs, whatever their bytes are: another encoder, depth or palette makes no difference.
 * @throws {PictureError} for bytes that are not a whole PNG of at most 4 megapixels
 * @example
 * import { comparePngs, openSimulator } from 'esl-simulator';
 *
 * const simulator = await openSimulator();
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 * const before = simulator.render(milk).png;
 * const compared = comparePngs(before, simulator.render({ ...milk, price: '3.60' }).png);
 * console.log(compared.match, compared.reason, compared.words); // false pixels [ '276 pixels differ in price' ]
 */
export function comparePngs(expected: Uint8Array, actual: Uint8Array): Comparison {
  const label = readLabel(expected);
  // Decoding one of them has shown that it is a PNG.
  return Buffer.compare(expected, actual) === 0 ? { match: true } : compareLabels(label, readLabel(actual));
}

/** Compares what {@link readLabel} read. */
export function compareLabels(expected: Label, actual: Label): Comparison {
  return compare(expected, actual, colourName);
}

/**
 * Compares the inks of two frames.
 * @param regions the boxes of both, for the words
 * @example
 * import { compareFrames, openSimulator } from 'esl-simulator';
 *
 * const simulator = await openSimulator();
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 * console.log(compareFrames(simulator.render(milk).frame, simulator.render(milk).frame)); // { match: true }
 */
export function compareFrames(expected: Framebuffer, actual: Framebuffer, regions: readonly Region[] = []): Comparison {
  const label = (frame: Framebuffer) => ({ width: frame.width, height: frame.height, pixels: unpack(frame), regions });
  return compare(label(expected), label(actual), (ink) => `ink ${ink}`);
}

function compare(expected: Label, actual: Label, nameOf: (colour: number) => string): Comparison {
  if (expected.width !== actual.width || expected.height !== actual.height) {
    const [a, b] = [expected, actual].map(({ width, height }) => ({ width, height }));
    const words = [`Expected ${a!.width}×${a!.height} pixels but received ${b!.width}×${b!.height}`];
    return { match: false, reason: 'size', expected: a!, actual: b!, words };
  }
  const difference = differingPixels(expected, actual);
  if (!difference) return { match: true };
  return { match: false, reason: 'pixels', ...difference, words: wordsFor(expected, actual, nameOf) };
}

const inkNames = new Map([
  ['000000ff', 'black'],
  ['ffffffff', 'white'],
  ['ff0000ff', 'red'],
  ['ffff00ff', 'yellow'],
]);

/** What people call a colour: the name of a pure ink, else "#rrggbb" (with two digits more where it is not opaque). */
function colourName(colour: number): string {
  const hex = Buffer.from(Uint32Array.of(colour).buffer).toString('hex');
  return inkNames.get(hex) ?? `#${hex.replace(/ff$/, '')}`;
}
