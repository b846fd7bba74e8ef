import type { DecimalSign, LintSet } from '../../../renderer/index.js';
import { BatchError } from '../../batch/error.js';
import type { InputFormat, InputOptions } from '../../batch/input/open-rows.js';
import { createRowCache, type RowCache } from '../../batch/row-cache.js';
import { readMap } from '../../batch/rows/fields.js';
import { guessedUnit } from '../../batch/rows/row-fields.js';
import type { TextEncoding } from '../../batch/rows/find-encoding.js';
import type { Shard } from '../../batch/rows/shard.js';
import { type BatchOptions, type BatchWorld, runBatch } from '../../batch/run.js';
import { type Summary, summaryLines } from '../../batch/summary.js';
import { problemsOfBinding } from '../../fields/binding.js';
import type { Catalogue } from '../../fields/catalogue.js';
import { dayProblem } from '../../fields/dates.js';
import { checkUpdate } from '../../fields/validate.js';
import { oneLine } from '../../fields/text.js';
import { catalogueOf, deviceNamed, isLayoutFile, layoutNamed } from '../choose.js';
import { CommandError, exitCodes, type Io, usage } from '../io.js';
import type { FieldFlags } from '../options.js';
import { unlessUsage } from '../failure.js';
import { drawAgain } from '../watch.js';

/** The options of `esl-sim batch` and `esl-sim lint` for rows. */
export interface RowFlags extends Pick<FieldFlags, 'layout' | 'date' | 'locale' | 'currency' | 'timeZone'> {
  readonly device?: readonly string[];
  readonly jobs: number;
  readonly inputFormat?: InputFormat;
  readonly inputEncoding?: TextEncoding;
  readonly delimiter?: string;
  readonly sheet?: string;
  readonly decimal?: DecimalSign;
  readonly map?: readonly string[];
  readonly guess?: boolean;
  readonly unit?: string;
}

