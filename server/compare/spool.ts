import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compared, ReportPicture, PairPictures, Result } from './compare-pair.js';

export interface Spooled {
  readonly width: number;
  readonly height: number;
  /** Offset and length of its base64. */
  readonly at: number;
  readonly length: number;
}

/** A label of the report with its spooled pictures. */
export interface ReportEntry {
  readonly result: Result;
  readonly expected: Spooled | null;
  readonly actual: Spooled | null;
  readonly mask: Spooled | null;
}

/**
 * Stores the pictures of a comparison in a temporary file: those of 10,000 labels take 40 MB. Equal pictures are stored once.
 */
export class Spool {
  readonly #folder = mkdtempSync(join(tmpdir(), 'esl-report-'));
  readonly #file = openSync(join(this.#folder, 'pictures'), 'w+');
  readonly #bySha256 = new Map<string, Spooled>();
  #end = 0;

  add({ result, pictures }: Compared): ReportEntry {
    const store = (name: keyof PairPictures) => (pictures?.[name] ? this.store(pictures[name]) : null);
    return { result, expected: store('expected'), actual: store('actual'), mask: store('mask') };
  }

  store({ width, height, base64, sha256 }: ReportPicture): Spooled {
    const stored = this.#bySha256.get(sha256);
    if (stored) return stored;
    const spooled = { width, height, at: this.#end, length: base64.length };
    this.#end += writeSync(this.#file, base64, this.#end, 'latin1');
    this.#bySha256.set(sha256, spooled);
    return spooled;
  }

  /** Returns base64. */
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
