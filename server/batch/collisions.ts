import { failed } from './draw-block.js';
import { fileKey } from './file-name.js';
import type { NamesTaken } from './names-taken.js';
import type { Drawn } from './work.js';

/** Refuses the pictures whose name an earlier row has, and takes them out of the archive. */
export function refuseTaken({ fault, outcomes, archive }: Drawn, taken: NamesTaken): Drawn {
  const kept: Uint8Array[] = [];
  let at = 0;
  const settled = outcomes.map((outcome) => {
    const { line, device, result } = outcome;
    if ('failed' in result) return outcome;
    const bytes = archive.subarray(at, (at += result.archived));
    if (!taken.take(fileKey(result.file))) return failed(line, device, [nameTaken(result.file)]);
    kept.push(bytes);
    return outcome;
  });
  return { fault, outcomes: settled, archive: kept.length === outcomes.length ? archive : Buffer.concat(kept) };
}

function nameTaken(file: string) {
  const message = `Expected a file name that no earlier row has but received "${file}"`;
  return { field: '', reason: 'name_taken', message, received: file };
}
