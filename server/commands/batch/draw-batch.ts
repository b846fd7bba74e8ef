import { BatchError } from '../../batch/error.js';
import type { InputFormat, InputOptions } from '../../batch/input/open-rows.js';
import { createKnownRows, type KnownRows } from '../../batch/known-rows.js';
import type { Decimal } from '../../batch/rows/amounts.js';
import { readMap } from '../../batch/rows/fields.js';
import type { Encoding } from '../../batch/rows/find-encoding.js';
import { type BatchOptions, type BatchWorld, runBatch } from '../../batch/run.js';
import { type Summary, summaryLines } from '../../batch/summary.js';
import { readFolders } from '../../config.js';
import { problemsOfBinding } from '../../fields/binding.js';
import { type Catalogue, openCatalogue } from '../../fields/catalogue.js';
import { dayProblem } from '../../fields/dates.js';
import { deviceNamed, isLayoutFile, layoutNamed } from '../choose.js';
import { CommandError, exitCodes, type Io } from '../io.js';
import { unlessUsage } from '../failure.js';
import { drawAgain } from '../watch.js';

/** The options of `esl-sim batch`. */
export interface Given {
  readonly device?: readonly string[];
  readonly layout?: string;
  readonly out?: string;
  readonly tar?: string;
  readonly jobs: number;
  readonly inputFormat?: InputFormat;
  readonly inputEncoding?: Encoding;
  readonly delimiter?: string;
  readonly sheet?: string;
  readonly decimal?: Decimal;
  readonly map?: readonly string[];
  readonly fileName?: string;
  readonly date?: string;
  readonly locale?: string;
  readonly currency?: string;
  readonly timeZone?: string;
  readonly level: '1' | '7';
  readonly metadata: boolean;
  readonly resume?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** Draws the rows of a file, and again when it changes if that is asked for. @throws {CommandError} */
export async function drawBatch(file: string, given: Given, io: Io): Promise<void> {
  const notes = new Set<string>();
  const note = (sentence: string) => {
    if (!notes.has(sentence)) io.stderr.write(`note: ${sentence}\n`);
    notes.add(sentence);
  };
  const world: BatchWorld = {
    get stdin() {
      return io.stdin;
    },
    stdout: io.stdout,
    stderr: io.stderr,
    clock: () => io.clock(),
    note,
    interruption: () => io.interruption(),
  };
  const target = targetOf(given);
  if (!given.watch) {
    const summary = await draw(optionsOf(file, given, null, io), world);
    tell(summary, given, io);
    io.end(summary.failed > 0 ? exitCodes.invalid : exitCodes.done);
    return;
  }
  if (file === '-' || !('out' in target))
    throw usage(`Expected a file and --out beside --watch but received ${file === '-' ? '-' : '--tar'}`);
  const known = createKnownRows();
  unlessUsage(() => optionsOf(file, given, known, io));
  // One day on all labels, as with --resume.
  const start = io.clock();
  const layoutFile = given.layout !== undefined && isLayoutFile(given.layout) ? [given.layout] : [];
  await drawAgain([file, ...layoutFile], io, async (signal) => {
    const options = optionsOf(file, given, known, io);
    tell(await draw(options, { ...world, stdin: io.stdin, clock: () => start, interruption: () => signal }), given, io);
  });
}

function tell(summary: Summary, { out, json }: Given, io: Io): void {
  io.stderr.write(summaryLines(summary, out === undefined ? 'manifest.ndjson' : `${out}/manifest.ndjson`));
  if (json) io.stdout.write(`${JSON.stringify(summary)}\n`);
}

async function draw(options: BatchOptions, world: BatchWorld): Promise<Summary> {
  try {
    return await runBatch(options, world);
  } catch (error) {
    throw error instanceof BatchError ? endOf(error) : error;
  }
}

/** How the command ends when the batch ends early. */
function endOf({ kind, message }: BatchError): CommandError {
  switch (kind) {
    case 'usage':
      return new CommandError(exitCodes.usage, message);
    case 'invalid':
      return new CommandError(exitCodes.invalid, message);
    case 'failed':
      return new CommandError(exitCodes.failed, message);
    case 'unread':
      // Whoever closed the pipe wants no message.
      return new CommandError(exitCodes.failed, '');
    default:
      return kind satisfies never;
  }
}

/** The options as a batch wants them; panels and layouts are read anew. @throws {CommandError} for what is wrong with them */
function optionsOf(file: string, given: Given, known: KnownRows | null, io: Io): BatchOptions {
  const target = targetOf(given);
  const input = inputOf(file, given);
  const catalogue = openCatalogue(readFolders(io.env));
  const devices = given.device ? onceEach(given.device).map((id) => deviceNamed(id, catalogue).id) : null;
  const layout = given.layout === undefined ? null : layoutNamed(given.layout, catalogue);
  return {
    ...input,
    decimal: given.decimal ?? null,
    catalogue,
    devices,
    layout,
    date: given.date ?? null,
    fixed: fixedOf(given, catalogue),
    name: given.fileName,
    level: given.level === '1' ? 1 : 7,
    metadata: given.metadata,
    jobs: given.jobs,
    target,
    resume: given.resume ?? false,
    known,
  };
}

/** The fields that options set for all rows. Like the fields of `render`, they are data. @throws {CommandError} */
function fixedOf(
  { date, locale, currency, timeZone }: Given,
  { devices }: Catalogue,
): Readonly<Record<string, string>> {
  const given = { locale, currency, time_zone: timeZone };
  const fixed = Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const problems = [...problemsOfBinding(fixed, { ok: false, problems: [] }, devices), ...dayProblem(date)];
  if (problems.length === 0) return fixed;
  const lines = problems.map(({ field, message }) => `--${field.replaceAll('_', '-')}: ${message}`);
  throw new CommandError(exitCodes.invalid, lines.join('\n'));
}

function targetOf({ out, tar, resume, json }: Given): { out: string } | { tar: string } {
  if (out !== undefined && tar === undefined) return { out };
  if (tar === undefined || out !== undefined)
    throw usage(`Expected --out or --tar but received ${out === undefined ? 'neither' : 'both'}`);
  if (resume)
    throw usage('Expected --out with --resume but received --tar: an archive is always written from the start');
  if (json && tar === '-')
    throw usage('Expected a file for --tar with --json but received -: standard output takes the summary');
  return { tar };
}

/** The options that only some formats have. */
const formatsOf = {
  delimiter: ['csv'],
  sheet: ['xlsx'],
  decimal: ['csv', 'xlsx'],
  inputEncoding: ['csv', 'ndjson'],
} as const satisfies Readonly<Partial<Record<keyof Given, readonly InputFormat[]>>>;

function inputOf(file: string, given: Given): InputOptions {
  const ending = /\.(csv|ndjson|xlsx)$/i.exec(file)?.[1]?.toLowerCase() as InputFormat | undefined;
  const format = given.inputFormat ?? ending;
  if (format === undefined)
    throw usage(`Expected --input-format csv, ndjson or xlsx for a file without that ending but received "${file}"`);
  for (const [option, formats] of Object.entries(formatsOf))
    if (given[option as keyof Given] !== undefined && !(formats as readonly string[]).includes(format)) {
      const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw usage(
        `Expected ${formats.join(' or ')} as the format of the input beside --${name} but received ${format}`,
      );
    }
  return {
    file,
    format,
    encoding: given.inputEncoding,
    delimiter: given.delimiter === 'tab' ? '\t' : given.delimiter,
    sheet: given.sheet,
    map: readMapOf(given.map ?? []),
  };
}

function readMapOf(pairs: readonly string[]): InputOptions['map'] {
  try {
    return readMap(pairs);
  } catch (error) {
    throw error instanceof BatchError ? endOf(error) : error;
  }
}

function onceEach(ids: readonly string[]): readonly string[] {
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) throw usage(`Expected each panel once for --device but received "${twice}" again`);
  return ids;
}

function usage(message: string): CommandError {
  return new CommandError(exitCodes.usage, message);
}
