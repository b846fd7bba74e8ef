/** A thread of a comparison: pairs in, results out. */
import { type Compared, comparePair } from './compare-pair.js';
import type { LabelPair } from './pairs.js';

export interface PairBlock {
  readonly pairs: readonly LabelPair[];
  readonly pictured: boolean;
}

/** `failure`: the message of a file that can't be read. Errors lose their path between threads. */
export type ComparedBlock = { readonly compared: readonly Compared[] } | { readonly failure: string };

export default function compareBlock({ pairs, pictured }: PairBlock): ComparedBlock {
  try {
    return { compared: pairs.map((pair) => comparePair(pair, pictured)) };
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return { failure: message };
  }
}
