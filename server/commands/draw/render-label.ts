import {
  createRenderer,
  fieldEntries,
  type FieldName,
  type Layout,
  pixelHash,
  type Renderer,
  suggestion,
  type View,
  type Warning,
} from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import { dayIn } from '../../fields/dates.js';
import { drawFields, type DrawnLabel, pngOf, type ViewedLabel } from '../../fields/draw-label.js';
import { cut, type FieldProblem } from '../../fields/field-problem.js';
import { type Body, type JsonObject, parseBody } from '../../fields/json.js';
import { dataFields, fileLayout, layoutIn } from '../../fields/layout.js';
import { Problem } from '../../fields/problem.js';
import { readInput } from '../../files/read-file.js';
import { catalogueOf, deviceNamed, isLayoutFile, layoutNamed } from '../choose.js';
import { type FrameForm, frameOutput } from './frame-output.js';
import { CommandError, exitCodes, type Io, orUsage, usage } from '../io.js';
import { type FieldFlags, fieldOption } from '../options.js';
import { outputOf, write } from './output.js';
import { unlessUsage } from '../failure.js';

/** The options of `esl-sim render`. */
export interface RenderFlags extends FieldFlags {
  readonly data?: Readonly<Record<string, string>>;
  readonly content?: string;
  readonly view?: View;
  readonly scale?: number;
  readonly format?: 'png' | FrameForm;
  readonly encoding?: string;
  readonly plane?: number;
  readonly out?: string;
  readonly watch?: boolean;
  readonly json?: boolean;
  /** Whether the PNG contains its content as metadata. False: `--no-metadata`. */
  readonly metadata?: boolean;
}

/** Options by the fields of a preview. */
const optionOf = Object.fromEntries([
  ...fieldEntries.map(([field]) => [field, fieldOption(field).attributeName()]),
  ...['data', 'view', 'scale'].map((name) => [name, name]),
]) as Readonly<Record<FieldName | 'data' | 'view' | 'scale', keyof RenderFlags>>;

/**
 * Draws a label; with --watch, again after each change of a file.
 * @throws {CommandError} with one line per problem
 */
export async function renderLabel(options: RenderFlags, io: Io): Promise<void> {
  const { content, layout, watch } = options;
  if (!watch) {
    await drawLabel(options, await createRenderer(), io);
    io.end(exitCodes.done);
    return;
  }
  const file = fileOf(options, io);
  if (content === '-') throw usage('Expected a file for --content beside --watch but received -');
  const catalogue = catalogueOf(io);
  unlessUsage(() => options.device !== undefined && deviceNamed(options.device, catalogue));
  unlessUsage(() => layout !== undefined && layoutNamed(layout, catalogue));
  if (content === undefined) requireOptions(options, mergeFields({}, options));
  const { drawAgain } = await import('../watch.js');
  const renderer = await createRenderer();
  const files = [content, layout !== undefined && isLayoutFile(layout) ? layout : undefined];
  await drawAgain(
    files.filter((path) => path !== undefined),
    io,
    async () => {
      await drawLabel(options, renderer, io);
      io.stderr.write(`Drew ${file!}\n`);
    },
  );
}

async function drawLabel(options: RenderFlags, renderer: Renderer, io: Io): Promise<void> {
  const file = fileOf(options, io);
  const drawn = await draw(options, renderer, io);
  if (!drawn.ok) throw new CommandError(exitCodes.invalid, linesOf(drawn.problems, options));
  const { label, frame, device } = drawn.value;
  const { view, scale } = label;
  for (const { code, message } of drawn.warnings) io.stderr.write(`warning: ${code}: ${message}\n`);
  const { format = 'png', metadata = true } = options;
  const output =
    format === 'png'
      ? pngOf(drawn, { renderer }, { view, scale, metadata: metadata && label.metadata })
      : orUsage(frameOutput(frame, device, { ...options, format }));
  write(file, output, io);
  if (file !== null && options.json)
    io.stdout.write(`${JSON.stringify(factsOf(file, drawn.value, drawn.warnings), null, 2)}\n`);
}

