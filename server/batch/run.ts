import { createHash, type Hash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { Layout } from '../../renderer/index.js';
import { BatchError } from './error.js';
import type { Shelf } from '../fields/content.js';
import { refuseTaken } from './output/collisions.js';
import { type FieldNames, readColumns } from './rows/columns.js';
import { fileKey, patternFor, readPattern } from './output/file-name.js';
import { openFolder } from './output/folder.js';
import { openInput } from './rows/input.js';
import { type Journal, journalHead, readJournal, walkManifest } from './output/journal.js';
import { createNamesTaken, type NamesTaken } from './output/names-taken.js';
import type { Mark, Output } from './output/output.js';
import { createProgress, type Progress } from './progress.js';
import type { Reading } from './rows/read-rows.js';
import { type Block, type Format, splitRows } from './rows/split-rows.js';
import { createTally, type Summary, type Tally } from './summary.js';
import { openTar } from './output/archive.js';
import type { Drawn, Work } from './work.js';
import { writeFault } from './output/write-fault.js';

/** What was asked for. */
export interface BatchOptions {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly format: Format;
  readonly map: FieldNames;
  readonly shelf: Shelf;
  readonly devices: readonly string[] | null;
  readonly layout: Layout | null;
  readonly date: string | null;
  readonly name: string | undefined;
  readonly level: 1 | 7;
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

/**
 * Draws each row of a file, on all processors. The result is the same however many there are.
 * @throws {BatchError} when it can't go on; then nothing half-written is left.
 */
export async function runBatch(options: BatchOptions, world: BatchWorld): Promise<Summary> {
  const start = performance.now();
  const { target, devices, layout, date, level } = options;
  // Plain maps, which are copied to each worker; a broken file is known before the first row.
  const shelf: Shelf = { devices: new Map(options.shelf.devices), layouts: new Map(options.shelf.layouts) };
  const signal = world.interruption();
  const pattern = patternFor(options.name, devices?.length ?? 1);
  readPattern(pattern);
  const input = await openInput(options.file, world.stdin, signal);
  const blocks = splitRows(input.chunks, options.format, devices?.length);
  const tally = createTally();
  const taken = options.name === undefined ? null : createNamesTaken();
  try {
    const reading = await readHead(blocks, options);
    const fixed = { reading, shelf, devices, layout, date, pattern, level };
    const hash = hashOf(fixed);
    const former = 'out' in target && options.resume ? await takeUp(target.out, hash, tally, taken) : null;
    const now = former ? new Date(former.started) : world.clock();
    const modified = Date.parse(`${date ?? now.toISOString().slice(0, 10)}T00:00:00Z`) / 1000;
    const folder = 'out' in target ? await openFolder(target.out, journalHead(now, hash), former) : null;
    const output =
      folder ?? (await openTar('tar' in target && target.tar !== '-' ? target.tar : world.stdout, modified));
    const work: Work = { ...fixed, now, modified, folder: folder?.folder ?? null };
    await draw(
      { blocks, work, output, former, taken, tally, signal, jobs: options.jobs },
      createProgress(world.stderr, input.size),
    );
  } catch (error) {
    throw signal.aborted ? interrupted(options) : error;
  } finally {
    // Nobody waits for more of a pipe.
    await blocks.return(undefined);
  }
  return tally.summary((performance.now() - start) / 1000);
}

interface Drawing {
  readonly blocks: AsyncIterable<Block>;
  readonly work: Work;
  readonly output: Output;
  readonly former: Mark | null;
  readonly taken: NamesTaken | null;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  readonly jobs: number;
}

/** Blocks that wait or are drawn, for each worker: enough for none to be idle, few enough to hold them all. */
const inFlight = 4;

/** What dies with a label goes at once in that much, too: each worker takes some 20 MB less than without a bound. */
const workerHeap = { maxYoungGenerationSizeMb: 24 };

/**
 * As the words of the first labels are kept, V8 takes those of all labels for objects that live long, and puts them where
 * only its slow collector comes by: 8 % of a batch. It reads this when a worker starts.
 */
const pretenuring = '--no-allocation-site-pretenuring';

async function draw({ blocks, work, output, former, taken, tally, signal, jobs }: Drawing, progress: Progress) {
  setFlagsFromString(pretenuring);
  const pool = new Piscina<Block, Drawn>({
    filename: new URL('./worker.js', import.meta.url).href,
    workerData: work,
    // More come when blocks wait, and stay.
    minThreads: 1,
    maxThreads: jobs,
    // The next block waits in the worker: the main thread, busy or not, keeps no worker waiting.
    concurrentTasksPerWorker: 2,
    idleTimeout: Infinity,
    resourceLimits: workerHeap,
  });
  // A worker died that has no block, or one spoke after it was told to end, as on Node 26: unheard, it ends the process.
  const broken = new AbortController();
  setMaxListeners(0, broken.signal);
  pool.on('error', (error) => {
    broken.abort(error);
  });
  const queue: { readonly drawn: Promise<Drawn>; readonly mark: Mark; readonly read: number }[] = [];
  const commitNext = async () => {
    const { drawn, mark, read } = queue.shift()!;
    const done = await drawn;
    signal.throwIfAborted();
    if (done.fault !== null) throw writeFault(work.folder?.path ?? 'the archive', done.fault);
    const settled = taken ? refuseTaken(done, taken) : done;
    await output.commit(settled, mark);
    tally.add(settled);
    progress.update(read, tally.labels());
  };
  try {
    const hash = createHash('sha256');
    let count = 0;
    for await (const block of blocks) {
      const mark = nextMark(hash, block, ++count);
      if (former && count <= former.blocks) {
        if (count === former.blocks && mark.sha256 !== former.sha256) throw otherInput(block);
        progress.update(block.read, 0);
        continue;
      }
      const drawn = pool.run(block, {
        transferList: [block.bytes.buffer as ArrayBuffer],
        signal: broken.signal,
      });
      // It may fail while another one is waited for; then this one says so when its turn comes.
      drawn.catch(() => undefined);
      queue.push({ drawn, mark, read: block.read });
      if (queue.length >= jobs * inFlight) await commitNext();
    }
    if (former && count < former.blocks) throw otherInput();
    while (queue.length > 0) await commitNext();
    await output.finish();
  } catch (error) {
    const reason: unknown = broken.signal.aborted ? broken.signal.reason : error;
    await pool.destroy();
    await output.abandon();
    throw reason;
  } finally {
    progress.stop();
    await pool.destroy();
  }
}

function nextMark(hash: Hash, { bytes }: Block, blocks: number): Mark {
  return { blocks, sha256: hash.update(bytes).copy().digest('hex') };
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

/** Finds what an interrupted batch left behind, if it left something. */
async function takeUp(path: string, hash: string, tally: Tally, taken: NamesTaken | null): Promise<Journal | null> {
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
    failed: tally.fail,
  });
  return journal;
}

/** A hash of all that pictures depend on beside the input and the day. */
function hashOf(settings: object): string {
  const version = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const text = JSON.stringify(settings, (_, value: unknown) => (value instanceof Map ? [...value.entries()] : value));
  return createHash('sha256').update(version).update(text).digest('hex');
}

function otherInput(block?: Block): BatchError {
  const lines = block ? `up to line ${block.lines.at(-1)!} ` : '';
  return new BatchError(
    'invalid',
    `Expected the rows of the interrupted batch ${lines}for --resume but received others: run without --resume`,
  );
}

function interrupted({ target }: BatchOptions): BatchError {
  const next = 'out' in target ? 'go on with --resume' : 'nothing is left';
  return new BatchError('failed', `Interrupted: ${next}`);
}
