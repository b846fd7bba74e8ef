import { checkFrame, type Framebuffer, pack, unpack } from '../drawing/framebuffer.js';

/**
 * A frame with the ghost of a former one: where they differ, one pixel in five, in a fixed pattern, keeps the former ink.
 * @throws {RangeError} when the frames differ in size or depth
 */
export function shineThrough(frame: Framebuffer, former: Framebuffer): Framebuffer {
  const { width, height, depth } = frame;
  checkFrame(former, width, height, 1 << depth);
  const pixels = unpack(frame);
  const old = unpack(former);
  for (let y = 0, p = 0; y < height; y++)
    for (let x = 0; x < width; x++, p++) if ((x + 2 * y) % 5 === 0) pixels[p] = old[p]!;
  return pack(pixels, width, height, 1 << depth);
}
