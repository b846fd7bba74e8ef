import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTarHeaders, padded } from './tar.js';
import { became, type Folder } from '../work.js';

/** The disk takes no more. */
export class WriteFault extends Error {
  override readonly name = 'WriteFault';
}

/** Where a worker puts the pictures of a block. */
export interface Store {
  /** Puts a picture, and returns what became of it: see `Drawn`. @throws {WriteFault} */
  put(file: string, png: Uint8Array, unfinishedName: string): number;
  /** The archive's bytes, if it is one. */
  bytes(): Uint8Array;
}

/** Pictures are written under another name, as their own one may be taken by an earlier row. */
export function createFolder({ path, unfinished, used }: Folder): Store {
  return {
    put(file, png, name) {
      if (used && isSame(join(path, file), png)) return became.unchanged;
      try {
        writeFileSync(join(unfinished, name), png);
      } catch (error) {
        throw new WriteFault((error as Error).message);
      }
      return 0;
    },
    bytes: () => new Uint8Array(0),
  };
}

/** Entries of an archive, of the time `modified` in seconds since 1970. */
export function createArchive(modified: number): Store {
  const headerOf = createTarHeaders(modified);
  const entries: { readonly header: Uint8Array; readonly png: Uint8Array }[] = [];
  let size = 0;
  return {
    put(file, png) {
      const header = headerOf(file, png.length);
      const archived = header.length + padded(png.length);
      entries.push({ header, png });
      size += archived;
      return archived;
    },
    bytes() {
      const bytes = new Uint8Array(size);
      let at = 0;
      for (const { header, png } of entries) {
        bytes.set(header, at);
        bytes.set(png, at + header.length);
        at += header.length + padded(png.length);
      }
      return bytes;
    },
  };
}

function isSame(path: string, bytes: Uint8Array): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === bytes.length && readFileSync(path).equals(bytes);
}
