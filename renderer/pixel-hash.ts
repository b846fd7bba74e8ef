import { createHash } from 'node:crypto';
import { type Framebuffer, unpack } from './framebuffer.js';

/** The hex SHA-256 of the pixels, one byte each, the ink's number, row by row: the same whatever wrote the PNG. */
export function pixelHash(frame: Framebuffer): string {
  return createHash('sha256').update(unpack(frame)).digest('hex');
}
