import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BatchError } from './error.js';
import { fileKey } from './output/safe-name.js';
import { type Journal, readJournal, walkManifest } from './output/journal.js';
import type { NamesTaken } from './output/names-taken.js';
import type { Checkpoint } from './output/output.js';
import type { Block } from './rows/split-rows.js';
import type { Tally } from './summary.js';

/** A hash of all that images depend on beside the input and the day: `settings`, and the version of this program. */
export function hashOf(settings: object): string {
  const version = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const text = JSON.stringify(settings, (_, value: unknown) => (value instanceof Map ? [...value.entries()] : value));
  return createHash('sha256').update(version).update(text).digest('hex');
}

/**
 * The journal of the batch that was interrupted in a folder, whose rows are counted and whose names are taken; null when
 * there is none.
 * @throws {BatchError} when its settings had another hash, or an image is gone
 */
export async function takeOver(
  path: string,
  hash: string,
  tally: Tally,
  taken: NamesTaken | null,
): Promise<Journal | null> {
  const journal = await readJournal(path);
  if (!journal) return null;
  if (journal.options !== hash)
    throw new BatchError(
      'usage',
      `Expected the options, panels and layouts of the interrupted batch in ${path} for --resume but received others: run it as before, or without --resume`,
    );
  await walkManifest(path, journal, {
    file(file) {
      tally.resume();
      taken?.take(fileKey(file));
    },
    failed(entry) {
      tally.fail(entry);
    },
  });
  return journal;
}

/**
 * The blocks that are still to be drawn, each with its checkpoint.
 * @param former where the interrupted batch got to; null: all blocks remain
 * @param skipped told of each block that is done, by the bytes of the input read up to its end
 * @throws {BatchError} when the rows up to there are not those of the interrupted batch
 */
export async function* remainingBlocks(
  blocks: AsyncIterable<Block>,
  former: Checkpoint | null,
  skipped: (read: number) => void,
): AsyncGenerator<{ readonly block: Block; readonly checkpoint: Checkpoint }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const block of blocks) {
    const sha256 = hash.update(block.bytes).copy().digest('hex');
    count++;
    if (!former || count > former.blocks) {
      yield { block, checkpoint: { blocks: count, sha256 } };
      continue;
    }
    if (count === former.blocks && sha256 !== former.sha256) throw otherRows(block);
    skipped(block.read);
  }
  if (former && count < former.blocks) throw otherRows();
}

function otherRows(block?: Block): BatchError {
  const lines = block ? `up to line ${block.lines.at(-1)!} ` : '';
  return new BatchError(
    'invalid',
    `Expected the rows of the interrupted batch ${lines}for --resume but received others: run without --resume`,
  );
}
