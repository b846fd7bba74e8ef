import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type DrawnBlock, outcome, linesOf } from './output/drawn.js';
import { readEntry } from './output/manifest.js';
import { joinedRows, type RowBlock } from './rows/split-rows.js';

export type RowCache = ReturnType<typeof createRowCache>;

/** Rows beyond this size of cached manifest lines are drawn each time. */
const maxCachedChars = 64 * 1024 * 1024;

/** The results of the previous batch by row: the next batch draws only changed rows. */
export function createRowCache() {
  /** Manifest lines by row hash: of the previous batch, and of the current one. */
  let previous = new Map<string, readonly string[]>();
  let next = new Map<string, readonly string[]>();
  let cachedChars = 0;
  let [path, hash, finished, withLines] = ['', '', true, true];

  /** The cached lines of a row whose images still exist. */
  function find(key: string): readonly string[] | undefined {
    const lines = previous.get(key);
    return lines?.every((line) => imageExists(path, line)) ? lines : undefined;
  }

  return {
    /**
     * Starts a batch. Clears the cache if the settings changed, or if the previous batch did not finish.
     * @param settings a hash of all other inputs of an image
     * @param byLine whether image names contain line numbers
     */
    begin(folder: string, settings: string, byLine: boolean): void {
      if (settings !== hash || folder !== path || !finished) previous = new Map();
      [path, hash, finished, withLines] = [folder, settings, false, byLine];
      next = new Map();
      cachedChars = 0;
    },
    /** Splits a block into cached rows and rows to draw. */
    split(block: RowBlock) {
      const keys = block.starts.map((_, i) => hashOf(block, i) + (withLines ? String(block.lines[i]) : ''));
      const cached = keys.map((key, i) => (block.faults.has(i) ? undefined : find(key)));
      const { lines } = block;
      return {
        /** The rows to draw; null: none. */
        fresh: withoutCached(block, cached),
        /** The results of all rows. @param drawn the results of `fresh` */
        merge: (drawn: DrawnBlock | null) =>
          drawn && cached.every((texts) => !texts) ? drawn : mergeOf(drawn, cached, lines),
        store(settled: DrawnBlock): void {
          const texts = linesOf(settled);
          const perRow = texts.length / keys.length;
          for (const [i, key] of keys.entries()) {
            const rowLines = texts.slice(i * perRow, (i + 1) * perRow);
            const size = rowLines.reduce((sum, text) => sum + text.length, key.length);
            // Another row's image has this name.
            if (rowLines.some((text) => text.includes('"name_taken"'))) continue;
            if (next.has(key) || cachedChars + size > maxCachedChars) continue;
            next.set(key, rowLines);
            cachedChars += size;
          }
        },
      };
    },
    finish(): void {
      previous = next;
      finished = true;
    },
  };
}

function imageExists(folder: string, line: string): boolean {
  const entry = readEntry(line);
  return 'problems' in entry || statSync(join(folder, entry.file), { throwIfNoEntry: false })?.isFile() === true;
}

function hashOf({ bytes, starts, ends }: RowBlock, i: number): string {
  return createHash('sha256').update(bytes.subarray(starts[i], ends[i])).digest('base64');
}

function withoutCached(block: RowBlock, cached: readonly (readonly string[] | undefined)[]): RowBlock | null {
  const indices = Array.from(block.starts.keys()).filter((i) => !cached[i]);
  if (indices.length === 0) return null;
  if (indices.length === block.starts.length) return block;
  return {
    ...joinedRows(indices.map((i) => block.bytes.subarray(block.starts[i], block.ends[i]))),
    lines: indices.map((i) => block.lines[i]!),
    faults: new Map(indices.flatMap((i, at) => (block.faults.has(i) ? [[at, block.faults.get(i)!] as const] : []))),
    read: block.read,
  };
}

function mergeOf(
  drawn: DrawnBlock | null,
  cached: readonly (readonly string[] | undefined)[],
  lines: readonly number[],
): DrawnBlock {
  if (drawn && drawn.failure !== null) return drawn;
  const fresh = drawn ? linesOf(drawn) : [];
  const perRow = fresh.length / cached.filter((texts) => !texts).length;
  const manifest: string[] = [];
  const results: number[] = [];
  let at = 0;
  for (const [i, texts] of cached.entries()) {
    for (const text of texts ?? fresh.slice(at, at + perRow)) {
      manifest.push(texts ? text.replace(/^\{"line":\d+/, `{"line":${lines[i]!}`) : text);
      results.push(
        texts ? ('problems' in readEntry(text) ? outcome.failed : outcome.unchanged) : drawn!.results[at++]!,
      );
    }
  }
  return {
    failure: null,
    manifest: manifest.map((text) => `${text}\n`).join(''),
    results: Int32Array.from(results),
    archive: new Uint8Array(0),
  };
}
