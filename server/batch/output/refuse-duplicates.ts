import { type DrawnBlock, outcome, linesOf } from './drawn.js';
import { fileKey } from './safe-name.js';
import { failedEntry, readEntry, writeEntry } from './manifest.js';
import type { UsedNames } from './used-names.js';

/** Refuses images with the name of an earlier one, and removes them from the archive. */
export function refuseDuplicates(drawn: DrawnBlock, usedNames: UsedNames): DrawnBlock {
  const { failure, archive } = drawn;
  const results = drawn.results.slice();
  const members: Uint8Array[] = [];
  let [at, refused] = [0, false];
  const lines = linesOf(drawn).map((text, i) => {
    const entry = readEntry(text);
    if ('problems' in entry) return `${text}\n`;
    const bytes = archive.subarray(at, (at += Math.max(0, results[i]!)));
    if (usedNames.add(fileKey(entry.file))) {
      members.push(bytes);
      return `${text}\n`;
    }
    results[i] = outcome.failed;
    refused = true;
    return writeEntry(failedEntry(entry.line, entry.device, [nameTaken(entry.file)]));
  });
  return refused ? { failure, manifest: lines.join(''), results, archive: Buffer.concat(members) } : drawn;
}

function nameTaken(file: string) {
  const message = `Expected a file name that no earlier row has but received "${file}"`;
  return { field: '', reason: 'name_taken', message, received: file };
}
