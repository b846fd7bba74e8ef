import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeFile } from '../files/write-file.js';

/** Libraries through which unmodified drivers talk to `esl-sim panel listen`. */
export const shimKinds = ['python', 'arduino'] as const;
export type ShimKind = (typeof shimKinds)[number];

/** Writes the files of a shim into a folder. Returns their names. */
export function writeShim(kind: ShimKind, folder: string): readonly string[] {
  const source = fileURLToPath(new URL(`./shims/${kind}/`, import.meta.url));
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .sort();
  for (const name of names) placeFile(join(folder, name), readFileSync(join(source, name)));
  return names;
}
