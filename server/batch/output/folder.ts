import { appendFileSync, renameSync } from 'node:fs';
import { mkdir, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Journal, pathsOf } from './journal.js';
import { readEntry } from './entry.js';
import type { Mark, Output } from './output.js';
import { became, type Drawn, type Folder, linesOf, unfinishedName } from '../work.js';
import { writing } from './write-fault.js';

interface FolderOutput extends Output {
  readonly folder: Folder;
  /** Where the interrupted batch had got to; null: nothing is taken over. */
  readonly former: Mark | null;
}

/**
 * Pictures in a folder, a file each, beside `manifest.ndjson`. A picture has its name only when it is whole; then it is
 * written into the manifest, then the block into the journal. So wherever a batch is killed, the journal's last line
 * tells of pictures that are there.
 * @param former the journal to go on from; null: begins anew. `head`: the journal's first line.
 */
export async function openFolder(path: string, head: string, former: Journal | null): Promise<FolderOutput> {
  const paths = pathsOf(path);
  const { unfinished, journal, manifest } = paths;
  return await writing(path, async () => {
    await mkdir(path, { recursive: true });
    await rm(former ? unfinished : paths.work, { recursive: true, force: true });
    const used = (await readdir(path)).length > 0;
    await mkdir(unfinished, { recursive: true });
    if (former) await truncate(manifest, former.manifest);
    else await writeFile(manifest, '');
    await writeFile(journal, former ? former.text : head);
    const file = await open(manifest, 'a');
    let size = former?.manifest ?? 0;
    return {
      folder: { path, unfinished, used },
      former: former && { blocks: former.blocks, sha256: former.sha256 },
      commit: (drawn: Drawn, mark: Mark) =>
        writing(path, async () => {
          for (const [i, line] of linesOf(drawn).entries()) {
            if (drawn.results[i] === became.unchanged) continue;
            const entry = readEntry(line);
            if ('file' in entry)
              renameSync(join(unfinished, unfinishedName(entry.line, entry.device)), join(path, entry.file));
          }
          const lines = Buffer.from(drawn.manifest);
          await file.appendFile(lines);
          size += lines.length;
          appendFileSync(journal, `${JSON.stringify({ ...mark, manifest: size })}\n`);
        }),
      finish: () =>
        writing(path, async () => {
          await file.close();
          await rm(paths.work, { recursive: true, force: true });
        }),
      async abandon() {
        await file.truncate(size);
        await file.close();
        await rm(unfinished, { recursive: true, force: true });
      },
    };
  });
}
