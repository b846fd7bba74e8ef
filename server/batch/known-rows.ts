import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { became, type DrawnBlock, linesOf } from './output/drawn.js';
import { readEntry } from './output/manifest.js';
import type { Block } from './rows/split-rows.js';

/** What became of the rows of the batch before, so that the next one draws those only that have changed. */
export interface KnownRows {
  /**
   * A batch begins. Nothing is known of it if the one before had other settings, or did not reach its end.
   * @param settings a hash of all that images depend on beside the rows
   * @param byLine whether the name of an image depends on the line of its row
   */
  begin(folder: string, settings: string, byLine: boolean): void;
  /** Takes the rows out of a block that are known. */
  split(block: Block): SplitBlock;
  /** The batch is at its end. */
  end(): void;
}

/** A block whose rows are drawn in part. */
export interface SplitBlock {
  /** The rows to draw; null: none. */
  readonly fresh: Block | null;
  /** What became of all rows. @param drawn what became of `fresh` */
  merge(drawn: DrawnBlock | null): DrawnBlock;
  /** Keeps what became of the rows of this block in the end. */
  keep(settled: DrawnBlock): void;
}

/** Characters of manifests that are kept at most: rows beyond are drawn each time. */
const mostKept = 64 * 1024 * 1024;

export function createKnownRows(): KnownRows {
  /** Lines of the manifest, by a hash of the row. */
  let former = new Map<string, readonly string[]>();
  let next = new Map<string, readonly string[]>();
  let kept = 0;
  let [path, of, whole, lined] = ['', '', true, true];

  /** What is known of a row whose images are still there. */
  function find(key: string): readonly string[] | undefined {
    const lines = former.get(key);
    const isThere = (line: string) => {
      const entry = readEntry(line);
      return 'problems' in entry || statSync(join(path, entry.file), { throwIfNoEntry: false })?.isFile() === true;
    };
    return lines?.every(isThere) ? lines : undefined;
  }

  return {
    begin(folder, settings, byLine) {
      if (settings !== of || folder !== path || !whole) former = new Map();
      [path, of, whole, lined] = [folder, settings, false, byLine];
      next = new Map();
      kept = 0;
    },
    split(block) {
      const keys = block.starts.map((start, i) => {
        const hash = createHash('sha256').update(block.bytes.subarray(start, block.ends[i]));
        return hash.digest('base64') + (lined ? String(block.lines[i]) : '');
      });
      const known = keys.map((key, i) => (block.faults.has(i) ? undefined : find(key)));
      const { lines } = block;
      return {
        fresh: withoutKnown(block, known),
        merge: (drawn) => (drawn && known.every((texts) => !texts) ? drawn : mergeOf(drawn, known, lines)),
        keep(settled) {
          const texts = linesOf(settled);
          const perRow = texts.length / keys.length;
          for (const [i, key] of keys.entries()) {
            const own = texts.slice(i * perRow, (i + 1) * perRow);
            const size = own.reduce((sum, text) => sum + text.length, key.length);
            // Another row has the name: its image is not this row's.
            if (next.has(key) || kept + size > mostKept || own.some((text) => text.includes('"name_taken"'))) continue;
            next.set(key, own);
            kept += size;
          }
        },
      };
    },
    end() {
      former = next;
      whole = true;
    },
  };
}

/** The rows of a block of which nothing is known. */
function withoutKnown(block: Block, known: readonly (readonly string[] | undefined)[]): Block | null {
  const left = Array.from(block.starts.keys()).filter((i) => !known[i]);
  if (left.length === 0) return null;
  if (left.length === block.starts.length) return block;
  const parts = left.map((i) => block.bytes.subarray(block.starts[i], block.ends[i]));
  const ends: number[] = [];
  for (const part of parts) ends.push((ends.at(-1) ?? 0) + part.length);
  const bytes = new Uint8Array(ends.at(-1)!);
  for (const [i, part] of parts.entries()) bytes.set(part, ends[i]! - part.length);
  return {
    bytes,
    starts: ends.map((end, i) => end - parts[i]!.length),
    ends,
    lines: left.map((i) => block.lines[i]!),
    faults: new Map(left.flatMap((i, at) => (block.faults.has(i) ? [[at, block.faults.get(i)!] as const] : []))),
    read: block.read,
  };
}

/** Puts what is known of some rows between what became of the others. */
function mergeOf(
  drawn: DrawnBlock | null,
  known: readonly (readonly string[] | undefined)[],
  lines: readonly number[],
): DrawnBlock {
  if (drawn && drawn.failure !== null) return drawn;
  const fresh = drawn ? linesOf(drawn) : [];
  const perRow = fresh.length / known.filter((texts) => !texts).length;
  const manifest: string[] = [];
  const results: number[] = [];
  let at = 0;
  for (const [i, texts] of known.entries()) {
    for (const text of texts ?? fresh.slice(at, at + perRow)) {
      manifest.push(texts ? text.replace(/^\{"line":\d+/, `{"line":${lines[i]!}`) : text);
      results.push(texts ? ('problems' in readEntry(text) ? became.failed : became.unchanged) : drawn!.results[at++]!);
    }
  }
  return {
    failure: null,
    manifest: manifest.map((text) => `${text}\n`).join(''),
    results: Int32Array.from(results),
    archive: new Uint8Array(0),
  };
}
