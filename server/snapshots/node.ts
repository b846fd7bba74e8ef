import { AssertionError } from 'node:assert';
import type { LabelFields, LintSet } from '../library.js';
import { checkLint, type LintOptions } from './lint.js';
import type { FinishedTest } from './ledger.js';
import type { ManyOptions } from './many.js';
import { type AssertionContext, type Matched, Matchers, type Picture, type SnapshotOptions } from './matcher.js';
import { nodeSuffix } from './names.js';
import { isSet } from './writing.js';

export type { LintOptions } from './lint.js';
export type { ManyOptions } from './many.js';
export type { MaskBox, Mask } from './mask.js';
export type { Picture, SnapshotOptions } from './matcher.js';

/** The context of a test of `node:test`. */
export interface NodeTest {
  /** All titles of the test, separated by ">". Since Node.js 20.16. */
  readonly fullName?: string;
  /** The test file. Since Node.js 22.6; before, each test file runs in its own process. */
  readonly filePath?: string | undefined;
  /** Whether the finished test passed. */
  readonly passed?: boolean;
  /** Calls a function after the test. */
  after(hook: () => void): void;
}

const matchers = new Matchers({
  silent: 'none is written where CI is set',
  write: 'run the test without CI, or with UPDATE_SNAPSHOTS=1',
  accept: 'run the test with UPDATE_SNAPSHOTS=1 (or, since Node.js 22.3, node --test --test-update-snapshots)',
});

/** Tests with label snapshots, by file and name. */
const testsByName = new Map<string, NodeTest[]>();
const finished = new Map<string, FinishedTest[]>();

process.on('exit', () => {
  for (const line of matchers.finish((path) => ({ tests: finished.get(path) ?? [], all: false }))) console.info(line);
});

/**
 * Compares a label, pixel by pixel, with its PNG in `__label_snapshots__/` beside the test file. A new one is written, unless the
 * environment has `CI`; `UPDATE_SNAPSHOTS=1`, or `--test-update-snapshots`, accepts what changed.
 * @param t the test's context
 * @param label the bytes of a PNG, what `render` returns, or fields to draw
 * @param options the baseline's name, or options
 * @throws {AssertionError} describing the changes
 * @example
 * import test from 'node:test';
 * import { matchLabelSnapshot } from 'esl-simulator/node';
 *
 * test('milk', async (t) => {
 *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 *   await matchLabelSnapshot(t, milk);
 * });
 */
export function matchLabelSnapshot(t: NodeTest, label: Picture, options?: string | SnapshotOptions): void;
export function matchLabelSnapshot(t: NodeTest, label: LabelFields, options?: string | SnapshotOptions): Promise<void>;
export function matchLabelSnapshot(
  t: NodeTest,
  label: Picture | LabelFields,
  options?: string | SnapshotOptions,
): void | Promise<void> {
  const matched = matchers.one(label, options, contextOf(t));
  const check = (result: Matched) => {
    orFail(result, matchLabelSnapshot);
  };
  if (matched instanceof Promise) return matched.then(check);
  check(matched);
}

/**
 * Draws the fields of a label on many panels, and compares each with its baseline, as {@link matchLabelSnapshot} does.
 * @param devices the ids of the panels
 * @throws {AssertionError} describing the changes on each panel
 * @example
 * import test from 'node:test';
 * import { matchLabelSnapshots } from 'esl-simulator/node';
 *
 * test('milk', async (t) => {
 *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 *   await matchLabelSnapshots(t, milk, ['solum-m2-2.9-bwr', 'waveshare-4.2-b']);
 * });
 */
export async function matchLabelSnapshots(
  t: NodeTest,
  fields: Omit<LabelFields, 'device'>,
  devices: readonly string[],
  options?: ManyOptions,
): Promise<void> {
  orFail(await matchers.many(fields, devices, options, contextOf(t)), matchLabelSnapshots);
}

/**
 * Draws the fields of a label, and checks it with sets of rules, such as those of a country's law: see docs/label-lint.md. It
 * passes without a finding of the grade `error`.
 * @param sets of rules; `truth` is always one of them
 * @example
 * import test from 'node:test';
 * import { passLabelLint } from 'esl-simulator/node';
 *
 * test('milk may hang in the European Union', async () => {
 *   const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
 *   await passLabelLint({ ...milk, device: 'solum-m2-2.9-bwr' }, ['eu']);
 * });
 */
export async function passLabelLint(
  fields: LabelFields,
  sets: readonly LintSet[],
  options?: LintOptions,
): Promise<void> {
  orFail(await checkLint(fields, sets, options), passLabelLint);
}

function orFail({ pass, message }: Matched, matcher: (...args: never[]) => unknown): void {
  if (!pass) throw new AssertionError({ message: message(), operator: matcher.name, stackStartFn: matcher });
}

function contextOf(t: NodeTest): AssertionContext {
  const { fullName, filePath = process.argv[1] } = t;
  if (!fullName || !filePath)
    throw new Error(
      'Expected the context of a test of node:test (Node.js 20.16 or later) for t but received one without fullName',
    );
  const testPath = filePath + nodeSuffix;
  const testName = fullName.replaceAll(' > ', ' ');
  const key = `${testPath}\0${testName}`;
  const namesakes = testsByName.get(key) ?? [];
  testsByName.set(key, namesakes);
  if (!namesakes.includes(t)) {
    namesakes.push(t);
    const ordinal = namesakes.length;
    t.after(() => {
      finished.set(testPath, [...(finished.get(testPath) ?? []), { testName, ordinal, passed: t.passed === true }]);
    });
  }
  const test = { testPath, testName, ordinal: namesakes.indexOf(t) + 1, attempt: [t] };
  const { CI, UPDATE_SNAPSHOTS } = process.env;
  const all = isSet(UPDATE_SNAPSHOTS) || process.execArgv.includes('--test-update-snapshots');
  return { test, writeMode: all ? 'all' : isSet(CI) ? 'none' : 'new' };
}
