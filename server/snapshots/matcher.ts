import { types } from 'node:util';
import { checkSnapshot, type WriteMode } from './check.js';
import { type FinishedTest, Ledger, type TestContext } from './ledger.js';
import { drawMany, type ManyLabel, type ManyOptions } from './many.js';
import type { Mask } from './mask.js';
import { type FailedLabel, failureEntry, failureMessage, type RunnerWords } from './messages.js';

/** How to compare a label with its baseline. */
export interface SnapshotOptions {
  /** The baseline's name within its test file. Default: the name of the test, and a number. */
  readonly name?: string;
  /** What to ignore: fields by name, such as "date", and boxes in px of the image. */
  readonly mask?: Mask;
}

/** A runner's context of an assertion. */
export interface AssertionContext {
  readonly test: TestContext;
  readonly writeMode: WriteMode;
}

export interface Matched {
  readonly pass: boolean;
  /** Whether the label differs from an existing baseline. */
  readonly differs: boolean;
  readonly message: () => string;
}

const passed: Matched = { pass: true, differs: false, message: () => '' };

export class Matchers {
  readonly #ledger = new Ledger();

  constructor(private readonly words: RunnerWords) {}

  /**
   * Compares a label with its baseline.
   * @throws {Error} for bytes that are no PNG, and for invalid options
   */
  one(received: unknown, given: string | SnapshotOptions | undefined, context: AssertionContext): Matched {
    return this.prepare(given, context)(received);
  }

  /** Names the baseline of a label. @returns a comparison with it, which may run several times */
  prepare(given: string | SnapshotOptions | undefined, context: AssertionContext): (received: unknown) => Matched {
    const { name, mask } = optionsOf(given, ['name', 'mask']);
    const file = `${this.#ledger.stem(context.test, name)}.png`;
    return (received) => {
      const failed = this.#check(bytesOf(received), file, mask, context);
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
   * @returns a line per file with the written baselines
   */
  finish(
    finishedTests: (testPath: string) => { readonly tests: readonly FinishedTest[]; readonly all: boolean },
  ): string[] {
    return this.#ledger.testPaths.flatMap((path) => {
      const { tests, all } = finishedTests(path);
      return this.#ledger.finish(path, tests, all) ?? [];
    });
  }

  #check(png: Uint8Array, file: string, mask: Mask | undefined, context: AssertionContext): FailedLabel | undefined {
    const { test, writeMode } = context;
    const { testPath } = test;
    const fresh = this.#ledger.isFresh(test, file);
    const result = checkSnapshot({ png, testPath, file, mask, writeMode, fresh });
    this.#ledger.note(test, file, result.pass && result.wrote);
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

function bytesOf(received: unknown): Uint8Array {
  if (types.isUint8Array(received)) return received;
  throw new Error(`Expected the bytes of a PNG for toMatchLabelSnapshot but received ${kindOf(received)}`);
}

export function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
