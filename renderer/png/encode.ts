import { deflateSync, inflateSync } from 'node:zlib';
import type { Device } from '../../devices/index.js';
import { checkFrame, createFrame, type Depth, type Framebuffer, pack, unpack } from '../drawing/framebuffer.js';
import { beginChunk, chunk, chunkBytes, chunksOf, endChunk, pngOf, signature, writeChunk } from './chunks.js';
import { deflateRows } from './deflate.js';
import { photographTag } from './tag.js';

/** How the inks look: their nominal colours, those measured on the panel, or the panel in its case as a photograph shows it. */
export type View = 'ink' | 'panel' | 'tag';

/** A view with one colour for each ink. */
export type InkView = Exclude<View, 'tag'>;

/** The facts about a panel in a PNG. */
export type PanelFacts = Pick<Device, 'width' | 'height' | 'inks' | 'dpi'>;

/** How to encode a frame as a PNG. */
export interface PngOptions {
  /**
   * `ink` (default): pure device colours, for machines and snapshots. `panel`: measured colours. `tag`: a photograph, in 8 bits of
   * red, green and blue, and some pixels larger on each side.
   */
  readonly view?: View;
  /** Each pixel becomes a square of `scale` × `scale` pixels; 1 to 8. */
  readonly scale?: number;
  /**
   * 1 is fastest: our own compressor alone. At any other level (7 by default) node:zlib compresses too, at that level,
   * and the smaller result is used: for the shipped layouts within 5 % of zlib's level 9, in a fifth of its time.
   */
  readonly level?: number;
}

const end = chunk('IEND', Buffer.alloc(0));

/**
 * An indexed PNG (ISO/IEC 15948): the panel's inks as its palette, in the panel's order; the smallest bit depth that
 * holds them; `pHYs` with the panel's density, unless that is assumed; filter None; nothing else.
 * @throws {RangeError} for a frame that is not of the device's size and depth, and for a scale that is not 1 to 8
 * @example
 * import { encodePng, loadDevices, openSimulator } from 'esl-simulator';
 *
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { frame } = (await openSimulator()).render(milk);
 * const png = encodePng(frame, loadDevices().get('solum-m2-2.9-bwr'), { view: 'panel', scale: 2 });
 * console.log(png.readUInt32BE(16), png.readUInt32BE(20)); // 592 256
 */
export function encodePng(
  frame: Framebuffer,
  device: PanelFacts,
  { view = 'ink', scale = 1, level = 7 }: PngOptions = {},
): Buffer {
  const { width, height, inks } = device;
  checkFrame(frame, width, height, inks.length);
  if (!Number.isInteger(scale) || scale < 1 || scale > 8)
    throw new RangeError(`Expected a whole number from 1 to 8 for scale but received ${scale}`);
  if (view === 'tag') {
    const tag = photographTag(frame, device, scale);
    const density = Buffer.alloc(chunkBytes + 9);
    writeDensity(density, 0, device.dpi.value * scale);
    return pngOf(tag.width, tag.height, 8, 2, tag.rows, device.dpi.basis === 'assumed' ? [] : [density]);
  }
  const scaled = scale === 1 ? frame : enlarge(frame, scale, inks.length);
  const data = compress(scaled, level);
  const png = Buffer.allocUnsafe(headBytes + inks.length * 3 + data.length + 2 * chunkBytes);
  let at = writeHead(png, scaled, device, view, scale);
  at = writeChunk(png, at, 'IDAT', data);
  png.set(end, at);
  return png.subarray(0, at + end.length);
}

function compress({ rows, stride, depth }: Framebuffer, level: number): Uint8Array {
  if (level === 1) return deflateRows(rows, stride, depth);
  const quick = deflateRows(rows, stride);
  // A 4 KB window and small hash tables compress label rows as well as the defaults. Setting up these and a small output
  // buffer takes 10 µs less per label.
  const searched = deflateSync(rows, { level, windowBits: 12, memLevel: 5, chunkSize: 4096 });
  return searched.length < quick.length ? searched : quick;
}

/** The signature, IHDR (13 bytes of data), pHYs (9), and PLTE without its colours. */
const headBytes = signature.length + (chunkBytes + 13) + (chunkBytes + 9) + chunkBytes;

/** Writes everything before the pixels, and returns its end. */
function writeHead(
  png: Buffer,
  { width, height, depth }: Framebuffer,
  { inks, dpi }: PanelFacts,
  view: InkView,
  scale: number,
): number {
  png.set(signature);
  let at = beginChunk(png, signature.length, 'IHDR');
  at = png.writeUInt32BE(width, at);
  at = png.writeUInt32BE(height, at);
  for (const byte of [depth, 3, 0, 0, 0]) png[at++] = byte;
  at = endChunk(png, signature.length, at);
  at = writePalette(png, at, inks, view);
  return dpi.basis === 'assumed' ? at : writeDensity(png, at, dpi.value * scale);
}

/**
 * The frame in a PNG that {@link encodePng} wrote at scale 1. @throws for other bytes
 * @example
 * import { decodePng, openSimulator, pixelHash } from 'esl-simulator';
 *
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { png, sha256 } = (await openSimulator()).render(milk);
 * console.log(pixelHash(decodePng(png)) === sha256); // true
 */
export function decodePng(png: Uint8Array): Framebuffer {
  let header: Buffer | undefined;
  for (const { type, data } of chunksOf(png)) {
    if (type === 'IHDR') header = data;
    if (type !== 'IDAT' || !header) continue;
    const depth = header.readUInt8(8) as Depth;
    const frame = createFrame(header.readUInt32BE(0), header.readUInt32BE(4), 1 << depth);
    const rows = inflateSync(data);
    if (rows.length !== frame.rows.length) break;
    frame.rows.set(rows);
    return frame;
  }
  throw new Error('Expected a PNG of this renderer but received other bytes');
}

function writePalette(png: Buffer, start: number, inks: Device['inks'], view: InkView): number {
  let at = beginChunk(png, start, 'PLTE');
  for (const ink of inks)
    at = png.writeUIntBE(parseInt((view === 'ink' ? ink.device : ink.measured).slice(1), 16), at, 3);
  return endChunk(png, start, at);
}

/** Writes `pHYs`: pixels per metre across and down, and the unit, metre. */
function writeDensity(png: Buffer, start: number, dpi: number): number {
  const perMetre = Math.round(dpi / 0.0254);
  let at = beginChunk(png, start, 'pHYs');
  at = png.writeUInt32BE(perMetre, at);
  at = png.writeUInt32BE(perMetre, at);
  return endChunk(png, start, png.writeUInt8(1, at));
}

function enlarge(frame: Framebuffer, scale: number, inks: number): Framebuffer {
  const { width, height } = frame;
  const pixels = unpack(frame);
  const large = new Uint8Array(width * scale * height * scale);
  for (let y = 0; y < height; y++) {
    const row = large.subarray(y * scale * width * scale, (y * scale + 1) * width * scale);
    for (let x = 0; x < width; x++) row.fill(pixels[y * width + x]!, x * scale, (x + 1) * scale);
    for (let copy = 1; copy < scale; copy++) large.set(row, (y * scale + copy) * width * scale);
  }
  return pack(large, width * scale, height * scale, inks);
}
