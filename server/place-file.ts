import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeWhole } from './commands/write-file.js';

/** Writes a file whole or not at all, and makes the folders that it needs. */
export function placeFile(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, Buffer.from(content));
}
