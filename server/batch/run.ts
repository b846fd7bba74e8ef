import type { Readable, Writable } from 'node:stream';
import type { Layout } from '../../renderer/index.js';
import type { Catalogue } from '../fields/catalogue.js';
import { drawBlocks } from './draw-blocks.js';
import { BatchError } from './error.js';
import { patternFor, readPattern } from './output/file-name.js';
import { openFolder } from './output/folder-output.js';
import { journalHead } from './output/journal.js';
import { createNamesTaken } from './output/names-taken.js';
import { openTar } from './output/tar-output.js';
import { createProgress } from './progress.js';
import { hashOf, takeOver } from './resume.js';
import { readColumns } from './rows/columns.js';
import type { FieldNames } from './rows/fields.js';
import { openInput } from './rows/input.js';
import type { Reading } from './rows/read-rows.js';
import { type Block, type Format, splitRows } from './rows/split-rows.js';
import { createTally, type Summary } from './summary.js';
import { startThreads } from './threads.js';
import type { Work } from './work.js';

/** What a batch is asked for. */
export interface BatchOptions {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly format: Format;
  readonly map: FieldNames;
  readonly catalogue: Catalogue;
  readonly devices: readonly string[] | null;
  readonly layout: Layout | null;
  readonly date: string | null;
  readonly name: string | undefined;
  readonly level: 1 | 7;
  /** Whether images say what they show. */
  readonly metadata: boolean;
  /** Threads that draw. */
  readonly jobs: number;
  /** A folder, or an archive (`-` for standard output). */
  readonly target: { readonly out: string } | { readonly tar: string };
  readonly resume: boolean;
}

/** The world as a batch sees it. */
export interface BatchWorld {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Shows the progress where it is a terminal. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  clock(): Date;
  /** Aborted when the batch must stop before its end. */
  interruption(): AbortSignal;
}

/** Blocks per thread that wait or are being drawn: enough to keep it busy, few enough to hold them in memory. */
const inFlight = 4;

/**
 * Draws each row of a file on several threads. The result is the same however many there are.
 * @throws {BatchError} when the batch ends early; then nothing half-written is left
 */
export async function runBatch(options: BatchOptions, world: BatchWorld): Promise<Summary> {
  const start = performance.now();
  const { target, devices, layout, date, level, metadata, jobs } = options;
  // Plain maps can be copied to workers. To fill them reads every file: a broken one is found before the first row.
  const catalogue: Catalogue = {
    devices: new Map(options.catalogue.devices),
    layouts: new Map(options.catalogue.layouts),
  };
  const signal = world.interruption();
  const pattern = patternFor(options.name, devices?.length ?? 1);
  readPattern(pattern);
  const input = await openInput(options.file, world.stdin, signal);
  const blocks = splitRows(input.chunks, options.format, devices?.length);
  const tally = createTally();
  const taken = options.name === undefined ? null : createNamesTaken();
  try {
    const reading = await readHead(blocks, options);
    const fixed = { reading, catalogue, devices, layout, date, pattern, level, metadata };
    const hash = hashOf(fixed);
    const former = 'out' in target && options.resume ? await takeOver(target.out, hash, tally, taken) : null;
    const now = former ? new Date(former.started) : world.clock();
    const modified = Date.parse(`${date ?? now.toISOString().slice(0, 10)}T00:00:00Z`) / 1000;
    const folder = 'out' in target ? await openFolder(target.out, journalHead(now, hash), former) : null;
    const output =
      folder ?? (await openTar('tar' in target && target.tar !== '-' ? target.tar : world.stdout, modified));
    const work: Work = { ...fixed, now, modified, folder: folder?.folder ?? null };
    await drawBlocks({
      blocks,
      threads: startThreads(work, jobs),
      inFlight: jobs * inFlight,
      output,
      path: 'out' in target ? target.out : target.tar,
      former,
      taken,
      tally,
      progress: createProgress(world.stderr, input.size),
      signal,
    });
  } catch (error) {
    throw signal.aborted ? interrupted(options) : error;
  } finally {
    // Standard input may go on: stop reading it.
    await blocks.return(undefined);
  }
  return tally.summary((performance.now() - start) / 1000);
}

/** Reads the header of a CSV. */
async function readHead(
  blocks: AsyncGenerator<Block>,
  { format, map, devices, layout, date }: BatchOptions,
): Promise<Reading> {
  const options = new Map<string, string>();
  if (devices) options.set('device', '--device');
  if (layout) options.set('layout', '--layout');
  if (date !== null) options.set('date', '--date');
  if (format === 'ndjson') return { format, map, options };
  const header = await blocks.next();
  if (header.done)
    throw new BatchError('invalid', 'Expected a line with the names of the columns but received an empty file');
  const columns = readColumns(header.value, map, options);
  if (!devices && !columns.includes('device'))
    throw new BatchError('usage', 'Expected --device, or a column device, but received neither');
  return { format, columns };
}

function interrupted({ target }: BatchOptions): BatchError {
  const next = 'out' in target ? 'go on with --resume' : 'nothing is left';
  return new BatchError('failed', `Interrupted: ${next}`);
}
