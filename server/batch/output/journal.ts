import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchError } from '../error.js';
import { type FailedEntry, manifestName, readEntry } from './manifest.js';
import type { Checkpoint } from './output.js';

/** What a batch needs while it runs and to go on after an interruption. Deleted when the batch is done. */
const workName = '.esl-batch';

/** Where things are in the folder of a batch. */
export function pathsOf(path: string) {
  const work = join(path, workName);
  return {
    manifest: join(path, manifestName),
    work,
    temporary: join(work, 'images'),
    journal: join(work, 'journal'),
  };
}

/** What an interrupted batch left behind. */
export interface Journal extends Checkpoint {
  /** From the first line: when the batch began (ISO 8601), and a hash of all that its images depend on beside the input. */
  readonly started: string;
  readonly options: string;
  /** Bytes of the manifest that belong to the blocks. */
  readonly manifest: number;
  /** All lines that are whole. */
  readonly text: string;
}

/** The first line of a journal. */
export function journalHead(started: Date, options: string): string {
  return `${JSON.stringify({ started: started.toISOString(), options })}\n`;
}

/** The line of a journal for a block. `manifest`: the size of the manifest with it. */
export function journalLine(checkpoint: Checkpoint, manifest: number): string {
  return `${JSON.stringify({ ...checkpoint, manifest })}\n`;
}

/** The journal of an interrupted batch in a folder; null when there is none from which a batch can go on. */
export async function readJournal(path: string): Promise<Journal | null> {
  const paths = pathsOf(path);
  try {
    const text = await readFile(paths.journal, 'utf8');
    // A last line without its end was cut off by the interruption.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const lines = whole.split('\n').slice(0, -1);
    if (lines.length < 2) return null;
    const head = JSON.parse(lines[0]!) as Pick<Journal, 'started' | 'options'>;
    const last = JSON.parse(lines.at(-1)!) as Checkpoint & Pick<Journal, 'manifest'>;
    return statSync(paths.manifest).size < last.manifest ? null : { ...head, ...last, text: whole };
  } catch {
    return null;
  }
}

/** Told of each line in the manifest of an interrupted batch. */
interface ManifestVisitor {
  file(file: string): void;
  failed(entry: FailedEntry): void;
}

/**
 * Visits each line of the manifest that an interrupted batch left.
 * @throws {BatchError} when an image that it names is gone
 */
export async function walkManifest(path: string, { manifest }: Journal, visitor: ManifestVisitor): Promise<void> {
  if (manifest === 0) return;
  for await (const text of linesIn(pathsOf(path).manifest, manifest)) {
    const entry = readEntry(text);
    if ('problems' in entry) visitor.failed(entry);
    else if (!statSync(join(path, entry.file), { throwIfNoEntry: false })?.isFile())
      throw new BatchError(
        'failed',
        `Expected ${join(path, entry.file)}, which the manifest names, but it is gone: run without --resume`,
      );
    else visitor.file(entry.file);
  }
}

/**
 * The lines in the first `size` bytes of a file. Only LF ends a line: JSON may contain U+2028 and U+2029 as they are, and
 * the readline of Node 24 breaks lines there.
 */
async function* linesIn(path: string, size: number): AsyncGenerator<string> {
  let rest = '';
  for await (const text of createReadStream(path, { end: size - 1, encoding: 'utf8' })) {
    const lines = (rest + (text as string)).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
