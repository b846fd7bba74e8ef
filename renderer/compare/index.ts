import { type Framebuffer, unpack } from '../drawing/framebuffer.js';
import type { Region } from '../metadata/facts.js';
import type { Cause } from './causes.js';
import { explain } from './explain.js';
import { type Label, readLabel, sameImageData } from './label.js';
import { differingPixels, type PixelDifference, type PixelSize } from './pixels.js';

export { PictureError } from '../pictures/error.js';
export type { Region } from '../metadata/facts.js';
export { withoutExtras } from '../png/chunks.js';
export type { Cause } from './causes.js';
export { differenceMask, differencePicture, outlineMask, sideBySide } from './difference.js';
export { fieldsIn } from './evidence.js';
export { type Label, readLabel } from './label.js';

/** Why two labels differ, and what differs: common to both kinds of difference. */
interface Explained {
  /** What changed, a sentence for each thing, causes first. At least one. */
  readonly words: readonly string[];
  /** The visible differences between the inputs of the labels, if both PNGs have facts. */
  readonly changes: readonly Cause[];
}

/** The result of comparing two labels. */
export type Comparison =
  | { readonly match: true }
  | ({
      readonly match: false;
      readonly reason: 'size';
      readonly expected: PixelSize;
      readonly actual: PixelSize;
    } & Explained)
  | ({ readonly match: false; readonly reason: 'pixels' } & PixelDifference & Explained);

/**
 * Compares the pixels of two PNGs. Encoder, depth and palette make no difference, nor do the facts in them, which only explain
 * the differences.
 * @throws {PictureError} for bytes that are no complete PNG of at most 4 megapixels
 * @example
 * import { comparePngs, openSimulator } from 'esl-simulator';
 *
 * const simulator = await openSimulator();
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 * const before = simulator.render(milk).png;
 * const compared = comparePngs(before, simulator.render({ ...milk, price: '3.60' }).png);
 * console.log(compared.match, compared.reason, compared.words); // false pixels [ 'price 3.50 → 3.60' ]
 */
export function comparePngs(expected: Uint8Array, actual: Uint8Array): Comparison {
  for (const [name, bytes] of Object.entries({ expected, actual }))
    if (!ArrayBuffer.isView(bytes))
      throw new TypeError(
        `Expected the bytes of a PNG, as a Buffer or Uint8Array, for ${name} but received ${Object.prototype.toString.call(bytes).slice(8, -1)}`,
      );
  const label = readLabel(expected);
  // Decoding one of them has shown that it is a PNG.
  return sameImageData(expected, actual) ? { match: true } : compareLabels(label, readLabel(actual));
}

/** Compares two results of {@link readLabel}. */
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
  const label = (frame: Framebuffer) => {
    return { width: frame.width, height: frame.height, pixels: unpack(frame), regions, palette: [] };
  };
  return compare(label(expected), label(actual), (ink) => `ink ${ink}`);
}

function compare(expected: Label, actual: Label, nameOf: (colour: number) => string): Comparison {
  if (expected.width !== actual.width || expected.height !== actual.height) {
    const [a, b] = [expected, actual].map(({ width, height }) => ({ width, height }));
    return { match: false, reason: 'size', expected: a!, actual: b!, ...explain(expected, actual, nameOf) };
  }
  const difference = differingPixels(expected, actual);
  if (!difference) return { match: true };
  return { match: false, reason: 'pixels', ...difference, ...explain(expected, actual, nameOf) };
}

const inkNames = new Map([
  ['000000ff', 'black'],
  ['ffffffff', 'white'],
  ['ff0000ff', 'red'],
  ['ffff00ff', 'yellow'],
]);

/** The name of a colour: that of a pure ink, else "#rrggbb" (with two digits more where it is not opaque). */
function colourName(colour: number): string {
  const hex = Buffer.from(Uint32Array.of(colour).buffer).toString('hex');
  return inkNames.get(hex) ?? `#${hex.replace(/ff$/, '')}`;
}
