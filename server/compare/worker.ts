/** What each thread of a comparison runs: pairs in, results out. */
import { type Compared, comparePair } from './compare-pair.js';
import type { Pair } from './pairs.js';

/** Pairs to compare in one go. */
export interface Block {
  readonly pairs: readonly Pair[];
  readonly pictured: boolean;
}

/** What became of a block; `failure`: a file can't be read, in words, as errors lose their path on the way. */
export type ComparedBlock = { readonly compared: readonly Compared[] } | { readonly failure: string };

export default function compareBlock({ pairs, pictured }: Block): ComparedBlock {
  try {
    return { compared: pairs.map((pair) => comparePair(pair, pictured)) };
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return { failure: message };
  }
}
