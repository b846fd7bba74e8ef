// For the declarations: without this import, TypeScript ignores the matchers in tests that import vitest after this module.
import 'vitest';
import { afterAll, afterEach, chai, expect } from 'vitest';
import type { FinishedTest } from './ledger.js';
import { type AssertionContext, Matchers, type SnapshotOptions } from './matcher.js';
import type { ManyOptions } from './many.js';
import type { LintSet } from '../library.js';
import { checkLint, type LintOptions } from './lint.js';
import { orderOf } from './order.js';
import { writeModeOf } from './writing.js';

/** The fields in use of a test, suite or file. */
interface VitestTask {
  readonly type: string;
  /** Contains the place in the file, also of shuffled tests: "-1234_0_2". */
  readonly id: string;
  readonly name: string;
  readonly file: VitestFile;
  readonly suite?: VitestTask | undefined;
  readonly tasks?: readonly VitestTask[];
  readonly result?: { readonly state: string; readonly retryCount?: number; readonly repeatCount?: number } | undefined;
}
interface VitestFile extends VitestTask {
  readonly filepath: string;
}

/** The `this` of a matcher. */
interface VitestContext {
  readonly isNot?: boolean;
  readonly poll?: boolean;
  readonly snapshotState?: unknown;
}

const matchers = new Matchers({
  silent: 'vitest writes none where CI is set',
  write: 'run the test without CI, or with -u',
  accept: 'run the test with -u',
});

const files = new Map<string, VitestFile>();
const ordinals = new WeakMap<VitestFile, ReadonlyMap<VitestTask, number>>();

afterAll(() => {
  const lines = matchers.finish((path) => ({ tests: finishedIn(files.get(path)!), all: true }));
  for (const line of lines) console.info(line);
});

afterEach(() => matchers.settle());

expect.extend({
  toMatchLabelSnapshot(this: VitestContext, received: unknown, options?: string | SnapshotOptions) {
    return matchers.one(received, options, contextOf(this));
  },
  toMatchLabelSnapshots(this: VitestContext, received: unknown, devices: readonly string[], options?: ManyOptions) {
    return matchers.many(received, devices, options, contextOf(this));
  },
  toPassLabelLint: (received: unknown, sets: readonly LintSet[], options?: LintOptions) =>
    checkLint(received, sets, options),
});

/** The test of the last `expect`. Before vitest 4, only the assertion knows it; and always, if tests run concurrently. */
let current: VitestTask | undefined;
for (const name of ['toMatchLabelSnapshot', 'toMatchLabelSnapshots'])
  chai.util.overwriteMethod(
    chai.Assertion.prototype,
    name,
    (matcher: (...args: unknown[]) => unknown) =>
      function (this: object, ...args: unknown[]) {
        current = chai.util.flag(this, 'vitest-test') as VitestTask | undefined;
        return matcher.apply(this, args);
      },
  );

function contextOf({ isNot, poll, snapshotState }: VitestContext): AssertionContext {
  if (isNot) throw new Error('Expected a label snapshot without .not');
  if (poll) throw new Error('Expected a label snapshot without .poll, which would use a new baseline each time');
  const task = current;
  if (task?.type !== 'test') throw new Error('Expected a label snapshot within a test');
  files.set(task.file.filepath, task.file);
  const test = {
    testPath: task.file.filepath,
    testName: nameOf(task),
    ordinal: ordinalOf(task),
    attempt: [task, task.result?.retryCount, task.result?.repeatCount],
  };
  return { test, writeMode: writeModeOf(snapshotState) };
}

function finishedIn(file: VitestFile): FinishedTest[] {
  return testsOf(file).map((task) => ({
    testName: nameOf(task),
    ordinal: ordinalOf(task),
    passed: task.result?.state === 'pass',
  }));
}

function ordinalOf(task: VitestTask): number {
  const { file } = task;
  if (!ordinals.has(file)) {
    const places = (test: VitestTask) => test.id.split('_').slice(1).map(Number);
    const written = testsOf(file).sort((a, b) => compare(places(a), places(b)));
    ordinals.set(file, orderOf(written, nameOf));
  }
  return ordinals.get(file)!.get(task) ?? 1;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - (b[at] ?? -1);
}

function testsOf(task: VitestTask): VitestTask[] {
  return task.type === 'test' ? [task] : (task.tasks ?? []).flatMap(testsOf);
}

function nameOf(task: VitestTask): string {
  const titles = [task.name];
  for (let suite = task.suite; suite && !('filepath' in suite); suite = suite.suite) titles.unshift(suite.name);
  return titles.join(' ');
}

declare global {
  // Vitest's `Assertion` has other type parameters in each major version, but all have the methods of Chai's.
  // oxlint-disable-next-line typescript/no-namespace -- the name that Chai has
  namespace Chai {
    /** What follows `expect(label)`. */
    interface Assertion {
      /**
       * Compares a label, pixel by pixel, with its PNG in `__label_snapshots__/`, and describes the changes. The label is the bytes
       * of a PNG, what `render` returns, or fields to draw. A new PNG is written, unless in CI; `-u` accepts what changed.
       * @param options the baseline's name, or options
       * @example
       * import 'esl-simulator/vitest';
       * import { expect, test } from 'vitest';
       *
       * test('milk', async () => {
       *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
       *   await expect(milk).toMatchLabelSnapshot();
       * });
       */
      toMatchLabelSnapshot(options?: string | SnapshotOptions): unknown;
      /**
       * Draws the fields of a label on many panels, and compares each with its baseline.
       * @param devices the ids of the panels
       * @example
       * import 'esl-simulator/vitest';
       * import { expect, test } from 'vitest';
       *
       * test('milk', async () => {
       *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
       *   await expect(milk).toMatchLabelSnapshots(['solum-m2-2.9-bwr', 'waveshare-4.2-b']);
       * });
       */
      toMatchLabelSnapshots(devices: readonly string[], options?: ManyOptions): Promise<void>;
      /**
       * Draws the fields of a label, and checks it with sets of rules, such as those of a country's law: see docs/label-lint.md. It
       * passes without a finding of the grade `error`.
       * @param sets of rules; `truth` is always one of them
       * @example
       * import 'esl-simulator/vitest';
       * import { expect, test } from 'vitest';
       *
       * test('milk may hang in the European Union', async () => {
       *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
       *   await expect({ ...milk, device: 'solum-m2-2.9-bwr' }).toPassLabelLint(['eu']);
       * });
       */
      toPassLabelLint(sets: readonly LintSet[], options?: LintOptions): Promise<void>;
    }
  }
}
