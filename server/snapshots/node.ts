import { AssertionError } from 'node:assert';
import type { LabelFields } from '../library.js';
import type { Ended } from './ledger.js';
import type { ManyOptions } from './many.js';
import { type Asked, type Matched, Matchers, type SnapshotOptions } from './matcher.js';
import { nodeSuffix } from './names.js';
import { isSet } from './writing.js';

export type { ManyOptions } from './many.js';
export type { Box, Mask } from './mask.js';
export type { SnapshotOptions } from './matcher.js';

/** A test of `node:test`: what its function is given. */
export interface NodeTest {
  /** The test's title and those around it, with ">" between them. Since Node.js 20.16. */
  readonly fullName?: string;
  /** The test file. Since Node.js 22.6; before, each test file has a process of its own. */
  readonly filePath?: string | undefined;
  /** Whether the test passed, when it has ended. */
  readonly passed?: boolean;
  /** Has a function called when the test has ended. */
  after(hook: () => void): void;
}

const matchers = new Matchers({
  silent: 'none is written where CI is set',
  write: 'run the test without CI, or with UPDATE_SNAPSHOTS=1',
  accept: 'run the test with UPDATE_SNAPSHOTS=1 (or, since Node.js 22.3, node --test --test-update-snapshots)',
});

/** The tests that asked for labels, by file and name, in the order in which they did. */
const known = new Map<string, NodeTest[]>();
const ended = new Map<string, Ended[]>();

process.on('exit', () => {
  for (const line of matchers.finish((path) => ({ tests: ended.get(path) ?? [], all: false }))) console.info(line);
});

/**
 * Compares a PNG of a label, pixel by pixel, with the one in `__label_snapshots__/` beside the test file. A new one is
 * written, unless the environment has `CI`; `UPDATE_SNAPSHOTS=1`, or `--test-update-snapshots`, accepts what changed.
 * @param t what the test's function is given
 * @param png the bytes of the PNG
 * @param options the baseline's name, or options
 * @throws {AssertionError} saying in words what changed
 * @example
 * import test from 'node:test';
 * import { openSimulator } from 'esl-simulator';
 * import { matchLabelSnapshot } from 'esl-simulator/node';
 *
 * test('milk', async (t) => {
 *   const simulator = await openSimulator();
 *   const { png } = simulator.render({ product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' });
 *   matchLabelSnapshot(t, png);
 * });
 */
export function matchLabelSnapshot(t: NodeTest, png: Uint8Array, options?: string | SnapshotOptions): void {
  orFail(matchers.one(png, options, asked(t)), matchLabelSnapshot);
}

/**
 * Draws the fields of a label on many panels, and compares each with its baseline, as {@link matchLabelSnapshot} does.
 * @param devices the ids of the panels
 * @throws {AssertionError} saying of each panel in words what changed
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
  orFail(await matchers.many(fields, devices, options, asked(t)), matchLabelSnapshots);
}

function orFail({ pass, message }: Matched, matcher: (...args: never[]) => unknown): void {
  if (!pass) throw new AssertionError({ message: message(), operator: matcher.name, stackStartFn: matcher });
}

function asked(t: NodeTest): Asked {
  const { fullName, filePath = process.argv[1] } = t;
  if (!fullName || !filePath)
    throw new Error(
      'Expected the context of a test of node:test (Node.js 20.16 or later) for t but received one without fullName',
    );
  const testPath = filePath + nodeSuffix;
  const testName = fullName.replaceAll(' > ', ' ');
  const key = `${testPath}\0${testName}`;
  const same = known.get(key) ?? [];
  known.set(key, same);
  if (!same.includes(t)) {
    same.push(t);
    const ordinal = same.length;
    t.after(() => {
      ended.set(testPath, [...(ended.get(testPath) ?? []), { testName, ordinal, passed: t.passed === true }]);
    });
  }
  const asker = { testPath, testName, ordinal: same.indexOf(t) + 1, attempt: [t] };
  const { CI, UPDATE_SNAPSHOTS } = process.env;
  const all = isSet(UPDATE_SNAPSHOTS) || process.execArgv.includes('--test-update-snapshots');
  return { asker, writing: all ? 'all' : isSet(CI) ? 'none' : 'new' };
}
