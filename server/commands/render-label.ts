import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import {
  createRenderer,
  encodePng,
  pixelHash,
  PriceDoesNotFit,
  type Rendering,
  type View,
} from '../../renderer/index.js';
import { readFolders } from '../config.js';
import { dayIn, isTimeZone } from '../fields/dates.js';
import { type Body, type JsonObject, parseBody } from '../fields/json.js';
import type { FieldProblem } from '../fields/field-problem.js';
import { Problem } from '../fields/problem.js';
import { openShelf, readContent } from '../fields/content.js';
import { writeWhole } from '../files/write-file.js';
import { deviceNamed, layoutNamed } from './choose.js';
import { CommandError, exitCodes, type Io } from './io.js';

/** The options of `esl-sim render` as they were typed. */
export interface RenderOptions {
  readonly device?: string;
  readonly layout?: string;
  readonly name?: string;
  readonly price?: string;
  readonly unit?: string;
  readonly sku?: string;
  readonly date?: string;
  readonly locale?: string;
  readonly currency?: string;
  readonly timeZone?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly content?: string;
  readonly view?: View;
  readonly scale?: number;
  readonly output?: string;
  readonly json?: boolean;
}

/** Each field of a preview that an option sets, and its option. */
const optionOf = {
  device: 'device',
  layout: 'layout',
  product_name: 'name',
  price: 'price',
  unit: 'unit',
  sku: 'sku',
  date: 'date',
  locale: 'locale',
  currency: 'currency',
  time_zone: 'timeZone',
  data: 'data',
  view: 'view',
  scale: 'scale',
} as const satisfies Readonly<Record<string, keyof RenderOptions>>;

/** Draws the label that the options describe, and writes it. @throws {CommandError} saying what is wrong, a line each */
export async function renderLabel(options: RenderOptions, io: Io): Promise<void> {
  const file = outputOf(options, io);
  const { object, problems } = options.content === undefined ? nothing : await readBody(options.content, io);
  const given = together(object, options);
  requireOptions(options, given);

  const shelf = openShelf(readFolders(io.env));
  const device = deviceNamed(given.device, shelf, options.device === undefined);
  const layout = layoutNamed(given.layout, shelf, options.layout === undefined);
  const zone = typeof given.time_zone === 'string' && isTimeZone(given.time_zone) ? given.time_zone : 'UTC';
  const read = readContent(given, layout, shelf, dayIn(zone, io.clock()));
  const wrong = [...problems, ...('problems' in read ? read.problems : [])];
  if (wrong.length > 0 || 'problems' in read) throw new CommandError(exitCodes.invalid, linesOf(wrong, options));

  const renderer = await createRenderer();
  const { frame, warnings: ofDrawing } = drawn(() => renderer.render(read.content, layout, device));
  const { view = 'ink', scale = 1 } = given as { view?: View; scale?: number };
  const png = encodePng(frame, device, { view, scale });
  const warnings = [...read.warnings, ...ofDrawing];
  for (const { code, message } of warnings) io.stderr.write(`warning: ${code}: ${message}\n`);
  if (file === null) {
    io.stdout.write(png);
    return;
  }
  writeWhole(file, png);
  if (!options.json) return;
  const { width, height } = frame;
  const facts = {
    file,
    device: device.id,
    layout: layout.id,
    width,
    height,
    inks: device.inks.length,
    view,
    scale,
    sha256: pixelHash(frame),
    warnings,
  };
  io.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
}

/** The file to write; null: standard output. */
function outputOf({ output, json }: RenderOptions, io: Io): string | null {
  if (output === undefined && io.stdout.isTTY)
    throw new CommandError(
      exitCodes.usage,
      'Expected a file, or - for standard output, for --output but received none, and standard output is a terminal',
    );
  const file = output === undefined || output === '-' ? null : output;
  if (json && file === null)
    throw new CommandError(exitCodes.usage, 'Expected a file for --output beside --json but received none');
  return file;
}

const nothing: Body = { object: {}, problems: [] };

async function readBody(content: string, { stdin }: Io): Promise<Body> {
  const bytes = content === '-' ? await buffer(stdin) : readFileSync(content);
  try {
    return parseBody(bytes);
  } catch (error) {
    if (error instanceof Problem) throw new CommandError(exitCodes.invalid, `${sourceOf(content)}: ${error.message}`);
    throw error;
  }
}

/** The fields of the content, and over them those of the options. */
function together(content: JsonObject, options: RenderOptions): JsonObject {
  const named = Object.entries(optionOf).map(([field, option]) => [field, options[option]] as const);
  const typed: JsonObject = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  const { data } = content;
  const mixed =
    options.data && typeof data === 'object' && !Array.isArray(data) ? { ...data, ...options.data } : undefined;
  return { ...content, ...typed, ...(mixed && { data: mixed }) };
}

/** Without a content, a field that the options lack is wrong usage, not wrong data. */
function requireOptions(options: RenderOptions, given: JsonObject): void {
  const required =
    options.content === undefined ? (['device', 'product_name', 'price', 'unit'] as const) : (['device'] as const);
  const lines = required
    .filter((field) => given[field] === undefined)
    .map((field) => `Expected a value for ${flag(field)} but received none`);
  if (lines.length > 0) throw new CommandError(exitCodes.usage, lines.join('\n'));
}

function drawn(render: () => Rendering): Rendering {
  try {
    return render();
  } catch (error) {
    if (error instanceof PriceDoesNotFit) throw new CommandError(exitCodes.invalid, `--layout: ${error.message}`);
    throw error;
  }
}

/** Each problem behind what it is of: the option that set the field, or the content. */
function linesOf(problems: readonly FieldProblem[], options: RenderOptions): string {
  return problems
    .map(({ field, message }) => {
      const [name = '', key] = field.split('.');
      const known = Object.hasOwn(optionOf, name) ? (name as keyof typeof optionOf) : undefined;
      const option = known && options[optionOf[known]];
      const typed = typeof option === 'object' ? key === undefined || Object.hasOwn(option, key) : option !== undefined;
      const source = known && (typed || options.content === undefined) ? flag(known) : sourceOf(options.content!);
      return `${source}: ${message}`;
    })
    .join('\n');
}

function flag(field: keyof typeof optionOf): string {
  return `--${optionOf[field].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function sourceOf(content: string): string {
  return content === '-' ? 'standard input' : content;
}
