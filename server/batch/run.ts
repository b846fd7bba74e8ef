import type { Readable, Writable } from 'node:stream';
import type { Layout } from '../../renderer/index.js';
import type { Catalogue } from '../fields/catalogue.js';
import { dataFields } from '../fields/layout.js';
import { drawBlocks } from './draw-blocks.js';
import { BatchError } from './error.js';
import type { RowCache } from './row-cache.js';
import { patternFor, readPattern } from './output/file-name.js';
import { openFolder } from './output/folder-output.js';
import { journalHead } from './output/journal.js';
import type { Output } from './output/output.js';
import { createUsedNames } from './output/used-names.js';
import { openTar } from './output/tar-output.js';
import { createProgress } from '../parallel/progress.js';
import { hashOf, resumeJournal } from './resume.js';
import { completeRows, decideRows } from './input/decide-rows.js';
import { type InputOptions, openRows, type RowSource } from './input/open-rows.js';
import { lettersOf } from './rows/sheet/sheet.js';
import { readColumns } from './rows/columns.js';
import { guessedUnit } from './rows/row-fields.js';
import type { Sheet } from './rows/problem.js';
import type { Reading } from './rows/read-rows.js';
import { type Shard, shardOf } from './rows/shard.js';
import type { Table } from './rows/table.js';
import { createTally, type Summary } from './summary.js';
import { startThreads } from './threads.js';
import type { Work } from './work.js';

export interface BatchOptions
  extends
    InputOptions,
    Pick<Work, 'catalogue' | 'devices' | 'layout' | 'date' | 'fields' | 'images' | 'level' | 'metadata'> {
  readonly decimal: Table['decimal'];
  /** Whether columns with common names fill their fields, and the others are ignored. */
  readonly guess: boolean;
  /** The unit of rows without one. */
  readonly unit: string | undefined;
  readonly name: string | undefined;
  /** Threads that draw; 0: this one. */
  readonly jobs: number;
  /** A folder, an archive (`-` for standard output), or what takes the manifest and the images as those of an archive. */
  readonly target: { readonly out: string } | { readonly tar: string } | { readonly output: Output };
  readonly resume: boolean;
  /** Absent: all rows. */
  readonly shard?: Shard | undefined;
  /** Null: all rows are drawn. */
  readonly rowCache: RowCache | null;
}

export interface BatchWorld {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Shows the progress if it is a terminal. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  clock(): Date;
  /** Called before the first row, with each assumption about the input. */
  note(sentence: string): void;
  /** Aborts the batch. */
  interruption(): AbortSignal;
}

/** Queued and running blocks per thread: enough to keep it busy, few enough for memory. */
const inFlight = 4;

/** Bytes of a file, some 100 labels, that are drawn sooner than a thread starts. */
const smallFile = 4096;

/**
 * Draws each row of a file in threads. The output does not depend on their number.
 * @throws {BatchError} when the batch ends early; no half-written file is left
 */
