import { types } from 'node:util';
import { checkSnapshot, type Writing } from './check.js';
import { type Asker, type Ended, Ledger } from './ledger.js';
import { drawMany, type ManyLabel, type ManyOptions } from './many.js';
import type { Mask } from './mask.js';
import { type Failed, failureEntry, failureMessage, type RunnerWords } from './messages.js';

/** How a label is compared with its baseline. */
export interface SnapshotOptions {
  /** The baseline's name within its test file. Default: the name of the test, and a number. */
  readonly name?: string;
  /** What is not compared: fields by their names, such as "date", and boxes in px of the image. */
  readonly mask?: Mask;
}

/** What a runner tells when a test asks for a label. */
export interface Asked {
  readonly asker: Asker;
  readonly writing: Writing;
}

export interface Matched {
  readonly pass: boolean;
  /** Whether there is a baseline that looks otherwise. */
  readonly differs: boolean;
  readonly message: () => string;
}

const passed: Matched = { pass: true, differs: false, message: () => '' };

/** The matchers of a runner, in one process of it. */
export class Matchers {
  readonly #ledger = new Ledger();

  constructor(private readonly words: RunnerWords) {}

  /**
   * Compares a label with its baseline.
   * @throws {Error} for what is no PNG, and for wrong options
   */
  one(received: unknown, given: string | SnapshotOptions | undefined, { asker, writing }: Asked): Matched {
    return this.prepare(given, { asker, writing })(received);
  }

  /** Names the baseline of a label, for the label to be compared with it, if need be several times. */
  prepare(given: string | SnapshotOptions | undefined, { asker, writing }: Asked): (received: unknown) => Matched {
    const { name, mask } = optionsOf(given, ['name', 'mask']);
    const file = `${this.#ledger.stem(asker, name)}.png`;
    return (received) => {
      const failed = this.#check(bytesOf(received), file, mask, { asker, writing });
      if (!failed) return passed;
      const differs = failed.failure.reason === 'differs';
      return { pass: false, differs, message: () => failureMessage(failed, this.words) };
    };
  }

  /**
   * Draws one content on many panels, and compares each label with its baseline.
   * @throws {Error} for wrong arguments, {LabelError} for fields that no panel can show
   */
  async many(
    received: unknown,
    devices: readonly string[],
    given: ManyOptions | undefined,
    { asker, writing }: Asked,
  ): Promise<Matched> {
    const { name, mask, ...options } = optionsOf(given, ['name', 'mask', 'layouts', 'devicesDir', 'layoutsDir']);
    const folder = this.#ledger.stem(asker, name);
    const labels = await drawMany(received, devices, options);
    const failures = labels.flatMap((label): { label: ManyLabel; said: readonly string[]; accept: boolean }[] => {
      if ('problems' in label) return [{ label, said: label.problems, accept: false }];
      const failed = this.#check(label.png, `${folder}/${label.name}.png`, mask, { asker, writing });
      return failed ? [{ label, said: failureEntry(failed), accept: failed.failure.reason !== 'missing' }] : [];
    });
    if (failures.length === 0) return passed;
    const panels = `${failures.length} of ${labels.length} ${labels.length === 1 ? 'panel' : 'panels'}`;
    const message = [
      `${panels} ${failures.length === 1 ? 'differs' : 'differ'} from ${folder}:`,
      '',
      ...failures.flatMap(({ label, said }) => [`  ${label.name}:`, ...said.map((sentence) => `    ${sentence}`)]),
      '',
      failures.some(({ accept }) => accept)
        ? `To accept the changes, ${this.words.accept}`
        : `There is no baseline, and ${this.words.silent}: ${this.words.write}`,
    ].join('\n');
    return { pass: false, differs: true, message: () => message };
  }

  /**
   * Ends test files.
   * @param tests the tests of a file that ended; `all` says whether these are all
   * @returns a line for each file that says which baselines were written
   */
  finish(tests: (testPath: string) => { readonly tests: readonly Ended[]; readonly all: boolean }): string[] {
    return this.#ledger.testPaths.flatMap((path) => {
      const { tests: ended, all } = tests(path);
      return this.#ledger.finish(path, ended, all) ?? [];
    });
  }

  #check(png: Uint8Array, file: string, mask: Mask | undefined, { asker, writing }: Asked): Failed | undefined {
    const { testPath } = asker;
    const fresh = this.#ledger.isFresh(asker, file);
    const result = checkSnapshot({ png, testPath, file, mask, writing, fresh });
    this.#ledger.note(asker, file, result.pass && result.wrote);
    return result.pass ? undefined : { failure: result, testPath, file, fresh };
  }
}

/** The options, checked. A text is a name. */
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

/** Names the kind of a value. */
export function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
