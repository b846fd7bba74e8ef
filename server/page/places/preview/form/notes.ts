import type { Warning } from '../../../../../renderer/index.js';
import type { FieldProblem } from '../../../../fields/field-problem.js';
import type { ApiError } from '../../../api/request.js';
import type { FieldNote } from '../../../parts/controls/index.js';
import { decimalSign, typedPrice } from '../../../state/decimals.js';
import type { Texts } from '../../../texts/en.js';
import { texts } from '../../../texts/index.js';
import { drawn, problem, state } from '../model.js';

/** A warning with the number at its box and field. */
export interface Numbered {
  readonly number: number;
  readonly warning: Warning;
}

export function numbered(warnings: readonly Warning[]): readonly Numbered[] {
  return warnings.map((warning, i) => ({ number: i + 1, warning }));
}

/** Whether a path is a field or inside it: "data.rows.0.price" is in "data.rows". */
function isAt(name: string, field: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

/** The problems of a field or, if there are none, its warnings. */
export function notesAt(
  name: string,
  error: ApiError | null,
  warnings: readonly Numbered[],
  locale: string,
  { preview: words }: Texts,
): readonly FieldNote[] {
  const wrong = (error?.problems ?? []).filter(({ field }) => isAt(name, field));
  if (wrong.length > 0) return wrong.map((problem) => ({ words: problemWords(problem, locale, words) }));
  if (error) return [];
  return warnings
    .filter(({ warning }) => isAt(name, warning.field))
    .map(({ number, warning }) => ({ words: warningWords(warning, words), mark: number }));
}

/** A problem in words, with advice; the server's message if no words are known. */
export function problemWords(problem: FieldProblem, locale: string, words: Texts['preview']): string {
  const { reason, field, message, example = '' } = problem;
  const isPrice = /(?:^|\.|_)price$/.test(field);
  if (reason === 'format' && isPrice) return words.decimals(decimalSign(locale));
  const most = /at most (\d+)/.exec(message)?.[1] ?? '';
  return words.problems[reason]?.(isPrice ? typedPrice(example, locale) : example, most) ?? sentence(message);
}

/** The problem of the whole request; empty: unknown. */
export function errorWords({ problem, message }: ApiError, words: Texts['preview']): string {
  return (problem && words.errors[problem.code]) ?? (message && sentence(message));
}

/** A warning in words, with advice. */
export function warningWords(warning: Warning, words: Texts['preview']): string {
  return words.warnings[warning.code](warning.shown ?? '');
}

export function isElsewhere(field: string, names: readonly string[]): boolean {
  return !names.some((name) => isAt(name, field));
}

export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export function notesFor(name: string): readonly FieldNote[] {
  return notesAt(name, problem.value, numbered(drawn.value?.answer.warnings ?? []), state.value.locale, texts.value);
}
