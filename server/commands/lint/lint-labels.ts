import { Readable } from 'node:stream';
import { isLintSet, type Layout, type LintSet, lintSets, suggestedSets } from '../../../renderer/index.js';
import type { BatchWorld } from '../../batch/run.js';
import type { Summary } from '../../batch/summary.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import type { Body, JsonObject } from '../../fields/json.js';
import { layoutIn } from '../../fields/layout.js';
import { LintResults } from '../../lint/results.js';
import { draw, inputOf, type RowFlags, rowOptionsOf, worldOf } from '../batch/draw-batch.js';
import { catalogueOf } from '../choose.js';
import { readBody } from '../draw/render-label.js';
import { CommandError, exitCodes, type Io, usage } from '../io.js';
import type { FieldFlags } from '../options.js';

/** The options of `esl-sim lint`. */
export interface LintFlags extends RowFlags, Pick<FieldFlags, 'name' | 'price' | 'unit' | 'sku'> {
  readonly rules?: readonly LintSet[];
  readonly data?: Readonly<Record<string, string>>;
  readonly junit?: string;
  readonly sarif?: string;
  readonly report?: string;
  readonly json?: boolean;
}

/** Options that are fields of one label. */
const labelFlags = { name: 'product_name', price: 'price', unit: 'unit', sku: 'sku' } as const;
/** Options that are fields of one label, and for rows those of all of them. */
const sharedFlags = { date: 'date', locale: 'locale', currency: 'currency', timeZone: 'time_zone' } as const;

/** Checks the labels, writes the reports, and prints a table by rule. @throws {CommandError} */
export async function lintLabels(file: string | undefined, flags: LintFlags, io: Io): Promise<void> {
  const {
    options,
    world,
    sets = ['truth'],
    locale,
  } = isRows(file, flags) ? rowsOf(file, flags, io) : await labelOf(file, flags, io);
  if (flags.rules === undefined) suggest(locale, sets, io);
  const results = new LintResults(flags.report !== undefined);
  try {
    const batch = { ...options, fields: { ...options.fields, lint: sets } };
    const images = flags.report === undefined ? 'none' : 'with findings';
    const rest = { name: undefined, level: 1, metadata: false, resume: false, rowCache: null } as const;
    const summary = await draw({ ...batch, ...rest, images, target: { output: results } }, world);
    for (const { message } of summary.failures) io.stderr.write(`${message}\n`);
    await write(file, sets, results, summary, flags);
    await print(results, flags, io);
    const { failed, wrong } = results.counts;
    io.end(failed > 0 ? exitCodes.invalid : wrong > 0 ? exitCodes.differ : exitCodes.done);
  } finally {
    results.close();
  }
}

function isRows(file: string | undefined, { inputFormat }: LintFlags): file is string {
  return file !== undefined && (inputFormat !== undefined || /\.(csv|ndjson|xlsx)$/i.test(file));
}

/** What is checked, and where it is read. `sets`: those of `--rules`, else those of the label. */
function rowsOf(file: string, flags: LintFlags, io: Io) {
  const own = [...Object.keys(labelFlags), 'data'].find((flag) => flags[flag as keyof LintFlags] !== undefined);
  if (own !== undefined) throw usage(`Expected --${own} in the rows of ${file} but received it as an option`);
  const options = rowOptionsOf(inputOf(file, flags), flags, catalogueOf(io));
  return { options, world: worldOf(io), sets: flags.rules, locale: flags.locale as unknown };
}

