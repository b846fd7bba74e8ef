import type { Framebuffer } from './framebuffer.js';
import type { InkPicture } from './marks.js';

/**
 * Copies `picture` into the frame, with its top left corner at x, y. 255 leaves the frame's pixel unchanged. The picture
 * must lie within the frame, and its inks must fit the frame's depth.
 */
export function stampPicture(frame: Framebuffer, picture: InkPicture, x: number, y: number): void {
  const { depth, stride, rows } = frame;
  const { width, height, inks } = picture;
  const ones = (1 << depth) - 1;
  for (let row = 0, from = 0; row < height; row++) {
    const base = ((y + row) * stride + 1) * 8 + x * depth;
    for (let bit = base; bit < base + width * depth; bit += depth) {
      const ink = inks[from++]!;
      if (ink === 255) continue;
      const shift = 8 - depth - (bit & 7);
      rows[bit >> 3] = (rows[bit >> 3]! & ~(ones << shift)) | (ink << shift);
    }
  }
}
