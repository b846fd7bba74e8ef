import { crc32, inflateSync } from 'node:zlib';
import type { Layout } from '../layout/document.js';
import { type Chunk, chunkBytes, chunksOf } from '../png/chunks.js';
import { type Description, descriptionOf, labelOpening } from './description.js';
import { isRecord, type LabelFacts, maxLabelBytes, parseFacts } from './facts.js';
import { layoutHead, layoutOf, maxDocumentBytes } from './layouts.js';

/** The first bytes of an `esl-label` chunk's data. */
const labelHead = labelOpening.subarray(4);

/** IEND has no data. */
const endBytes = chunkBytes;

/** The end of a description: the Adler-32 of the image data. */
const ending = (pixels: number) => `"pixels":"${pixels.toString(16).padStart(8, '0')}"}`;
const endingBytes = ending(0).length;

/**
 * Adds a description and, if given, the layout's document to a PNG of `encodePng`. Does not change the pixels.
 * @param description from `Renderer.describe`; one of more than 64 KB is left out
 * @example
 * import { compose, createRenderer, defaultBinding, encodePng, loadDevices, loadLayouts, withMetadata } from 'esl-simulator';
 *
 * const panel = loadDevices().get(defaultBinding.device);
 * const layout = loadLayouts().get('standard');
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const content = compose(milk, defaultBinding, panel, '2026-11-20');
 * const renderer = await createRenderer();
 * const { frame, step, warnings } = renderer.render(content, layout, panel);
 * const drawn = { step, warnings, layoutVersion: 0, timeZone: 'UTC' };
 * const png = withMetadata(encodePng(frame, panel), renderer.describe(content, layout, panel, drawn), layout);
 * console.log(new TextDecoder('latin1').decode(png).includes('Organic whole milk')); // true
 */
export function withMetadata(png: Uint8Array, { head, crc, rest }: Description, layout?: Layout): Buffer {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const length = head.length - labelOpening.length + rest.length + endingBytes;
  if (length > maxLabelBytes) return bytes;
  const document = layout ? layoutOf(layout).chunk : nothing;
  const end = png.length - endBytes;
  const result = Buffer.allocUnsafe(png.length + head.length + rest.length + endingBytes + 8 + document.length);
  result.set(bytes.subarray(0, end));
  let at = result.writeUInt32BE(labelHead.length + length, end);
  result.set(head, at);
  const own = (at += head.length);
  // The image data's zlib stream ends with its Adler-32; a checksum and IEND follow.
  at += result.write(rest + ending(bytes.readUInt32BE(end - 8)), at, 'latin1');
  at = result.writeUInt32BE(crc32(result.subarray(own, at), crc), at);
  result.set(document, at);
  result.set(bytes.subarray(end), at + document.length);
  return result;
}

const nothing = Buffer.alloc(0);

/** Whether withMetadata wrote a chunk. */
function isOurs({ type, data }: Chunk): boolean {
  return type === 'iTXt' && [labelHead, layoutHead].some((head) => startsWith(data, head));
}

function startsWith(data: Buffer, head: Buffer): boolean {
  return data.length >= head.length && data.compare(head, 0, head.length, 0, head.length) === 0;
}

/**
 * The PNG without the additions of {@link withMetadata}: the same object if there are none.
 * @example
 * import { openSimulator, withoutMetadata } from 'esl-simulator';
 *
 * const simulator = await openSimulator();
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 * const plain = simulator.render({ ...milk, metadata: false }).png;
 * console.log(plain.equals(withoutMetadata(simulator.render(milk).png))); // true
 */
export function withoutMetadata(png: Uint8Array): Uint8Array {
  const ours = [...chunksOf(png)].filter(isOurs);
  if (ours.length === 0) return png;
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { at, data } of ours) {
    parts.push(png.subarray(from, at));
    from = at + chunkBytes + data.length;
  }
  return Buffer.concat([...parts, png.subarray(from)]);
}

/** The description that {@link withMetadata} added to a PNG; undefined for a PNG without. */
export function describedIn(png: Uint8Array): Description | undefined {
  const text = labelText(png)?.text;
  return text === undefined ? undefined : descriptionOf(text.slice(0, -endingBytes));
}

/** The checksum of `esl-label` in a PNG; null for a PNG without. */
export function metadataMark(png: Uint8Array): string | null {
  return labelText(png)?.mark ?? null;
}

function labelText(png: Uint8Array): { text: string; mark: string } | undefined {
  for (const { type, data } of chunksOf(png)) {
    if (type !== 'iTXt' || !startsWith(data, labelHead) || data.length > labelHead.length + maxLabelBytes) continue;
    const mark = Buffer.from(data.buffer, data.byteOffset + data.length, 4).toString('hex');
    return { text: data.toString('utf8', labelHead.length), mark };
  }
  return undefined;
}

/** The facts in a PNG about its label. Undefined for a PNG without, and for text that this product does not write. */
export function readFacts(png: Uint8Array): LabelFacts | undefined {
  const label = labelText(png);
  return label && parseFacts(label.text);
}

/** The Adler-32 of a PNG's image data as written in the file, 8 hex digits; undefined for a PNG without image data. */
export function imageMark(png: Uint8Array): string | undefined {
  let last: Buffer | undefined;
  for (const { type, data } of chunksOf(png)) if (type === 'IDAT' && data.length > 0) last = data;
  return last?.subarray(-4).toString('hex');
}

/** More levels of lists and objects than in any checked document: parsing many more would exhaust the stack. */
const maxLevels = 256;

/** An upper bound of the levels of lists and objects in JSON: brackets in its texts count, too. */
function levelsOf(json: Buffer): number {
  let [level, most] = [0, 0];
  for (const byte of json) {
    // "[" and "{", "]" and "}" differ in this bit only.
    const bracket = byte & 0xdf;
    if (bracket === 0x5b) most = Math.max(most, ++level);
    else if (bracket === 0x5d) level--;
  }
  return most;
}

/** The layout's document in a PNG, of at most {@link maxDocumentBytes} bytes; undefined for anything else. */
export function readLayoutDocument(png: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  for (const { type, data } of chunksOf(png)) {
    if (type !== 'iTXt' || !startsWith(data, layoutHead) || data.length > layoutHead.length + maxDocumentBytes)
      continue;
    try {
      const text = inflateSync(data.subarray(layoutHead.length), { maxOutputLength: maxDocumentBytes });
      const document: unknown = levelsOf(text) > maxLevels ? undefined : JSON.parse(text.toString());
      return isRecord(document) ? document : undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
