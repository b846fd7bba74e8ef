import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compared, Picture, Pictures, Result } from './compare-pair.js';

/** Where in the spool a picture is. */
export interface Spooled {
  readonly width: number;
  readonly height: number;
  /** Bytes, which are base64. */
  readonly at: number;
  readonly length: number;
}

/** A label that is not the same, and where its pictures are. */
export interface Entry {
  readonly result: Result;
  readonly expected: Spooled | null;
  readonly actual: Spooled | null;
  readonly mask: Spooled | null;
}

/**
 * Keeps the pictures of a comparison in a temporary file: those of 10,000 labels take 40 MB. Equal ones are kept once.
 */
export class Spool {
  readonly #folder = mkdtempSync(join(tmpdir(), 'esl-report-'));
  readonly #file = openSync(join(this.#folder, 'pictures'), 'w+');
  readonly #kept = new Map<string, Spooled>();
  #end = 0;

  add({ result, pictures }: Compared): Entry {
    const kept = (name: keyof Pictures) => (pictures?.[name] ? this.#keep(pictures[name]) : null);
    return { result, expected: kept('expected'), actual: kept('actual'), mask: kept('mask') };
  }

  #keep({ width, height, base64, sha256 }: Picture): Spooled {
    const known = this.#kept.get(sha256);
    if (known) return known;
    const spooled = { width, height, at: this.#end, length: base64.length };
    this.#end += writeSync(this.#file, base64, this.#end, 'latin1');
    this.#kept.set(sha256, spooled);
    return spooled;
  }

  /** The base64 of a picture. */
  read({ at, length }: Spooled): string {
    const bytes = Buffer.alloc(length);
    readSync(this.#file, bytes, 0, length, at);
    return bytes.toString('latin1');
  }

  /** Deletes the file. */
  close(): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
