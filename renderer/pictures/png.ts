import { inflateSync } from 'node:zlib';
import { chunkBytes, chunksOf, signature } from '../png/chunks.js';
import { checkSize, PictureError } from './error.js';
import type { RgbaPicture } from './rgba.js';

interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly interlaced: boolean;
}

/** Colour type → samples per pixel, and the depths that ISO/IEC 15948 table 11.1 allows with it. */
const colours = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
]);
/** The passes of an interlaced picture (Adam7): first column and row, and the steps to the next ones. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * The picture in a PNG (ISO/IEC 15948). The header gives the size of the pixels, so inflating stops there, and rows are
 * unfiltered in place: 4 megapixels of 16 bits take 50 MB. pngjs takes 109 MB, and inflates an interlaced picture without
 * bound: 769 MB for a file of 389 KB.
 * @throws if any byte is missing, wrong or left over
 */
export function decodePicturePng(bytes: Buffer): RgbaPicture {
  const chunks = readChunks(bytes);
  const { width, height, depth, colour, interlaced } = chunks.header;
  const bits = depth * colours.get(colour)!.samples;
  const passes = (interlaced ? adam7 : [[0, 0, 1, 1] as const])
    .map(([left, top, right, down]) => ({
      left: left * 4,
      top,
      right: right * 4,
      down,
      columns: Math.ceil((width - left) / right),
      rows: Math.ceil((height - top) / down),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const stride = (columns: number) => 1 + Math.ceil((columns * bits) / 8);
  const size = passes.reduce((sum, { columns, rows }) => sum + stride(columns) * rows, 0);
  // One buffer, a little larger than needed: zlib requests a second one as soon as the first is full.
  const samples = inflateSync(Buffer.concat(chunks.data), { chunkSize: size + 64, maxOutputLength: size + 64 });
  if (samples.length !== size) throw new PictureError(`${size} bytes of pixels`, `${samples.length}`);

  const rgba = new Uint8Array(width * height * 4);
  const expand = expander(chunks);
  let at = 0;
  for (const { left, top, right, down, columns, rows } of passes) {
    const length = stride(columns);
    let above = new Uint8Array(length - 1);
    for (let row = 0; row < rows; row++, at += length) {
      const line = samples.subarray(at + 1, at + length);
      unfilter(samples[at]!, line, above, Math.max(1, bits >> 3));
      expand(line, columns, rgba, (top + row * down) * width * 4 + left, right);
      above = line;
    }
  }
  return { width, height, rgba };
}

/** The number of pixels in a PNG's header. */
export function pngPixels(bytes: Buffer): number {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new PictureError('a PNG', 'other bytes');
  const { width, height } = readHeader(bytes.subarray(signature.length + 8, signature.length + 8 + 13));
  return width * height;
}

/** The samples of a PNG, with the data that determines their colours. */
function readChunks(bytes: Buffer) {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new PictureError('a PNG', 'other bytes');
  let header: PngHeader | undefined;
  let palette = new Uint8Array();
  let transparency: Buffer | undefined;
  const data: Buffer[] = [];
  for (const { at, type, data: body, sound } of chunksOf(bytes)) {
    if (!sound()) throw new PictureError('a PNG', `a broken one (the checksum of ${JSON.stringify(type)} is wrong)`);
    if ((type === 'IHDR') !== (at === signature.length)) throw new PictureError('one IHDR at the start of a PNG', type);
    if (type === 'IHDR') header = readHeader(body);
    else if (type === 'PLTE') palette = Uint8Array.from(body);
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') data.push(body);
    else if (type === 'IEND') {
      const rest = bytes.length - at - chunkBytes - body.length;
      if (rest > 0) throw new PictureError('nothing after the end', `${rest} bytes`);
      return { header: header!, palette, transparency, data };
    } else if (isCritical(type)) throw new PictureError('known chunks', JSON.stringify(type));
  }
  throw new PictureError('a whole PNG', 'one without its end');
}

/** Bit 5 of the first letter of a chunk's type is clear if the chunk must not be skipped (ISO/IEC 15948, 5.4). */
function isCritical(type: string): boolean {
  return (type.charCodeAt(0) & 0x20) === 0;
}

function readHeader(body: Buffer): PngHeader {
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  checkSize(width, height);
  const [depth, colour, compression, filter, interlace] = [...body.subarray(8)];
  if (!colours.get(colour!)?.depths.includes(depth!) || compression || filter || interlace! > 1 || body.length !== 13)
    throw new PictureError('a header of ISO/IEC 15948', body.toString('hex', 8) || 'nothing');
  return { width, height, depth: depth!, colour: colour!, interlaced: interlace === 1 };
}

/** Undoes the filter of a row in place; `above` is the previous row and `step` the bytes of a pixel. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw new PictureError('row filters 0 to 4', `${filter}`);
  if (filter === 0) return;
  for (let i = 0; i < line.length; i++) {
    const a = i < step ? 0 : line[i - step]!;
    const b = above[i]!;
    if (filter === 1) line[i]! += a;
    else if (filter === 2) line[i]! += b;
    else if (filter === 3) line[i]! += (a + b) >> 1;
    else line[i]! += paeth(a, b, i < step ? 0 : above[i - step]!);
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - c - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

type Expand = (line: Uint8Array, columns: number, rgba: Uint8Array, to: number, step: number) => void;

/** Returns a function that writes the pixels of an unfiltered row as RGBA, from byte `to` on, `step` bytes apart. */
function expander({ header: { depth, colour }, palette, transparency }: ReturnType<typeof readChunks>): Expand {
  const { samples } = colours.get(colour)!;
  if (colour === 3 && (palette.length === 0 || palette.length % 3)) throw new PictureError('a palette', 'none');
  const max = (1 << depth) - 1;
  const sample = (line: Uint8Array, i: number) =>
    depth === 8
      ? line[i]!
      : depth === 16
        ? (line[i * 2]! << 8) | line[i * 2 + 1]!
        : (line[(i * depth) >> 3]! >> (8 - depth - ((i * depth) & 7))) & max;
  const scaled = (value: number) => (depth === 8 ? value : ((value * 255 + (max >> 1)) / max) | 0);
  const key =
    colour !== 3 && transparency ? [0, 2, 4].map((at) => transparency.readUInt16BE(colour === 2 ? at : 0)) : [];
  if (colour === 3) return paletteExpander(depth, palette, transparency);
  return (line, columns, rgba, to, step) => {
    for (let x = 0; x < columns; x++, to += step) {
      const red = sample(line, x * samples);
      const green = samples < 3 ? red : sample(line, x * samples + 1);
      const blue = samples < 3 ? red : sample(line, x * samples + 2);
      rgba[to] = scaled(red);
      rgba[to + 1] = scaled(green);
      rgba[to + 2] = scaled(blue);
      const clear = red === key[0] && green === key[1] && blue === key[2];
      rgba[to + 3] = samples % 2 ? (clear ? 0 : 255) : scaled(sample(line, x * samples + samples - 1));
    }
  };
}

/** See {@link expander}; for pictures with a palette. A single write per pixel is ten times as fast. */
function paletteExpander(depth: number, palette: Uint8Array, transparency: Buffer | undefined): Expand {
  const entries = palette.length / 3;
  const max = (1 << depth) - 1;
  const colours = new Uint32Array(entries);
  const bytes = new Uint8Array(colours.buffer);
  for (let i = 0; i < entries; i++) bytes.set([...palette.subarray(i * 3, i * 3 + 3), transparency?.[i] ?? 255], i * 4);
  return (line, columns, rgba, to, step) => {
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
    for (let x = 0, at = to / 4; x < columns; x++, at += step / 4) {
      const bit = x * depth;
      const entry = (line[bit >> 3]! >> (8 - depth - (bit & 7))) & max;
      if (entry >= entries) throw new PictureError(`palette entries below ${entries}`, `${entry}`);
      pixels[at] = colours[entry]!;
    }
  };
}
