import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BatchError } from '../error.js';
import type { Mark } from './output.js';
import { failureOf, readEntry } from './entry.js';

export const manifestName = 'manifest.ndjson';

/** What a batch needs while it runs, and to go on when it was interrupted; gone when it is done. */
const workName = '.esl-batch';

/** Where things are in the folder of a batch. */
export function pathsOf(path: string) {
  const work = join(path, workName);
  return {
    manifest: join(path, manifestName),
    work,
    unfinished: join(work, 'pictures'),
    journal: join(work, 'journal'),
  };
}

/** What an interrupted batch left behind. */
export interface Journal extends Mark {
  /** The first line: when the batch began, as ISO 8601, and a hash of all that its pictures depend on beside the input. */
  readonly started: string;
  readonly options: string;
  /** Bytes of the manifest that belong to the blocks. */
  readonly manifest: number;
  /** Its lines that are whole. */
  readonly text: string;
}

export function journalHead(started: Date, options: string): string {
  return `${JSON.stringify({ started: started.toISOString(), options })}\n`;
}

/** The journal of the batch that was interrupted in a folder; null when there is none that can be gone on from. */
export async function readJournal(path: string): Promise<Journal | null> {
  const paths = pathsOf(path);
  try {
    const text = await readFile(paths.journal, 'utf8');
    // A line that the interruption tore apart has no end.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').slice(0, -1);
    if (lines.length < 2) return null;
    const head = JSON.parse(lines[0]!) as Pick<Journal, 'started' | 'options'>;
    const last = JSON.parse(lines.at(-1)!) as Mark & Pick<Journal, 'manifest'>;
    return statSync(paths.manifest).size < last.manifest ? null : { ...head, ...last, text: whole };
  } catch {
    return null;
  }
}

/**
 * Walks through the manifest of an interrupted batch.
 * @param see told of each row's file, or of the sentence of a row that failed.
 * @throws {BatchError} when a picture that it names is gone.
 */
export async function walkManifest(
  path: string,
  { manifest }: Journal,
  see: { file(file: string): void; failed(line: number, sentence: string): void },
): Promise<void> {
  if (manifest === 0) return;
  const input = createReadStream(pathsOf(path).manifest, { end: manifest - 1 });
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const entry = readEntry(text);
    if ('problems' in entry) see.failed(entry.line, failureOf(entry));
    else if (!statSync(join(path, entry.file), { throwIfNoEntry: false })?.isFile())
      throw new BatchError(
        'failed',
        `Expected ${join(path, entry.file)}, which the manifest names, but it is gone: run without --resume`,
      );
    else see.file(entry.file);
  }
}
