import { hash } from 'node:crypto';
import { checkFrame, type Framebuffer } from './framebuffer.js';

/**
 * The hex SHA-256 of the pixels in the form of the PNG's inflated image data (view ink, scale 1): rows of ink numbers in
 * the panel's bit depth, each after a filter byte 0. So it does not depend on the zlib that wrote the PNG. Hashing one
 * byte per pixel would take 35 µs instead of 6 µs at 296×128, as long as the whole PNG.
 * @throws {RangeError} for a frame whose rows do not match its size
 * @example
 * import { openSimulator, pixelHash } from 'esl-simulator';
 *
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { frame, sha256 } = (await openSimulator()).render(milk);
 * console.log(pixelHash(frame) === sha256); // true
 */
export function pixelHash(frame: Framebuffer): string {
  checkFrame(frame);
  return hash('sha256', frame.rows, 'hex');
}
