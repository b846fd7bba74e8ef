import { appendFileSync, renameSync } from 'node:fs';
import { mkdir, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { became, type DrawnBlock, linesOf } from './drawn.js';
import { type Folder, temporaryNameOf } from './image-writers.js';
import { type Journal, journalLine, pathsOf } from './journal.js';
import { readEntry } from './manifest.js';
import type { Checkpoint, Output } from './output.js';
import { writing } from './write-error.js';

interface FolderOutput extends Output {
  readonly folder: Folder;
}

/**
 * Images as files in a folder, beside `manifest.ndjson`. A block is committed in three steps: its images get their names,
 * its lines go into the manifest, its checkpoint goes into the journal. So wherever a batch is killed, what the journal
 * counts is there and whole.
 * @param head the first line of a new journal
 * @param former the journal to go on from; null: the batch begins anew
 */
export async function openFolder(path: string, head: string, former: Journal | null): Promise<FolderOutput> {
  const paths = pathsOf(path);
  const { temporary, journal, manifest } = paths;
  return await writing(path, async () => {
    await mkdir(path, { recursive: true });
    await rm(former ? temporary : paths.work, { recursive: true, force: true });
    const used = (await readdir(path)).length > 0;
    await mkdir(temporary, { recursive: true });
    if (former) await truncate(manifest, former.manifest);
    else await writeFile(manifest, '');
    await writeFile(journal, former ? former.text : head);
    const file = await open(manifest, 'a');
    /** Bytes of the manifest that the journal counts. */
    let counted = former?.manifest ?? 0;
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

/** Gives the images of a block their names. */
function nameImages(drawn: DrawnBlock, path: string, temporary: string): void {
  for (const [i, line] of linesOf(drawn).entries()) {
    if (drawn.results[i] === became.unchanged) continue;
    const entry = readEntry(line);
    if ('file' in entry) renameSync(join(temporary, temporaryNameOf(entry.line, entry.device)), join(path, entry.file));
  }
}
