import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcome } from './drawn.js';
import { createTarHeaders, padded } from './tar-headers.js';

export class ImageWriteError extends Error {
  override readonly name = 'ImageWriteError';
}

export interface ImageWriter {
  /** Writes an image. @returns its entry in `DrawnBlock.results` @throws {ImageWriteError} */
  write(file: string, png: Uint8Array, temporaryName: string): number;
  /** All images as archive members; empty for files. */
  archive(): Uint8Array;
}

export interface Folder {
  readonly path: string;
  /** A subfolder for images before their commit: see {@link temporaryNameOf}. */
  readonly temporary: string;
  /** Whether images of an earlier run may exist. */
  readonly used: boolean;
}

/** A file name that is unique in the batch, used until the commit. */
export function temporaryNameOf(line: number, device: string): string {
  return `${line}-${device}`;
}

/** Writes files under temporary names, as an earlier row may use the same name. */
export function createFileWriter({ path, temporary, used }: Folder): ImageWriter {
  return {
    write(file, png, temporaryName) {
      if (used && isSame(join(path, file), png)) return outcome.unchanged;
      try {
        writeFileSync(join(temporary, temporaryName), png);
      } catch (error) {
        throw new ImageWriteError((error as Error).message);
      }
      return 0;
    },
    archive: () => new Uint8Array(0),
  };
}

/** Collects members of a tar archive. @param modified their time in seconds since 1970 */
export function createTarWriter(modified: number): ImageWriter {
  const headerOf = createTarHeaders(modified);
  const members: { readonly header: Uint8Array; readonly png: Uint8Array }[] = [];
  let size = 0;
  return {
    write(file, png) {
      const header = headerOf(file, png.length);
      const archived = header.length + padded(png.length);
      members.push({ header, png });
      size += archived;
      return archived;
    },
    archive() {
      const bytes = new Uint8Array(size);
      let at = 0;
      for (const { header, png } of members) {
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