export async function runBatch(options: BatchOptions, world: BatchWorld): Promise<Summary> {
  const start = performance.now();
  const { target, devices, layout, date, images, level, metadata, jobs } = options;
  // Plain maps can be copied to workers. Filling them reads every file, so a broken one fails before the first row.
  const { devices: panels, layouts } = options.catalogue;
  const catalogue: Catalogue = { devices: new Map(panels), layouts: new Map(layouts) };
  const signal = world.interruption();
  const pattern = patternFor(options.name, devices?.length ?? 1);
  readPattern(pattern);
  const source = await openRows(options, devices?.length ?? 1, world.stdin, signal).catch((error: unknown) => {
    throw signal.aborted ? interrupted(options) : error;
  });
  const { shard, fields, rowCache } = options;
  const usedNames = options.name === undefined ? null : createUsedNames();
  let blocks = source.blocks;
  try {
    const head = readHead(source, options, pattern);
    const decided = await decideRows(source.blocks, head.reading, source.header ?? [], head.isGuessed);
    const { reading } = decided;
    const notes = [...head.notes, ...decided.notes];
    const rows = completeRows(decided.blocks, reading);
    blocks = shard ? shardOf(rows, shard, devices?.length ?? 1) : rows;
    const tally = createTally(sheetOf(source, reading), notes);
    for (const note of notes) world.note(note);
    const drawing = { devices, layout, date, fields, level, metadata, ...(images && { images }) };
    const settings = { reading, catalogue, pattern, ...drawing };
    const hash = hashOf({ ...settings, ...(shard && { shard }) });
    const previous = 'out' in target && options.resume ? await resumeJournal(target.out, hash, tally, usedNames) : null;
    const now = previous ? new Date(previous.started) : world.clock();
    const modified = Date.parse(`${date ?? now.toISOString().slice(0, 10)}T00:00:00Z`) / 1000;
    const folder = 'out' in target ? await openFolder(target.out, journalHead(now, hash), previous) : null;
    const output =
      folder ??
      ('output' in target
        ? target.output
        : await openTar('tar' in target && target.tar !== '-' ? target.tar : world.stdout, modified));
    if ('out' in target) rowCache?.begin(target.out, hash, pattern.includes('{line}'));
    const work: Work = { ...settings, now, modified, folder: folder?.folder ?? null };
    const isSmall = source.size !== null && source.size * (devices?.length ?? 1) <= smallFile;
    await drawBlocks({
      blocks,
      threads: startThreads(work, isSmall ? 0 : jobs),
      inFlight: Math.max(1, jobs) * inFlight,
      output,
      path: 'out' in target ? target.out : 'tar' in target ? target.tar : 'a temporary folder',
      previous,
      usedNames,
      rowCache,
      tally,
      progress: createProgress(world.stderr, source.size, source.position),
      signal,
    });
    rowCache?.finish();
    return tally.summary((performance.now() - start) / 1000);
  } catch (error) {
    throw signal.aborted ? interrupted(options) : error;
  } finally {
    // Standard input may still be open.
    await blocks.return(undefined);
    await source.blocks.return(undefined);
    source.close();
  }
}

/** The fields of the columns, and notes about the file. */
function readHead(
  { header, delimiter, notes, hidden }: RowSource,
  { format, map, decimal, devices, layout, date, fields, catalogue, guess, unit }: BatchOptions,
  pattern: string,
): { readonly reading: Reading; readonly notes: readonly string[]; readonly isGuessed: (column: number) => boolean } {
  const options = new Map(Object.keys(fields).map((field) => [field, `--${field.replaceAll('_', '-')}`]));
  if (devices) options.set('device', '--device');
  if (layout) options.set('layout', '--layout');
  if (date !== null) options.set('date', '--date');
  if (format === 'ndjson' || header === null)
    return { reading: { format: 'ndjson', map, options }, notes, isGuessed: () => false };
  const layouts = layout ? [layout] : [...catalogue.layouts.values()];
  const named = Array.from(pattern.matchAll(/\{data\.(\w+)\}/g), ([, name]) => name!);
  const data = new Set([...layouts.flatMap(dataFields), ...named]);
  const {
    fields: columns,
    rules,
    isGuessed,
    notes: columnNotes,
  } = readColumns(header, { map, given: options, data, guess, unit });
  if (!devices && !columns.includes('device'))
    throw new BatchError('usage', 'Expected --device, or a column device, but received neither');
  const table = {
    columns,
    ...rules,
    unit: unit === guessedUnit ? (rules.per ?? unit) : unit,
    prices: pricesOf(layouts),
    decimal,
    currency: fields.currency as string | undefined,
    locale: fields.locale as string | undefined,
  };
  const reading: Reading = format === 'csv' ? { format, delimiter, ...table } : { format, ...table };
  const unseen = header.filter((_, i) => columns[i] !== null && hidden?.has(i)).map((name) => `"${name}"`);
  const hiddenNotes = unseen.length > 0 ? [`Hidden columns of the sheet are read, too: ${unseen.join(', ')}`] : [];
  return { reading, notes: [...notes, ...columnNotes, ...hiddenNotes], isGuessed };
}

/** The fields that some layout declares as prices. */
function pricesOf(layouts: readonly Layout[]): readonly string[] {
  const declared = layouts.flatMap(({ data = {} }) => Object.entries(data));
  const data = declared.flatMap(([name, { type }]) => (type === 'price' ? [`data.${name}`] : []));
  return ['price', ...new Set(data)];
}

function sheetOf({ sheet }: RowSource, reading: Reading): Sheet | null {
  if (sheet === null || reading.format !== 'xlsx') return null;
  const columns = reading.columns.flatMap((field, i) => (field === null ? [] : [[field, lettersOf(i)] as const]));
  return { name: sheet, columns: new Map(columns) };
}

function interrupted({ target }: BatchOptions): BatchError {
  const next = 'out' in target ? 'go on with --resume' : 'nothing is left';
  return new BatchError('failed', `Interrupted: ${next}`);
}