async function draw(options: RenderFlags, renderer: Renderer, io: Io): Promise<Checked<DrawnLabel<ViewedLabel>>> {
  const content = options.content === undefined ? nothing : await readBody(options.content, io);
  const object = mergeFields(content.object, options);
  requireOptions(options, object);
  const catalogue = catalogueOf(io);
  const { devices, layouts } = catalogue;
  if (options.device !== undefined) deviceNamed(options.device, catalogue);
  const chosen =
    options.layout === undefined
      ? layoutIn(object.layout, layouts)
      : fileLayout(layoutNamed(options.layout, catalogue));
  const now = io.clock();
  const tools = { devices, renderer, today: (timeZone: string) => dayIn(timeZone, now) };
  const unknown = chosen.ok ? unknownData(options.data ?? {}, chosen.value.layout) : [];
  return drawFields({ object, problems: [...content.problems, ...unknown] }, chosen, tools);
}

/**
 * Problems of keys of `--data` that the layout does not declare. A content may contain such keys, like a request: a binding
 * may change its layout.
 */
function unknownData(data: Readonly<Record<string, string>>, layout: Layout): FieldProblem[] {
  const fields = dataFields(layout);
  return Object.keys(data)
    .filter((key) => !fields.includes(key))
    .map((key) => {
      const received = cut(key);
      const message = `Expected a field of data that the layout ${layout.id} has but received "${received}"${suggestion(received, fields)}`;
      return { field: `data.${received}`, reason: 'unknown_field', message };
    });
}

/** The output of `--json`. */
function factsOf(
  file: string,
  { label: { layout, view, scale }, device, frame, step }: DrawnLabel<ViewedLabel>,
  warnings: readonly Warning[],
): Readonly<Record<string, unknown>> {
  const { width, height } = frame;
  return {
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
    step,
  };
}

/** The file to write; null: standard output. */
function fileOf({ out, watch, json, format = 'png', encoding, plane }: RenderFlags, io: Io): string | null {
  const file = outputOf(out, io);
  if (file === null && (json || watch))
    throw usage(`Expected a file for --out beside --${watch ? 'watch' : 'json'} but received none`);
  if (format === 'png' && (encoding !== undefined || plane !== undefined)) {
    const option = encoding === undefined ? '--plane' : '--encoding';
    throw usage(`Expected --format frame or c beside ${option} but received none`);
  }
  return file;
}

const nothing: Body = { object: {}, problems: [] };

/** Reads the JSON of a label; `-` is standard input. @throws {CommandError} */
export async function readBody(content: string, io: Io): Promise<Body> {
  const bytes = await readInput(content, io, 'json');
  try {
    return parseBody(bytes);
  } catch (error) {
    if (error instanceof Problem) throw new CommandError(exitCodes.invalid, `${sourceOf(content)}: ${error.message}`);
    throw error;
  }
}

/** The fields of the content, overridden by the options. */
function mergeFields(content: JsonObject, options: RenderFlags): JsonObject {
  const named = Object.entries(optionOf).map(([field, option]) => [field, options[option]] as const);
  const typed: JsonObject = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  const { data } = content;
  const mixed =
    options.data && typeof data === 'object' && !Array.isArray(data) ? { ...data, ...options.data } : undefined;
  return { ...content, ...typed, ...(mixed && { data: mixed }) };
}

/** A field that is missing in options and content is wrong usage, not invalid data. */
function requireOptions(options: RenderFlags, given: JsonObject): void {
  const required =
    options.content === undefined ? (['device', 'product_name', 'price', 'unit'] as const) : (['device'] as const);
  const lines = required
    .filter((field) => given[field] === undefined)
    .map((field) => `Expected a value for ${flag(field)} but received none`);
  if (lines.length > 0) throw usage(lines.join('\n'));
}

/** One line per problem, starting with its source: the option, or the content. */
function linesOf(problems: readonly FieldProblem[], options: RenderFlags): string {
  return problems
    .map(({ field, message }) => {
      const [name = '', key] = field.split('.');
      const optionField = Object.hasOwn(optionOf, name) ? (name as keyof typeof optionOf) : undefined;
      const option = optionField && options[optionOf[optionField]];
      const typed = typeof option === 'object' ? key === undefined || Object.hasOwn(option, key) : option !== undefined;
      const source =
        optionField && (typed || options.content === undefined) ? flag(optionField) : sourceOf(options.content!);
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
