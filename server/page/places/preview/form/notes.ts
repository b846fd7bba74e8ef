import type { FieldProblem } from '../../../../fields/field-problem.js';
import type { ApiError } from '../../../api/request.js';
import type { FieldNote } from '../../../parts/controls/index.js';
import { decimalSign, typedPrice } from '../../../state/decimals.js';
import { texts } from '../../../texts/index.js';
import { warningWords } from '../../words.js';
import { drawn, problem, state } from '../model.js';

/** The problems of a field or, if the server refuses nothing, its warnings with the numbers at their boxes. */
export function notesFor(name: string): readonly FieldNote[] {
  return notesWhere((field) => isAt(name, field));
}

/** The notes on all other fields. */
export function notesExcept(names: readonly string[]): readonly FieldNote[] {
  return notesWhere((field) => !names.some((name) => isAt(name, field)));
}

function notesWhere(isMeant: (field: string) => boolean): readonly FieldNote[] {
  if (problem.value)
    return problem.value.problems.filter(({ field }) => isMeant(field)).map((each) => ({ words: problemWords(each) }));
  const warnings = drawn.value?.answer.warnings ?? [];
  return warnings.flatMap((warning, i) =>
    isMeant(warning.field) ? [{ words: warningWords(warning), mark: i + 1 }] : [],
  );
}

/** Whether a path is a field or inside it: "data.rows.0.price" is in "data.rows". */
function isAt(name: string, field: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

/** A problem in words, with advice; the server's message if no words are known. */
export function problemWords({ reason, field, message, example = '' }: FieldProblem): string {
  const words = texts.value.preview;
  const { locale } = state.value;
  const isPrice = /(?:^|\.|_)price$/.test(field);
  if (reason === 'format' && isPrice) return words.decimals(decimalSign(locale));
  const most = /at most (\d+)/.exec(message)?.[1] ?? '';
  return words.problems[reason]?.(isPrice ? typedPrice(example, locale) : example, most) ?? sentence(message);
}

/** The problem of the whole request; empty: unknown. */
export function errorWords({ problem: body, message }: ApiError): string {
  return (body && texts.value.preview.errors[body.code]) ?? (message && sentence(message));
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
