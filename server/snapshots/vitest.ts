// The declarations keep this import. Without it TypeScript knows no matcher in a test that imports vitest after this module.
import 'vitest';
import { afterAll, chai, expect } from 'vitest';
import type { Ended } from './ledger.js';
import { type Asked, Matchers, type SnapshotOptions } from './matcher.js';
import type { ManyOptions } from './many.js';
import { orderOf } from './order.js';
import { writingOf } from './writing.js';

/** A test, suite or file as vitest keeps it, as far as it is read here. */
interface Task {
  readonly type: string;
  /** Tells the order in which tests were written, also when they are shuffled: "-1234_0_2". */
  readonly id: string;
  readonly name: string;
  readonly file: TestFile;
  readonly suite?: Task | undefined;
  readonly tasks?: readonly Task[];
  readonly result?: { readonly state: string; readonly retryCount?: number; readonly repeatCount?: number } | undefined;
}
interface TestFile extends Task {
  readonly filepath: string;
}

/** What vitest tells a matcher. */
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

const files = new Map<string, TestFile>();
const ordinals = new WeakMap<TestFile, ReadonlyMap<Task, number>>();

afterAll(() => {
  const lines = matchers.finish((path) => ({ tests: endedOf(files.get(path)!), all: true }));
  for (const line of lines) console.info(line);
});

expect.extend({
  toMatchLabelSnapshot(this: VitestContext, received: unknown, options?: string | SnapshotOptions) {
    return matchers.one(received, options, asked(this));
  },
  toMatchLabelSnapshots(this: VitestContext, received: unknown, devices: readonly string[], options?: ManyOptions) {
    return matchers.many(received, devices, options, asked(this));
  },
});

/** The test whose `expect` was called last. Only an assertion knows it, also when tests run at once. */
let asking: Task | undefined;
for (const name of ['toMatchLabelSnapshot', 'toMatchLabelSnapshots'])
  chai.util.overwriteMethod(
    chai.Assertion.prototype,
    name,
    (matcher: (...args: unknown[]) => unknown) =>
      function (this: object, ...args: unknown[]) {
        asking = chai.util.flag(this, 'vitest-test') as Task | undefined;
        return matcher.apply(this, args);
      },
  );

function asked({ isNot, poll, snapshotState }: VitestContext): Asked {
  if (isNot) throw new Error('Expected a label snapshot without .not');
  if (poll) throw new Error('Expected a label snapshot without .poll, which would ask for another one each time');
  const task = asking;
  if (task?.type !== 'test') throw new Error('Expected a label snapshot to be asked for in a test');
  files.set(task.file.filepath, task.file);
  const asker = {
    testPath: task.file.filepath,
    testName: nameOf(task),
    ordinal: ordinalOf(task),
    attempt: [task, task.result?.retryCount, task.result?.repeatCount],
  };
  return { asker, writing: writingOf(snapshotState) };
}

function endedOf(file: TestFile): Ended[] {
  return testsOf(file).map((task) => ({
    testName: nameOf(task),
    ordinal: ordinalOf(task),
    passed: task.result?.state === 'pass',
  }));
}

function ordinalOf(task: Task): number {
  const { file } = task;
  if (!ordinals.has(file)) {
    const places = (test: Task) => test.id.split('_').slice(1).map(Number);
    const written = testsOf(file).sort((a, b) => compare(places(a), places(b)));
    ordinals.set(file, orderOf(written, nameOf));
  }
  return ordinals.get(file)!.get(task) ?? 1;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - (b[at] ?? -1);
}

function testsOf(task: Task): Task[] {
  return task.type === 'test' ? [task] : (task.tasks ?? []).flatMap(testsOf);
}

function nameOf(task: Task): string {
  const titles = [task.name];
  for (let suite = task.suite; suite && !('filepath' in suite); suite = suite.suite) titles.unshift(suite.name);
  return titles.join(' ');
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-explicit-any -- as vitest declares it
  interface Assertion<T = any> {
    /**
     * Compares a PNG of a label, pixel by pixel, with the one in `__label_snapshots__/`, and says in words what changed. A
     * new one is written, unless in CI; `-u` accepts what changed.
     * @param options the baseline's name, or options
     * @example
     * import { openSimulator } from 'esl-simulator';
     * import 'esl-simulator/vitest';
     * import { expect, test } from 'vitest';
     *
     * test('milk', async () => {
     *   const simulator = await openSimulator();
     *   const { png } = simulator.render({ product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' });
     *   expect(png).toMatchLabelSnapshot();
     * });
     */
    toMatchLabelSnapshot(options?: string | SnapshotOptions): void;
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
  }
}
