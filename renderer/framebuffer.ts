/**
 * One ink per pixel, kept as the PNG wants it: rows of `stride` bytes, each a filter byte (always 0, "None") and then
 * the pixels, `depth` bits each, leftmost in the high bits, the last byte padded with zeros. Ink 0 is the paper, so a
 * new frame is blank. Keeping the packed form saves filling, packing and copying a byte per pixel for every label.
 */
export interface Framebuffer {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel: the smallest PNG depth that holds all inks of the panel. */
  readonly depth: Depth;
  /** Bytes a row, filter byte included. */
  readonly stride: number;
  readonly rows: Uint8Array;
}

export type Depth = 1 | 2 | 4;

/** The smallest PNG bit depth that holds `inks` colours (2 to 16). */
export function depthFor(inks: number): Depth {
  return inks <= 2 ? 1 : inks <= 4 ? 2 : 4;
}

/** A blank frame of `width` × `height` pixels for a panel of `inks` colours. */
export function createFrame(width: number, height: number, inks: number): Framebuffer {
  const depth = depthFor(inks);
  const stride = 1 + Math.ceil((width * depth) / 8);
  // Behind the last row there is room for the rest of a word of four bytes, by which rows are written.
  const rows = new Uint8Array(new ArrayBuffer(stride * height + 3), 0, stride * height);
  return { width, height, depth, stride, rows };
}

/** Depth → a byte of a row → its first four pixels, one a byte; from 256 on, the second four. */
const pixelsOf = { 1: pixelTable(1), 2: pixelTable(2), 4: pixelTable(4) } as const;

function pixelTable(depth: number): Int32Array {
  return Int32Array.from({ length: 512 }, (_, at) => {
    let four = 0;
    for (let i = (at >> 8) * 4, end = i + 4; i < end; i++)
      four = (four << 8) | ((((at & 255) << (i * depth)) >> (8 - depth)) & ((1 << depth) - 1));
    return four;
  });
}

/** So many bytes behind the pixels may be written over. */
export const unpackRoom = 7;

/** The ink of each pixel, one byte a pixel, row by row: `width × height` bytes. */
export function unpack(frame: Framebuffer): Uint8Array {
  const size = frame.width * frame.height;
  const pixels = new Uint8Array(new ArrayBuffer(size + unpackRoom), 0, size);
  unpackInto(frame, new DataView(pixels.buffer));
  return pixels;
}

/** As {@link unpack}, into bytes that are zero, four pixels at a time and nothing where the paper is blank. */
export function unpackInto({ width, height, depth, stride, rows }: Framebuffer, to: DataView): void {
  const from = new DataView(rows.buffer, rows.byteOffset, rows.length);
  const table = pixelsOf[depth];
  const perByte = 8 >> (depth >> 1);
  const put = (at: number, byte: number) => {
    to.setInt32(at, table[byte]!);
    if (depth === 1) to.setInt32(at + 4, table[256 + byte]!);
  };
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * stride;
    let [at, p] = [y * stride + 1, y * width];
    // The last byte of a row can have pixels that are not there, which the first one of the next row writes over.
    put(p, rows[at]!);
    for (at++, p += perByte; at + 4 <= end; at += 4, p += 4 * perByte) {
      const four = from.getInt32(at);
      if (four === 0) continue;
      put(p, four >>> 24);
      put(p + perByte, (four >>> 16) & 255);
      put(p + 2 * perByte, (four >>> 8) & 255);
      put(p + 3 * perByte, four & 255);
    }
    for (; at < end; at++, p += perByte) put(p, rows[at]!);
  }
}

/** The frame whose pixels are `pixels` (one ink a byte, row by row). The inverse of {@link unpack}. */
export function pack(pixels: Uint8Array, width: number, height: number, inks: number): Framebuffer {
  const frame = createFrame(width, height, inks);
  const { depth, stride, rows } = frame;
  const perByte = 8 / depth;
  for (let y = 0, p = 0; y < height; y++) {
    const row = y * stride + 1;
    for (let x = 0; x < width; x++)
      rows[row + ((x / perByte) | 0)]! |= pixels[p++]! << (8 - depth - (x % perByte) * depth);
  }
  return frame;
}
