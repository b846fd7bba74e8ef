import { join } from 'node:path';
import { placeFile } from '../files/write-file.js';

/**
 * Where the pictures go: into a file that ends with .png, which always is the newest, or into a folder, one file each.
 * @returns what writes a picture, and says where it is
 */
export function createScreenFiles(output: string): (png: Uint8Array, count: number) => string {
  return (png, count) => {
    const path = /\.png$/i.test(output) ? output : join(output, `${String(count).padStart(4, '0')}.png`);
    placeFile(path, png);
    return path;
  };
}
