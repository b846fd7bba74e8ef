import type { Rectangle } from '../shapes/rectangle.js';

/** A colour (or an ink) for each pixel, row by row. */
export interface PixelGrid {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array | Uint32Array;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The number of differing pixels, and the smallest box around them. */
export interface PixelDifference {
  readonly count: number;
  readonly box: Rectangle;
}

/** The differing pixels of two labels of the same size; undefined without any. */
export function differingPixels(expected: PixelGrid, actual: PixelGrid): PixelDifference | undefined {
  const { width, height, pixels } = expected;
  const other = actual.pixels;
  const [a, b] = [bytesOf(pixels), bytesOf(other)];
  if (a.equals(b)) return undefined;
  const stride = width * pixels.BYTES_PER_ELEMENT;
  let [count, left, right, top, bottom] = [0, width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    // Comparing bytes is many times faster than comparing pixels, and most rows are equal.
    if (a.compare(b, y * stride, (y + 1) * stride, y * stride, (y + 1) * stride) === 0) continue;
    top = Math.min(top, y);
    bottom = y;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      if (pixels[row + x] === other[row + x]) continue;
      count++;
      if (x < left) left = x;
      if (x > right) right = x;
    }
  }
  return { count, box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } };
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
