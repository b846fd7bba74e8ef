import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pngFiles } from '../files/png-files.js';

export interface LabelPair {
  /** The path within its folder. */
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
  /** `missing`: no actual file; `extra`: no expected file. */
  readonly alone?: 'missing' | 'extra';
}

/** The pairs of two files or two folders; `mixed`: one of each. */
type Pairs = { readonly kind: 'files' | 'folders'; readonly pairs: readonly LabelPair[] } | { readonly kind: 'mixed' };

/** Pairs two PNGs, or the PNGs of two folders by path. @throws file system errors */
export function findPairs(expected: string, actual: string): Pairs {
  const folders = [expected, actual].filter((path) => statSync(path).isDirectory()).length;
  if (folders === 1) return { kind: 'mixed' };
  if (folders === 0) return { kind: 'files', pairs: [{ name: basename(expected), expected, actual }] };
  const [before, after] = [new Set(pngFiles(expected)), new Set(pngFiles(actual))];
  const pairs = [...new Set([...before, ...after])].sort().map((name): LabelPair => {
    const pair = { name, expected: join(expected, name), actual: join(actual, name) };
    if (!after.has(name)) return { ...pair, alone: 'missing' };
    return before.has(name) ? pair : { ...pair, alone: 'extra' };
  });
  return { kind: 'folders', pairs };
}
