import { join } from 'node:path';
import { placeFile } from '../files/write-file.js';

/**
 * Writes pictures to a single .png file, the newest only, or to a folder, one file each.
 * @returns a function that writes a picture and returns its path
 */
export function createScreenFiles(output: string): (png: Uint8Array, count: number) => string {
  return (png, count) => {
    const path = /\.png$/i.test(output) ? output : join(output, `${String(count).padStart(4, '0')}.png`);
    placeFile(path, png);
    return path;
  };
}
