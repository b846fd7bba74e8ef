import type { Finding, Warning } from '../../../../renderer/index.js';
import { warningGrades } from '../../../../renderer/warnings.js';
import type { RowProblem } from '../../../batch/rows/problem.js';
import type { FieldProblem } from '../../../fields/field-problem.js';
import type { FileRow } from '../../state/wall/table.js';
import { language, textOf, texts } from '../../texts/index.js';
import { push } from '../bulk.js';
import { fieldName, namedProblem, refusalWords } from '../words.js';
import { file } from './file.js';
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

export function findingsOf({ outcome }: Item): readonly Finding[] {
  const now = outcome.value;
  return now?.kind === 'drawn' ? (now.answer.findings ?? []) : [];
}

/** The number of labels by severity, in words; empty: no problems. */
export function counted(items: readonly Item[]): string {
  const counts = { failed: 0, cut: 0, other: 0, smaller: 0, none: 0 };
  for (const item of items) counts[severityOf(item)]++;
  return (['failed', 'cut', 'other', 'smaller'] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => texts.value.wall.counted[severity]({ count: counts[severity] }))
    .join(', ');
}

export function warningSummary(warnings: readonly Warning[]): string {
  const said = warnings.map(
    ({ code, field, message }) => textOf(texts.value.wall.became, code, { field: fieldName(field) }) ?? message,
  );
  return [...new Set(said)].join(', ');
}

export function problemsOf(item: Item): readonly string[] {
  if (item.fault) return faultWords(item.fault);
  const now = item.outcome.value;
  if (now?.kind !== 'refused') return [];
  return now.error ? refusalWords(now.error, language.value) : [];
}

/** The items by their problems, the most frequent first. */
export function causesOf(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const causes = new Map<string, Item[]>();
  for (const item of items) for (const problem of problemsOf(item)) push(causes, problem, item);
  return new Map([...causes].sort(([, a], [, b]) => b.length - a.length));
}

function faultWords(row: FileRow): readonly string[] {
  const words = texts.value.wall;
  if (!('fault' in row)) return [];
  if (row.fault === 'columns') return [words.wrongColumns({ expected: row.expected, received: row.received })];
  return row.fault === 'cells' ? row.problems.map(cellWords) : [words.faults[row.fault]];
}

/** A cell that is no value: an error of a spreadsheet, or no price. */
function cellWords(problem: RowProblem): string {
  const words = texts.value.wall;
  const { field, received = '' } = problem;
  if (received.startsWith('#')) return `${fieldName(field)}: ${words.cellError({ error: received })}`;
  if (received.startsWith('of a formula')) return `${fieldName(field)}: ${words.uncalculated}`;
  return namedProblem(problem as FieldProblem, file.peek()?.read.decimal === 'comma' ? 'de' : 'en');
}
