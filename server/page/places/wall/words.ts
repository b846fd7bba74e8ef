import type { Finding, Warning } from '../../../../renderer/index.js';
import { warningGrades } from '../../../../renderer/warnings.js';
import type { FileRow } from '../../state/wall/csv.js';
import type { Texts } from '../../texts/en.js';
import { language } from '../../texts/index.js';
import { nameOfData } from '../../texts/server-words.js';
import { refusalWords } from '../words.js';
import type { Item } from './items.js';

/** The worst problem of a label; none: no problem, or no answer yet. */
export type Severity = 'failed' | 'cut' | 'other' | 'smaller' | 'none';

const worst: readonly Severity[] = ['cut', 'other', 'smaller'];

export function severityOf({ outcome }: Item): Severity {
  const now = outcome.value;
  if (now === null) return 'none';
  if (now.kind === 'refused') return 'failed';
  const grades = now.answer.warnings.map(({ code }) => warningGrades[code]).filter((grade) => grade !== 'harmless');
  const own = grades.map((grade): Severity => (grade === 'cut' || grade === 'smaller' ? grade : 'other'));
  return worst.find((severity) => own.includes(severity)) ?? 'none';
}

/** What the rules of the wall found on a label. */
export function findingsOf({ outcome }: Item): readonly Finding[] {
  const now = outcome.value;
  return now?.kind === 'drawn' ? (now.answer.findings ?? []) : [];
}

/** The number of labels by severity, in words; empty: no problems. */
export function counted(items: readonly Item[], words: Texts['wall']): string {
  const counts = { failed: 0, cut: 0, other: 0, smaller: 0, none: 0 };
  for (const item of items) counts[severityOf(item)]++;
  return (['failed', 'cut', 'other', 'smaller'] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => words.counted[severity](counts[severity]))
    .join(', ');
}

/** The warnings of a label in a few words. */
export function warningSummary(warnings: readonly Warning[], words: Texts['wall']): string {
  const said = warnings.map(({ code, field, message }) => words.became[code]?.(fieldWord(field, words)) ?? message);
  return [...new Set(said)].join(', ');
}

/** The name of a field in words: "data.valid_until" → "Valid until". */
function fieldWord(field: string, words: Texts['wall']): string {
  return words.fields[field] ?? nameOfData(field.replace(/^data\./, '').replace(/\..*$/, ''));
}

/** The problems of a label. */
export function problemsOf(item: Item, words: Texts['wall']): readonly string[] {
  if (item.fault) return [faultWords(item.fault, words)];
  const now = item.outcome.value;
  if (now?.kind !== 'refused') return [];
  return now.error ? refusalWords(now.error, language.value) : [];
}

function faultWords(row: FileRow, words: Texts['wall']): string {
  if (!('fault' in row)) return '';
  return row.fault === 'columns' ? words.wrongColumns(row.expected, row.received) : words.faults[row.fault];
}
