import { types } from 'node:util';
import { checkSnapshot, type Writing } from './check.js';

/** What both jest and vitest tell a matcher. */
export interface MatcherContext {
  readonly isNot?: boolean;
  readonly testPath?: string | undefined;
  readonly currentTestName?: string | undefined;
  /** Expectations of the test so far. A retry of the test counts from the beginning. */
  readonly assertionCalls: number;
  /** The state of the runner's own snapshots, which tells whether it was given `--ci` or `-u`. */
  readonly snapshotState?: unknown;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

const modes: readonly unknown[] = ['none', 'new', 'all'] satisfies Writing[];

/** Makes the matcher for a test file. It numbers the labels of each test. */
export function createMatcher() {
  const counts = new Map<string, { n: number; assertions: number }>();

  return function toMatchLabelSnapshot(this: MatcherContext, received: unknown): MatcherResult {
    const { testPath, currentTestName: testName, assertionCalls } = this;
    if (this.isNot) throw new Error('Expected toMatchLabelSnapshot without .not');
    if (!types.isUint8Array(received))
      throw new Error(`Expected the bytes of a PNG for toMatchLabelSnapshot but received ${kindOf(received)}`);
    if (!testPath || !testName) throw new Error('Expected toMatchLabelSnapshot to be called in a test');
    const key = `${testPath}\0${testName}`;
    const before = counts.get(key);
    const n = before && before.assertions < assertionCalls ? before.n + 1 : 1;
    counts.set(key, { n, assertions: assertionCalls });
    const result = checkSnapshot({ png: received, testPath, testName, n, writing: writingOf(this.snapshotState) });
    return { pass: result.pass, message: () => (result.pass ? '' : result.message) };
  };
}

function writingOf(state: unknown): Writing {
  const mode: unknown =
    typeof state === 'object' && state !== null && '_updateSnapshot' in state && state._updateSnapshot;
  if (!modes.includes(mode)) throw new Error('Expected jest or vitest to tell whether snapshots may be written');
  return mode as Writing;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
