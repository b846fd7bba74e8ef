import { InvalidArgumentError, Option } from 'commander';
import { type Diagnostic, diagnosticKinds } from '../../../renderer/index.js';

const grades = ['error', 'warning', 'note'] as const;

/** What ends a command with 66 beside errors: grades, codes of diagnostics, and `ghosts`. */
export const failOn = (): Option =>
  new Option(
    '--fail-on <list>',
    'what ends with 66: error, warning (and errors), note (all), ghosts or codes of diagnostics, by commas; errors always do',
  )
    .argParser(readList)
    .default(['error'], 'error');

function readList(value: string): readonly string[] {
  const words = value.split(',').map((word) => word.trim());
  const known = [...grades, 'ghosts', ...Object.keys(diagnosticKinds)];
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `Expected error, warning, note, ghosts or the code of a diagnostic for "${unknown}".`,
    );
  return words;
}

/** Whether a panel's diagnostics, or ghosts on its glass, are what `--fail-on` names. */
export function isFaulty(list: readonly string[], diagnostics: readonly Diagnostic[], hasGhosts: boolean): boolean {
  const lowest = grades.findLastIndex((grade) => list.includes(grade));
  return (
    (hasGhosts && list.includes('ghosts')) ||
    diagnostics.some(({ code, grade }) => list.includes(code) || grades.indexOf(grade) <= Math.max(lowest, 0))
  );
}

/** " (assumed, with ghosts)", after the seconds of a refresh. */
export function refreshNotes(isAssumed: boolean, hasGhosts: boolean): string {
  const notes = [...(isAssumed ? ['assumed'] : []), ...(hasGhosts ? ['with ghosts'] : [])];
  return notes.length > 0 ? ` (${notes.join(', ')})` : '';
}
