import { types } from 'node:util';
import { checkSnapshot, type Writing } from './check.js';

/** What jest and vitest alike tell a matcher. */
export interface MatcherContext {
  readonly isNot?: boolean;
  readonly testPath?: string | undefined;
  readonly currentTestName?: string | undefined;
  /** Expectations of the test so far; a test that is tried again begins anew. */
  readonly assertionCalls: number;
  /** The runner's own snapshots: it says what `--ci` and `-u` mean for ours. */
  readonly snapshotState?: unknown;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

const modes: readonly unknown[] = ['none', 'new', 'all'] satisfies Writing[];

/** Makes the matcher for a test file. It counts the labels of each test. */
export function createMatcher() {
  const counts = new Map<string, { n: number; assertions: number }>();

  return function toMatchLabelSnapshot(this: MatcherContext, received: unknown): MatcherResult {
    const { testPath, currentTestName: testName, assertionCalls } = this;
    if (this.isNot) throw new Error('Expected no "not" before toMatchLabelSnapshot');
    if (!types.isUint8Array(received))
      throw new Error(`Expected the bytes of a PNG for toMatchLabelSnapshot but received ${kindOf(received)}`);
    if (!testPath || !testName) throw new Error('Expected toMatchLabelSnapshot within a test');
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
  if (!modes.includes(mode)) throw new Error('Expected jest or vitest to say whether snapshots may be written');
  return mode as Writing;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
