import { appendFileSync, renameSync } from 'node:fs';
import { open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../files/write-file.js';
import { type DrawnBlock, outcome, linesOf } from './drawn.js';
import { type Folder, temporaryNameOf } from './image-writers.js';
import { type Journal, journalLine, pathsOf } from './journal.js';
import { readEntry } from './manifest.js';
import type { Checkpoint, Output } from './output.js';
import { writing } from './write-error.js';

/**
 * Writes images into a folder, beside `manifest.ndjson`. A commit renames the images, then appends to the manifest, then
 * appends a checkpoint to the journal. Wherever a batch is killed, all that the journal counts is complete.
 * @param head the first line of a new journal
 * @param previous the journal to resume; null: start over
 */
export async function openFolder(
  path: string,
  head: string,
  previous: Journal | null,
): Promise<Output & { readonly folder: Folder }> {
  const paths = pathsOf(path);
  const { temporary, journal, manifest } = paths;
  return await writing(path, async () => {
    makeFolder(path);
    await rm(previous ? temporary : paths.work, { recursive: true, force: true });
    const used = (await readdir(path)).length > 0;
    makeFolder(temporary);
    if (previous) await truncate(manifest, previous.manifest);
    else await writeFile(manifest, '');
    await writeFile(journal, previous ? previous.text : head);
    const file = await open(manifest, 'a');
    /** Manifest bytes in the journal. */
    let counted = previous?.manifest ?? 0;
    return {
      folder: { path, temporary, used },
      commit: (drawn: DrawnBlock, checkpoint: Checkpoint) =>
        writing(path, async () => {
          nameImages(drawn, path, temporary);
          const lines = Buffer.from(drawn.manifest);
          await file.appendFile(lines);
          appendFileSync(journal, journalLine(checkpoint, counted + lines.length));
          counted += lines.length;
        }),
      finish: () =>
        writing(path, async () => {
          await file.close();
          await rm(paths.work, { recursive: true, force: true });
        }),
      async abandon() {
        await file.truncate(counted);
        await file.close();
        await rm(temporary, { recursive: true, force: true });
      },
    };
  });
}

function nameImages(drawn: DrawnBlock, path: string, temporary: string): void {
  for (const [i, line] of linesOf(drawn).entries()) {
    if (drawn.results[i] === outcome.unchanged) continue;
    const entry = readEntry(line);
    if ('file' in entry) renameSync(join(temporary, temporaryNameOf(entry.line, entry.device)), join(path, entry.file));
  }
}
