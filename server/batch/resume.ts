import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BatchError } from './error.js';
import { fileKey } from './output/safe-name.js';
import { type Journal, readJournal, readManifest } from './output/journal.js';
import type { UsedNames } from './output/used-names.js';
import type { Checkpoint } from './output/output.js';
import type { RowBlock } from './rows/split-rows.js';
import type { Tally } from './summary.js';

/** A hash of `settings` and this program's version. */
export function hashOf(settings: object): string {
  const version = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const text = JSON.stringify(settings, (_, value: unknown) => (value instanceof Map ? [...value.entries()] : value));
  return createHash('sha256').update(version).update(text).digest('hex');
}

/**
 * Reads the journal of an interrupted batch, counts its rows and reserves its names. Null: there is none.
 * @throws {BatchError} when the settings differ, or an image is missing
 */
export async function resumeJournal(
  path: string,
  hash: string,
  tally: Tally,
  usedNames: UsedNames | null,
): Promise<Journal | null> {
  const journal = await readJournal(path);
  if (!journal) return null;
  if (journal.options !== hash)
    throw new BatchError(
      'usage',
      `Expected the options, panels and layouts of the interrupted batch in ${path} for --resume but received others: run it as before, or without --resume`,
    );
  for await (const entry of readManifest(path, journal))
    if ('problems' in entry) tally.fail(entry);
    else {
      tally.resume();
      usedNames?.add(fileKey(entry.file));
    }
  return journal;
}

/**
 * The remaining blocks with their checkpoints.
 * @param previous the checkpoint of the interrupted batch; null: all blocks remain
 * @param onSkip called per finished block with the input bytes up to its end
 * @throws {BatchError} when the rows up to the checkpoint have changed
 */
export async function* remainingBlocks(
  blocks: AsyncIterable<RowBlock>,
  previous: Checkpoint | null,
  onSkip: (read: number) => void,
): AsyncGenerator<{ readonly block: RowBlock; readonly checkpoint: Checkpoint }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const block of blocks) {
    const sha256 = hash.update(block.bytes).copy().digest('hex');
    count++;
    if (!previous || count > previous.blocks) {
      yield { block, checkpoint: { blocks: count, sha256 } };
      continue;
    }
    if (count === previous.blocks && sha256 !== previous.sha256) throw changedRows(block);
    onSkip(block.read);
  }
  if (previous && count < previous.blocks) throw changedRows();
}

function changedRows(block?: RowBlock): BatchError {
  const lines = block ? `up to line ${block.lines.at(-1)!} ` : '';
  return new BatchError(
    'invalid',
    `Expected the rows of the interrupted batch ${lines}for --resume but received others: run without --resume`,
  );
}
