import type { Result } from './compare-pair.js';

/** What differs, a sentence for each thing; empty for what is missing, extra or the same. */
export function wordsOf(result: Result): readonly string[] {
  if (result.outcome === 'differs') return result.difference.words;
  return result.outcome === 'broken' ? [result.message] : [];
}

/** The results that are not "same" of each kind: "2 differ, 1 missing". */
export function countsInWords(results: readonly Result[]): string {
  const list = (['differs', 'missing', 'extra', 'broken'] as const).flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome === 'differs' && count > 1 ? 'differ' : outcome}`];
  });
  return list.join(', ');
}

/** A word as a POSIX shell reads it back. */
export function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