/** The options of `esl-sim batch`. */
export interface BatchFlags extends RowFlags {
  readonly out?: string;
  readonly tar?: string;
  readonly fileName?: string;
  readonly lint?: readonly LintSet[];
  readonly level: '1' | '7';
  readonly metadata: boolean;
  readonly shard?: Shard;
  readonly resume?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** Draws the rows of a file; with --watch, again after each change. @throws {CommandError} */
export async function drawBatch(file: string, flags: BatchFlags, io: Io): Promise<void> {
  const world = worldOf(io);
  const target = targetOf(flags);
  if (!flags.watch) {
    const summary = await draw(optionsOf(file, flags, null, io), world);
    report(summary, flags, io);
    io.end(summary.failed > 0 ? exitCodes.invalid : exitCodes.done);
    return;
  }
  if (file === '-' || !('out' in target))
    throw usage(`Expected a file and --out beside --watch but received ${file === '-' ? '-' : '--tar'}`);
  const rowCache = createRowCache();
  unlessUsage(() => optionsOf(file, flags, rowCache, io));
  // All labels show the same day, as with --resume.
  const start = io.clock();
  const layoutFile = flags.layout !== undefined && isLayoutFile(flags.layout) ? [flags.layout] : [];
  await drawAgain([file, ...layoutFile], io, async (signal) => {
    const options = optionsOf(file, flags, rowCache, io);
    report(
      await draw(options, { ...world, stdin: io.stdin, clock: () => start, interruption: () => signal }),
      flags,
      io,
    );
  });
}

/** What a batch needs of the command's process. */
export function worldOf(io: Io): BatchWorld {
  const notes = new Set<string>();
  return {
    get stdin() {
      return io.stdin;
    },
    stdout: io.stdout,
    stderr: io.bar,
    clock: () => io.clock(),
    note(sentence) {
      if (!notes.has(sentence)) io.stderr.write(`note: ${oneLine(sentence)}\n`);
      notes.add(sentence);
    },
    interruption: () => io.interruption(),
  };
}

function report(summary: Summary, { out, json }: BatchFlags, io: Io): void {
  io.stderr.write(summaryLines(summary, out === undefined ? 'manifest.ndjson' : `${out}/manifest.ndjson`));
  if (json) io.stdout.write(`${JSON.stringify(summary)}\n`);
}

/** Runs a batch. @throws {CommandError} */
export async function draw(options: BatchOptions, world: BatchWorld): Promise<Summary> {
  try {
    return await runBatch(options, world);
  } catch (error) {
    throw error instanceof BatchError ? endOf(error) : error;
  }
}

/** The command's error for a batch that ended early. */
function endOf({ kind, message }: BatchError): CommandError {
  // The reader closed the pipe on purpose: no message.
  if (kind === 'unread') return new CommandError(exitCodes.failed, '');
  return new CommandError(exitCodes[kind], message);
}

/** Checks the options, and reads panels and layouts again. @throws {CommandError} */
function optionsOf(file: string, flags: BatchFlags, rowCache: RowCache | null, io: Io): BatchOptions {
  const target = targetOf(flags);
  const rows = rowOptionsOf(inputOf(file, flags), flags, catalogueOf(io));
  return {
    ...rows,
    fields: flags.lint ? { ...rows.fields, lint: flags.lint } : rows.fields,
    name: flags.fileName,
    level: flags.level === '1' ? 1 : 7,
    metadata: flags.metadata,
    target,
    resume: flags.resume ?? false,
    shard: flags.shard,
    rowCache,
  };
}

/** The options of a batch that say what is drawn. @throws {CommandError} */
export function rowOptionsOf(input: InputOptions, flags: RowFlags, catalogue: Catalogue) {
  const devices = flags.device ? onceEach(flags.device).map((id) => deviceNamed(id, catalogue).id) : null;
  const layout = flags.layout === undefined ? null : layoutNamed(flags.layout, catalogue);
  return {
    ...input,
    decimal: flags.decimal ?? null,
    guess: flags.guess ?? false,
    unit: flags.unit ?? (flags.guess ? guessedUnit : undefined),
    catalogue,
    devices,
    layout,
    date: flags.date ?? null,
    fields: fixedOf(flags, catalogue),
    jobs: flags.jobs,
  };
}

/** The fields that options set for all rows. Problems with them are data problems, as in `render`. @throws {CommandError} */
function fixedOf(
  { date, locale, currency, timeZone, unit }: RowFlags,
  { devices }: Catalogue,
): Readonly<Record<string, string>> {
  const flags = { locale, currency, time_zone: timeZone };
  const fixed = Object.fromEntries(
    Object.entries(flags).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const update = unit === undefined ? null : checkUpdate({ product_name: 'A', price: '1.00', unit });
  const problems = [
    ...problemsOfBinding(fixed, { ok: false, problems: [] }, devices),
    ...dayProblem(date),
    ...(update?.ok === false ? update.problems : []),
  ];
  if (problems.length === 0) return fixed;
  const lines = problems.map(({ field, message }) => `--${field.replaceAll('_', '-')}: ${message}`);
  throw new CommandError(exitCodes.invalid, lines.join('\n'));
}

function targetOf({ out, tar, resume, json }: BatchFlags): { out: string } | { tar: string } {
  if (out !== undefined && tar === undefined) return { out };
  if (tar === undefined || out !== undefined)
    throw usage(`Expected --out or --tar but received ${out === undefined ? 'neither' : 'both'}`);
  if (resume)
    throw usage('Expected --out with --resume but received --tar: an archive is always written from the start');
  if (json && tar === '-')
    throw usage('Expected a file for --tar with --json but received -: standard output takes the summary');
  return { tar };
}

/** Options for some formats only. */
const formatsOf = {
  delimiter: ['csv'],
  sheet: ['xlsx'],
  decimal: ['csv', 'xlsx'],
  guess: ['csv', 'xlsx'],
  unit: ['csv', 'xlsx'],
  inputEncoding: ['csv', 'ndjson'],
} as const satisfies Readonly<Partial<Record<keyof RowFlags, readonly InputFormat[]>>>;

/** The input of a batch. @throws {CommandError} */
export function inputOf(file: string, flags: RowFlags): InputOptions {
  const ending = /\.(csv|ndjson|xlsx)$/i.exec(file)?.[1]?.toLowerCase() as InputFormat | undefined;
  const format = flags.inputFormat ?? ending;
  if (format === undefined)
    throw usage(`Expected --input-format csv, ndjson or xlsx for a file without that ending but received "${file}"`);
  for (const [option, formats] of Object.entries(formatsOf))
    if (flags[option as keyof RowFlags] !== undefined && !(formats as readonly string[]).includes(format)) {
      const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw usage(
        `Expected ${formats.join(' or ')} as the format of the input beside --${name} but received ${format}`,
      );
    }
  return {
    file,
    format,
    encoding: flags.inputEncoding,
    delimiter: flags.delimiter === 'tab' ? '\t' : flags.delimiter,
    sheet: flags.sheet,
    locale: flags.locale,
    map: readMapOf(flags.map ?? []),
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
