import { channel, subscribe } from 'node:diagnostics_channel';
import { types } from 'node:util';
import type { LabelFields, RenderedLabel } from '../library.js';
import { differsTomorrow } from '../undated.js';
import { checkSnapshot, type SnapshotResult, type WriteMode } from './check.js';
import { type FinishedTest, Ledger, type TestContext } from './ledger.js';
import { drawMany, drawOne, type ManyLabel, type ManyOptions } from './many.js';
import type { Mask } from './mask.js';
import { type FailedLabel, failureEntry, failureMessage, type RunnerWords, undatedMessage } from './messages.js';

/** How to compare a label with its baseline. */
export interface SnapshotOptions {
  /** The baseline's name within its test file. Default: the name of the test, and a number. */
  readonly name?: string;
  /** What to ignore: fields by name, such as "date", and boxes in px of the image. */
  readonly mask?: Mask;
}

export interface AssertionContext {
  readonly test: TestContext;
  readonly writeMode: WriteMode;
  /** Counts a compared label in the runner's summary. */
  readonly count?: (result: SnapshotResult) => void;
}

/** What can be compared with a baseline: a PNG, or the label that has it. */
export type Picture = Uint8Array | Pick<RenderedLabel, 'png'>;

export interface Matched {
  readonly pass: boolean;
  /** Whether the label differs from an existing baseline. */
  readonly differs: boolean;
  readonly message: () => string;
}

const passed: Matched = { pass: true, differs: false, message: () => '' };

/** A channel is the same object in all test files of a process, even where each has its own modules. */
const warned = 'esl-simulator:undated';

export class Matchers {
  readonly #ledger = new Ledger();
  readonly #drawing: Promise<Matched>[] = [];

  constructor(private readonly words: RunnerWords) {}

  /**
   * Compares a label with its baseline.
   * @param received its picture; or its fields, to draw it first
   * @throws {Error} for bytes that are no PNG, and for invalid options; {LabelError} for fields that can't be drawn
   */
  one(
    received: unknown,
    given: string | SnapshotOptions | undefined,
    context: AssertionContext,
  ): Matched | Promise<Matched> {
    const match = this.prepare(given, context);
    if (!isFields(received)) return match(received);
    const matched = drawnFrom(received).then(match);
    this.#drawing.push(matched);
    return matched;
  }

  /** Waits for labels that are being drawn: a test may not wait for them itself. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#drawing.splice(0));
  }

  /** Names the baseline of a label. @returns a comparison with it, which may run several times */
  prepare(given: string | SnapshotOptions | undefined, context: AssertionContext): (received: unknown) => Matched {
    const { name, mask } = optionsOf(given, ['name', 'mask']);
    const file = `${this.#ledger.stem(context.test, name)}.png`;
    return (received) => {
      const png = bytesOf(received);
      const undated = refusalOfToday([png], mask, context);
      if (undated) return undated;
      const failed = this.#check(png, file, mask, context);
      if (!failed) return passed;
      const differs = failed.failure.reason === 'differs';
      return { pass: false, differs, message: () => failureMessage(failed, this.words) };
    };
  }

  /**
   * Draws one content on many panels, and compares each label with its baseline.
   * @throws {Error} for invalid arguments, {LabelError} for fields that no panel can show
   */
  async many(
    received: unknown,
    devices: readonly string[],
    given: ManyOptions | undefined,
    context: AssertionContext,
  ): Promise<Matched> {
    const { name, mask, ...options } = optionsOf(given, ['name', 'mask', 'layouts', 'devicesDir', 'layoutsDir']);
    const folder = this.#ledger.stem(context.test, name);
    const labels = await drawMany(received, devices, options);
    const pngs = labels.flatMap((label) => ('png' in label ? [label.png] : []));
    const undated = refusalOfToday(pngs, mask, context);
    if (undated) return undated;
    const failures = labels.flatMap((label): { label: ManyLabel; lines: readonly string[]; accept: boolean }[] => {
      if ('problems' in label) return [{ label, lines: label.problems, accept: false }];
      const failed = this.#check(label.png, `${folder}/${label.name}.png`, mask, context);
      return failed ? [{ label, lines: failureEntry(failed), accept: failed.failure.reason !== 'missing' }] : [];
    });
    if (failures.length === 0) return passed;
    const panels = `${failures.length} of ${labels.length} ${labels.length === 1 ? 'panel' : 'panels'}`;
    const message = [
      `${panels} ${failures.length === 1 ? 'differs' : 'differ'} from ${folder}:`,
      '',
      ...failures.flatMap(({ label, lines }) => [`  ${label.name}:`, ...lines.map((line) => `    ${line}`)]),
      '',
      failures.some(({ accept }) => accept)
        ? `To accept the changes, ${this.words.accept}`
        : `There is no baseline, and ${this.words.silent}: ${this.words.write}`,
    ].join('\n');
    return { pass: false, differs: true, message: () => message };
  }

