/**
 * One ink per pixel, packed as in a PNG: rows of `stride` bytes, each a filter byte (always 0, "None") and then the
 * pixels of `depth` bits each, leftmost in the high bits, with the last byte padded with zeros. Ink 0 is the paper, so
 * a new frame is blank. The packed form saves filling, packing and copying a byte per pixel for every label. Do not rely
 * on the buffer of `rows`: only `createFrame` leaves `spareBytes` in it.
 */
export interface Framebuffer {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel: the smallest PNG depth that holds all inks of the panel. */
  readonly depth: Depth;
  /** Bytes per row, including the filter byte. */
  readonly stride: number;
  readonly rows: Uint8Array;
}

export type Depth = 1 | 2 | 4;

/** The smallest PNG bit depth that holds `inks` colours (2 to 16). */
export function depthFor(inks: number): Depth {
  return inks <= 2 ? 1 : inks <= 4 ? 2 : 4;
}

/** Bytes of the buffer after the last row: rows are written 4 bytes at a time, and the last write may reach past them. */
export const spareBytes = 3;

/** A blank frame of `width` × `height` pixels for a panel of `inks` colours. */
export function createFrame(width: number, height: number, inks: number): Framebuffer {
  const depth = depthFor(inks);
  const stride = strideOf(width, depth);
  const rows = new Uint8Array(new ArrayBuffer(stride * height + spareBytes), 0, stride * height);
  return { width, height, depth, stride, rows };
}

function strideOf(width: number, depth: Depth): number {
  return 1 + Math.ceil((width * depth) / 8);
}

/** Makes a frame blank. Returns false for a frame without spare bytes, which {@link createFrame} did not create. */
export function clearFrame({ rows }: Framebuffer): boolean {
  if (rows.buffer.byteLength - rows.byteOffset < rows.byteLength + spareBytes) return false;
  rows.fill(0);
  return true;
}

/** @throws {RangeError} for a frame whose rows do not match its size, or that differs from the given size or colours */
export function checkFrame(
  frame: Framebuffer,
  width = frame.width,
  height = frame.height,
  inks = 1 << frame.depth,
): void {
  const { depth, stride, rows } = frame;
  if (frame.width !== width || frame.height !== height || depth !== depthFor(inks))
    throw new RangeError(
      `Expected a frame of ${width}×${height} pixels of ${depthFor(inks)} bits but received one of ${frame.width}×${frame.height} of ${depth}`,
    );
  if (stride !== strideOf(width, depth) || rows.length !== stride * height)
    throw new RangeError(
      `Expected ${height} rows of ${strideOf(width, depth)} bytes for a frame of ${width}×${height} pixels but received ${rows.length} bytes in rows of ${stride}`,
    );
}

/**
 * The ink of each pixel, one byte a pixel, row by row: `width × height` bytes.
 * @throws {RangeError} for a frame whose rows do not match its size
 * @example
 * import { openSimulator, unpack } from 'esl-simulator';
 *
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { frame } = (await openSimulator()).render(milk);
 * const pixels = unpack(frame);
 * console.log(pixels.length, [...new Set(pixels)].sort()); // 37888 [ 0, 1 ]
 */
export function unpack(frame: Framebuffer): Uint8Array {
  checkFrame(frame);
  const { width, height, depth, stride, rows } = frame;
  const mask = (1 << depth) - 1;
  const pixels = new Uint8Array(width * height);
  for (let y = 0, p = 0; y < height; y++) {
    const end = p + width;
    for (let at = y * stride + 1; p < end; at++) {
      const byte = rows[at]!;
      for (let shift = 8 - depth; shift >= 0 && p < end; shift -= depth) pixels[p++] = (byte >> shift) & mask;
    }
  }
  return pixels;
}

/** The frame whose pixels are `pixels` (one ink a byte, row by row). The inverse of {@link unpack}. */
export function pack(pixels: Uint8Array, width: number, height: number, inks: number): Framebuffer {
  const frame = createFrame(width, height, inks);
  const { depth, stride, rows } = frame;
  for (let y = 0, p = 0; y < height; y++) {
    const end = p + width;
    for (let at = y * stride + 1; p < end; at++) {
      let byte = 0;
      for (let shift = 8 - depth; shift >= 0 && p < end; shift -= depth) byte |= pixels[p++]! << shift;
      rows[at] = byte;
    }
  }
  return frame;
}
