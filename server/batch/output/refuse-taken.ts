import { became, type DrawnBlock, linesOf } from './drawn.js';
import { fileKey } from './safe-name.js';
import { failedEntry, readEntry, writeEntry } from './manifest.js';
import type { NamesTaken } from './names-taken.js';

/** Refuses the images whose name an earlier row has, and takes them out of the archive. */
export function refuseTaken(drawn: DrawnBlock, taken: NamesTaken): DrawnBlock {
  const { failure, archive } = drawn;
  const results = drawn.results.slice();
  const kept: Uint8Array[] = [];
  let [at, refused] = [0, false];
  const lines = linesOf(drawn).map((text, i) => {
    const entry = readEntry(text);
    if ('problems' in entry) return `${text}\n`;
    const bytes = archive.subarray(at, (at += Math.max(0, results[i]!)));
    if (taken.take(fileKey(entry.file))) {
      kept.push(bytes);
      return `${text}\n`;
    }
    results[i] = became.failed;
    refused = true;
    return writeEntry(failedEntry(entry.line, entry.device, [nameTaken(entry.file)]));
  });
  return refused ? { failure, manifest: lines.join(''), results, archive: Buffer.concat(kept) } : drawn;
}

function nameTaken(file: string) {
  const message = `Expected a file name that no earlier row has but received "${file}"`;
  return { field: '', reason: 'name_taken', message, received: file };
}