  /**
   * Finishes test files.
   * @param finishedTests the finished tests of a file; `all`: there are no others
   * @param obsolete called with the baselines that no test of a file uses
   * @returns a line per file with the written baselines
   */
  finish(
    finishedTests: (testPath: string) => { readonly tests: readonly FinishedTest[]; readonly all: boolean },
    obsolete?: (paths: readonly string[]) => void,
  ): string[] {
    return this.#ledger.testPaths.flatMap((path) => {
      const { tests, all } = finishedTests(path);
      if (all && tests.every(({ passed }) => passed)) obsolete?.(this.#ledger.unused(path));
      return this.#ledger.finish(path, tests, all) ?? [];
    });
  }

  #check(png: Uint8Array, file: string, mask: Mask | undefined, context: AssertionContext): FailedLabel | undefined {
    const { test, writeMode } = context;
    const { testPath } = test;
    const fresh = this.#ledger.isFresh(test, file);
    const result = checkSnapshot({ png, testPath, file, mask, writeMode, fresh });
    this.#ledger.note(test, file, result.pass && result.wrote !== false);
    context.count?.(result);
    return result.pass ? undefined : { failure: result, testPath, file, fresh };
  }
}

/** Checks options. A text is a name. */
function optionsOf<T extends SnapshotOptions>(given: string | T | undefined, known: readonly (string & keyof T)[]): T {
  const options = (typeof given === 'string' ? { name: given } : (given ?? {})) as T;
  if (typeof options !== 'object')
    throw new Error(`Expected a name or options for the snapshot but received ${kindOf(given)}`);
  const unknown = Object.keys(options).find((option) => !(known as readonly string[]).includes(option));
  if (unknown !== undefined)
    throw new Error(`Expected only ${known.join(', ')} in the options of the snapshot but received ${unknown}`);
  const { name }: { name?: unknown } = options;
  if (name !== undefined && (typeof name !== 'string' || name.trim() === ''))
    throw new Error(`Expected a name that is not blank for name but received ${JSON.stringify(name)}`);
  return options;
}

/**
 * Reports labels with the date of today: they fail tomorrow. A run that writes no baselines, as in CI, fails; others warn once a
 * process.
 */
function refusalOfToday(
  pngs: readonly Uint8Array[],
  mask: Mask | undefined,
  { test, writeMode }: AssertionContext,
): Matched | undefined {
  if (mask?.includes('date') || !pngs.some(differsTomorrow)) return undefined;
  if (writeMode === 'none') return { pass: false, differs: false, message: () => undatedMessage(test) };
  if (!channel(warned).hasSubscribers) {
    subscribe(warned, () => undefined);
    console.warn(undatedMessage(test));
  }
  return undefined;
}

/** A picture as it is, and that of fields. @throws {LabelError} for fields that can't be drawn */
export function drawnFrom(received: unknown): Promise<unknown> {
  return isFields(received) ? drawOne(received) : Promise.resolve(received);
}

function isFields(received: unknown): received is LabelFields {
  return (
    typeof received === 'object' &&
    received !== null &&
    !ArrayBuffer.isView(received) &&
    !Array.isArray(received) &&
    !('png' in received)
  );
}

function bytesOf(received: unknown): Uint8Array {
  if (types.isUint8Array(received)) return received;
  const { png } = (received ?? {}) as { png?: unknown };
  if (types.isUint8Array(png)) return png;
  throw new Error(`Expected the bytes of a PNG for toMatchLabelSnapshot but received ${kindOf(received)}`);
}

export function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
