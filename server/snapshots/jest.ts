import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { LabelFields, LintSet } from '../library.js';
import type { SnapshotResult } from './check.js';
import { checkLint, type LintOptions } from './lint.js';
import { orderOf } from './order.js';
import { type AssertionContext, Matchers, type SnapshotOptions } from './matcher.js';
import type { ManyOptions } from './many.js';
import { writeModeOf } from './writing.js';

/** The fields in use of jest-circus' state, which has no documented interface. */
interface CircusTest {
  readonly type: 'test';
  readonly name: string;
  readonly parent: CircusBlock;
  readonly status?: 'skip' | 'done' | 'todo' | null;
  readonly errors: readonly unknown[];
  readonly invocations: number;
}
interface CircusBlock {
  readonly type: 'describeBlock';
  readonly name: string;
  readonly parent?: CircusBlock;
  readonly children: readonly (CircusBlock | CircusTest)[];
}
interface CircusState {
  readonly rootDescribeBlock: CircusBlock;
  readonly currentlyRunningTest?: CircusTest | null;
}

/** The `this` of a matcher. */
interface JestContext {
  readonly isNot?: boolean;
  readonly testPath?: string | undefined;
  readonly currentTestName?: string | undefined;
  /** The name of the test, if tests run concurrently. */
  readonly currentConcurrentTestName?: () => string | undefined;
  /** The test. Since jest 30.4. */
  readonly currentTestIdentity?: () => object | undefined;
  readonly snapshotState?: unknown;
}

/** The fields in use of jest's counts for its summary, which have no documented interface. */
interface JestCounts {
  added: number;
  matched: number;
  unmatched: number;
  updated: number;
  _updateSnapshot?: string;
  readonly _uncheckedKeys?: Set<string>;
  /** Counts so that a retry of the test takes it back. Since jest 30.4. */
  _incrementSnapshotCount?(name: Count, test: object | undefined): void;
}
type Count = 'added' | 'matched' | 'unmatched' | 'updated';

let counts: JestCounts | undefined;

const matchers = new Matchers({
  silent: 'a CI run writes none',
  write: 'run the test without --ci',
  accept: 'run the test with -u',
});

/** Numbers tests of the same name before jest may shuffle them. */
const ordinals = new WeakMap<CircusTest, number>();
beforeAll(() => {
  for (const [test, ordinal] of orderOf(testsOf(circus()?.rootDescribeBlock), nameOf)) ordinals.set(test, ordinal);
});

afterAll(() => {
  const tests = testsOf(circus()?.rootDescribeBlock).map((test) => ({
    testName: nameOf(test),
    ordinal: ordinals.get(test) ?? 1,
    passed: test.status === 'done' && test.errors.length === 0,
  }));
  const lines = matchers.finish(
    () => ({ tests, all: true }),
    (paths) => {
      // With -u, jest would report them as removed, which `esl-sim snapshots --prune` does. A key ends with a number.
      if (counts?._updateSnapshot !== 'all') for (const path of paths) counts?._uncheckedKeys?.add(`${path} 1`);
    },
  );
  for (const line of lines) console.info(line);
});

afterEach(() => matchers.settle());

expect.extend({
  toMatchLabelSnapshot(this: JestContext, received: unknown, options?: string | SnapshotOptions) {
    return matchers.one(received, options, contextOf(this));
  },
  toMatchLabelSnapshots(this: JestContext, received: unknown, devices: readonly string[], options?: ManyOptions) {
    return matchers.many(received, devices, options, contextOf(this));
  },
  toPassLabelLint: (received: unknown, sets: readonly LintSet[], options?: LintOptions) =>
    checkLint(received, sets, options),
});

function contextOf(context: JestContext): AssertionContext {
  const { isNot, testPath, snapshotState } = context;
  if (isNot) throw new Error('Expected a label snapshot without .not');
  const running = (context.currentTestIdentity?.() ?? circus()?.currentlyRunningTest ?? undefined) as
    | CircusTest
    | undefined;
  const testName = context.currentConcurrentTestName?.() ?? context.currentTestName;
  if (!testPath || !testName) throw new Error('Expected a label snapshot within a test');
  // Older versions report only the name of a concurrent test.
  const circusTest = running && nameOf(running) === testName ? running : undefined;
  const ordinal = (circusTest && ordinals.get(circusTest)) ?? 1;
  const test = { testPath, testName, ordinal, attempt: circusTest ? [circusTest, circusTest.invocations] : [] };
  counts = snapshotState as JestCounts;
  const count = (result: SnapshotResult) => {
    countIn(counts!, result, running);
  };
  return { test, writeMode: writeModeOf(snapshotState), count };
}

/** Counts a label in jest's summary of snapshots. */
function countIn(state: JestCounts, result: SnapshotResult, test: object | undefined): void {
  const wrote = result.pass && result.wrote;
  const name = !result.pass ? 'unmatched' : !wrote ? 'matched' : wrote === 'new' ? 'added' : 'updated';
  if (state._incrementSnapshotCount) state._incrementSnapshotCount(name, test);
  else state[name]++;
}

/** The runner's state, which jest-circus stores in a global of the test file. */
function circus(): CircusState | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  return key && (globalThis as unknown as Readonly<Record<symbol, CircusState>>)[key];
}

function testsOf(block: CircusBlock | undefined): CircusTest[] {
  return block?.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child))) ?? [];
}

function nameOf(test: CircusTest): string {
  const titles = [test.name];
  // The outermost block is the file.
  for (let block = test.parent; block.parent; block = block.parent) titles.unshift(block.name);
  return titles.join(' ');
}

export type { MaskBox, Mask } from './mask.js';
export type { ManyOptions } from './many.js';
export type { LintOptions } from './lint.js';
export type { SnapshotOptions } from './matcher.js';

/** Matchers that this module adds to jest's `expect`. */
interface LabelMatchers<R, T> {
  /**
   * Compares a label, pixel by pixel, with its PNG in `__label_snapshots__/`, and describes the changes. The label is the bytes of
   * a PNG, what `render` returns, or fields to draw. A new PNG is written, unless jest runs with `--ci`; `-u` accepts what changed.
   * @param options the baseline's name, or options
   * @example
   * import 'esl-simulator/jest';
   *
   * test('milk', async () => {
   *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
   *   await expect(milk).toMatchLabelSnapshot();
   * });
   */
  toMatchLabelSnapshot(options?: string | SnapshotOptions): T extends LabelFields ? Promise<void> : R;
  /**
   * Draws the fields of a label on many panels, and compares each with its baseline.
   * @param devices the ids of the panels
   * @example
   * import 'esl-simulator/jest';
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
   * import 'esl-simulator/jest';
   *
   * test('milk may hang in the European Union', async () => {
   *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
   *   await expect({ ...milk, device: 'solum-m2-2.9-bwr' }).toPassLabelLint(['eu']);
   * });
   */
  toPassLabelLint(sets: readonly LintSet[], options?: LintOptions): Promise<void>;
}

declare module 'expect' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- as jest declares it
  interface Matchers<R extends void | Promise<void>, T = unknown> extends LabelMatchers<R, T> {}
}
declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the name that @types/jest has
  namespace jest {
    /** The matchers for tests that take jest's functions from the global scope. */
    // oxlint-disable-next-line typescript/no-empty-object-type -- as jest declares it
    interface Matchers<R, T = {}> extends LabelMatchers<R, T> {}
  }
}
