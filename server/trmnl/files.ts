import { join } from 'node:path';
import { placeFile } from '../files/write-file.js';

/** Writes a picture to a .png file, or to a numbered file in a folder. @returns its path */
export function writePicture(output: string, png: Uint8Array, count: number): string {
  const path = /\.png$/i.test(output) ? output : join(output, `${String(count).padStart(4, '0')}.png`);
  placeFile(path, png);
  return path;
}