/** One label as the only row of an input. */
async function labelOf(file: string | undefined, flags: LintFlags, io: Io): Promise<ReturnType<typeof rowsOf>> {
  const body: Body = file === undefined ? { object: {}, problems: [] } : await readBody(file, io);
  if (file === undefined) requireOptions(flags);
  refuse(body.problems);
  const given = Object.entries({ ...labelFlags, ...sharedFlags }).flatMap(([flag, field]) => {
    const value = flags[flag as keyof LintFlags];
    return value === undefined ? [] : [[field, value] as const];
  });
  const { lint, lint_strict: _strict, view: _view, scale: _scale, boxes: _boxes, ...object } = body.object;
  const { metadata: _metadata, device, layout, ...label }: JsonObject = { ...object, ...Object.fromEntries(given) };
  const data = flags.data && { data: { ...(label.data as object | undefined), ...flags.data } };
  const catalogue = catalogueOf(io);
  const own = flags.layout === undefined ? documentIn(layout, catalogue.layouts) : null;
  const row = {
    ...label,
    ...data,
    ...(flags.device === undefined && { device }),
    ...(flags.layout === undefined && !own && { layout }),
  };
  const input = { file: '-', format: 'ndjson', map: new Map() } as const;
  const { device: devices, layout: layoutFlag } = flags;
  const options = rowOptionsOf(
    input,
    { jobs: 0, ...(devices && { device: devices }), ...(layoutFlag !== undefined && { layout: layoutFlag }) },
    catalogue,
  );
  const stdin = Readable.from([Buffer.from(JSON.stringify(row))]);
  const world = Object.create(worldOf(io), { stdin: { value: stdin } }) as BatchWorld;
  return {
    options: { ...options, layout: own ?? options.layout },
    world,
    sets: flags.rules ?? setsIn(lint),
    locale: label.locale,
  };
}

function requireOptions(flags: LintFlags): void {
  const missing = (['device', 'name', 'price', 'unit'] as const).filter((flag) => flags[flag] === undefined);
  if (missing.length > 0)
    throw usage(missing.map((flag) => `Expected a file, or a value for --${flag}, but received neither`).join('\n'));
}

/** A whole layout among the fields of a label; null: there is none. @throws {CommandError} */
function documentIn(layout: unknown, layouts: ReadonlyMap<string, Layout>): Layout | null {
  if (typeof layout !== 'object' || layout === null) return null;
  const checked = layoutIn(layout, layouts);
  if (checked.ok) return checked.value.layout;
  refuse(checked.problems);
  return null;
}

function setsIn(lint: unknown): readonly LintSet[] | undefined {
  if (lint === undefined) return undefined;
  const names: readonly unknown[] = Array.isArray(lint) ? lint : [lint];
  const unknown = names.find((name) => typeof name !== 'string' || !isLintSet(name));
  if (unknown === undefined) return names as readonly LintSet[];
  const known = Object.keys(lintSets).join(', ');
  throw new CommandError(
    exitCodes.invalid,
    `lint: Expected sets of rules, of ${known}, but received ${JSON.stringify(unknown)}`,
  );
}

function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ field, message }) => `${field}: ${message}`);
  throw new CommandError(exitCodes.invalid, lines.join('\n'));
}

/** Names the sets of the locale's place, which are not chosen by themselves. */
function suggest(locale: unknown, sets: readonly LintSet[], io: Io): void {
  const suggested = typeof locale === 'string' ? suggestedSets(locale).filter((set) => !sets.includes(set)) : [];
  if (suggested.length > 0)
    io.stderr.write(`note: --rules ${suggested.join(',')} adds the laws where ${locale as string} is spoken\n`);
}

async function write(
  file: string | undefined,
  sets: readonly LintSet[],
  results: LintResults,
  { seconds }: Summary,
  { junit, sarif, report }: LintFlags,
): Promise<void> {
  const { placePieces } = await import('../../files/write-file.js');
  const name = file === undefined || file === '-' ? 'standard input' : file;
  if (junit !== undefined) {
    const { lintJunit } = await import('../../lint/junit.js');
    placePieces(junit, lintJunit(name, results, seconds));
  }
  if (sarif !== undefined) {
    const { readVersion } = await import('../../version.js');
    const { sarifPieces } = await import('../../lint/sarif.js');
    placePieces(sarif, sarifPieces(results, file === undefined || file === '-' ? null : file, readVersion()));
  }
  if (report !== undefined) {
    const { lintReport } = await import('../../lint/report.js');
    placePieces(report, lintReport(file === undefined ? 'the options' : name, sets, results));
  }
}

async function print(results: LintResults, { json }: LintFlags, { stdout }: Io): Promise<void> {
  const { jsonPieces, tableOf } = await import('../../lint/words.js');
  if (!json) stdout.write(tableOf(results));
  else for (const piece of jsonPieces(results)) stdout.write(piece);
}
