import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { comparePngs, type Comparison, PictureError } from '../../renderer/compare/index.js';
import { pngFiles } from '../files/png-files.js';

/** An expected label and the actual one. */
interface Pair {
  /** The path within its folder. */
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

/** The result for a pair. `missing`: there is no actual file; `extra`: no expected one; `broken`: one is not a PNG. */
export type Result = Pair &
  (
    | { readonly outcome: 'same' | 'missing' | 'extra' }
    | { readonly outcome: 'broken'; readonly message: string }
    | { readonly outcome: 'differs'; readonly difference: Extract<Comparison, { match: false }> }
  );

/** The pairs in two files or two folders; `mixed`: one of each. */
export type Pairs =
  | {
      readonly kind: 'files' | 'folders';
      readonly pairs: readonly (Pair & { readonly outcome?: 'missing' | 'extra' })[];
    }
  | { readonly kind: 'mixed' };

/** Pairs two PNGs, or the PNGs of two folders by path. @throws when one of them can't be read */
export function findPairs(expected: string, actual: string): Pairs {
  const folders = [expected, actual].filter((path) => statSync(path).isDirectory()).length;
  if (folders === 1) return { kind: 'mixed' };
  if (folders === 0) return { kind: 'files', pairs: [{ name: basename(expected), expected, actual }] };
  const [before, after] = [new Set(pngFiles(expected)), new Set(pngFiles(actual))];
  const pairs = [...new Set([...before, ...after])].sort().map((name) => {
    const pair = { name, expected: join(expected, name), actual: join(actual, name) };
    if (!after.has(name)) return { ...pair, outcome: 'missing' as const };
    return before.has(name) ? pair : { ...pair, outcome: 'extra' as const };
  });
  return { kind: 'folders', pairs };
}

/** Compares a pair. @throws when a file can't be read */
export function comparePair({ outcome, ...pair }: Pair & { readonly outcome?: 'missing' | 'extra' }): Result {
  if (outcome) return { ...pair, outcome };
  const [expected, actual] = [readFileSync(pair.expected), readFileSync(pair.actual)];
  try {
    const compared = comparePngs(expected, actual);
    return compared.match ? { ...pair, outcome: 'same' } : { ...pair, outcome: 'differs', difference: compared };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { ...pair, outcome: 'broken', message: error.message };
  }
}
