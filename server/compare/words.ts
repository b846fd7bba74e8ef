import type { Result } from './compare-pair.js';

/** A sentence per difference; empty for missing, extra and equal labels. */
export function wordsOf(result: Result): readonly string[] {
  if (result.outcome === 'differs') return result.difference.words;
  return result.outcome === 'broken' ? [result.message] : [];
}

/** Counts the results of each kind that are not "same": "2 differ, 1 missing". */
export function countsInWords(results: readonly Result[]): string {
  const list = (['differs', 'missing', 'extra', 'broken'] as const).flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome === 'differs' && count > 1 ? 'differ' : outcome}`];
  });
  return list.join(', ');
}

/** Quotes a word for a POSIX shell. */
export function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
