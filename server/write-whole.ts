import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file, with its folders, so that nobody ever sees half of it. */
export function writeWhole(path: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  const staged = `${path}.${randomUUID()}`;
  writeFileSync(staged, bytes);
  renameSync(staged, path);
}
