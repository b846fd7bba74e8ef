import { imageMark, readFacts, readLayoutDocument } from '../metadata/chunks.js';
import type { LabelFacts, Region } from '../metadata/facts.js';
import { chunksOf } from '../png/chunks.js';
import { guarded } from '../pictures/decode.js';
import { decodePicturePng } from '../pictures/png.js';
import type { PixelGrid } from './pixels.js';
import { readRegions } from './regions.js';

/** The pixels of a label, with the facts in its PNG. */
export interface Label extends PixelGrid {
  /** Its known boxes. */
  readonly regions: readonly Region[];
  /** Absent for a PNG without facts or with edited pixels. */
  readonly facts?: LabelFacts | undefined;
  /** The colours of its palette, as in `pixels`. */
  readonly palette: readonly number[];
  /** The document of its layout. */
  readonly layout?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads a label from any PNG of at most 4 megapixels: a number for the colour of each pixel (its four bytes), and the metadata of
 * this product, which is parsed on first access.
 * @throws {PictureError} for bytes that are no complete PNG
 */
export function readLabel(png: Uint8Array): Label {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  return guarded('a PNG', () => {
    const { width, height, rgba } = decodePicturePng(bytes);
    return labelOf(png, { width, height, pixels: new Uint32Array(rgba.buffer) });
  });
}

/** Whether all chunks that determine the pixels of two PNGs are equal, so that they need not be decoded. */
export function sameImageData(a: Uint8Array, b: Uint8Array): boolean {
  if (Buffer.compare(a, b) === 0) return true;
  const [one, other] = [a, b].map((png) => [...chunksOf(png)].filter(({ type }) => /^[A-Z]|^tRNS$/.test(type)));
  return (
    one!.length === other!.length &&
    one!.every(({ type, data }, i) => type === other![i]!.type && data.equals(other![i]!.data))
  );
}

function labelOf(png: Uint8Array, pixels: PixelGrid): Label {
  let metadata: { readonly facts: LabelFacts | undefined; readonly regions: readonly Region[] } | undefined;
  const all = () => (metadata ??= metadataIn(png, pixels));
  return {
    ...pixels,
    get regions() {
      return all().regions;
    },
    get facts() {
      return all().facts;
    },
    get palette() {
      return readPalette(png);
    },
    get layout() {
      return readLayoutDocument(png);
    },
  };
}

/** The metadata in a PNG. If its pixels were edited, only the boxes are used. */
function metadataIn(png: Uint8Array, { width, height }: PixelGrid) {
  const facts = readFacts(png);
  if (!facts) return { facts, regions: readRegions(png) };
  const isTrue =
    facts.pixels === imageMark(png) && facts.width * facts.scale === width && facts.height * facts.scale === height;
  return { facts: isTrue ? facts : undefined, regions: facts.boxes };
}

/** The colours of a PNG's palette, opaque, in the format of a label's pixels; none for a PNG without. */
function readPalette(png: Uint8Array): readonly number[] {
  for (const { type, data } of chunksOf(png)) {
    if (type !== 'PLTE') continue;
    const rgba = Uint8Array.from({ length: Math.floor(data.length / 3) * 4 }, (_, i) =>
      i % 4 === 3 ? 255 : data[(i >> 2) * 3 + (i % 4)]!,
    );
    return [...new Uint32Array(rgba.buffer)];
  }
  return [];
}
