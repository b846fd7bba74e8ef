import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchError } from '../error.js';
import { type ManifestEntry, manifestName, readEntry } from './manifest.js';
import type { Checkpoint } from './output.js';

/** The working folder of a batch. Deleted when the batch is done. */
const workName = '.esl-batch';

export function pathsOf(path: string) {
  const work = join(path, workName);
  return {
    manifest: join(path, manifestName),
    work,
    temporary: join(work, 'images'),
    journal: join(work, 'journal'),
  };
}

/** The state of an interrupted batch. */
export interface Journal extends Checkpoint {
  /** From the first line: the start time (ISO 8601), and a hash of the settings. */
  readonly started: string;
  readonly options: string;
  /** Manifest bytes of the committed blocks. */
  readonly manifest: number;
  /** All complete lines. */
  readonly text: string;
}

export function journalHead(started: Date, options: string): string {
  return `${JSON.stringify({ started: started.toISOString(), options })}\n`;
}

/** The journal line of a block. @param manifest the manifest's size after it */
export function journalLine(checkpoint: Checkpoint, manifest: number): string {
  return `${JSON.stringify({ ...checkpoint, manifest })}\n`;
}

/** Reads the journal of an interrupted batch. Null: there is none, or it can't be resumed. */
export async function readJournal(path: string): Promise<Journal | null> {
  const paths = pathsOf(path);
  try {
    const text = await readFile(paths.journal, 'utf8');
    // An incomplete last line was cut off by the interruption.
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = complete.split('\n').slice(0, -1);
    if (lines.length < 2) return null;
    const head = JSON.parse(lines[0]!) as Pick<Journal, 'started' | 'options'>;
    const last = JSON.parse(lines.at(-1)!) as Checkpoint & Pick<Journal, 'manifest'>;
    return statSync(paths.manifest).size < last.manifest ? null : { ...head, ...last, text: complete };
  } catch {
    return null;
  }
}

/**
 * Reads each manifest line of an interrupted batch.
 * @throws {BatchError} when an image is missing
 */
export async function* readManifest(path: string, { manifest }: Journal): AsyncGenerator<ManifestEntry> {
  if (manifest === 0) return;
  for await (const text of linesIn(pathsOf(path).manifest, manifest)) {
    const entry = readEntry(text);
    if ('file' in entry && !statSync(join(path, entry.file), { throwIfNoEntry: false })?.isFile())
      throw new BatchError(
        'failed',
        `Expected ${join(path, entry.file)}, which the manifest names, but it is gone: run without --resume`,
      );
    yield entry;
  }
}

/**
 * The lines in the first `size` bytes of a file. Only LF ends a line: JSON may contain U+2028 and U+2029, at which the
 * readline of Node 24 breaks lines.
 */
async function* linesIn(path: string, size: number): AsyncGenerator<string> {
  let rest = '';
  for await (const text of createReadStream(path, { end: size - 1, encoding: 'utf8' })) {
    const lines = (rest + (text as string)).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
