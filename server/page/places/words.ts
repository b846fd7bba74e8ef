import type { Warning } from '../../../renderer/index.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import type { PreviewAnswer, ProblemBody } from '../../http/answers.js';
import type { WarningMark } from '../parts/label/label.js';
import { decimalSign, typedPrice } from '../state/decimals.js';
import { listOf, textOf, texts } from '../texts/index.js';
import { nameOfData } from '../texts/server-words.js';

/** The words for the server's codes, reasons and values. Its own English is shown for unknown ones. */

export function warningWords({ code, shown = '' }: Warning): string {
  const words = texts.value.preview;
  const inks = shown.split(' and ').map((name) => textOf(words.inks, name) ?? name);
  return textOf(words.warnings, code, { shown: code === 'INK_UNAVAILABLE' ? listOf(inks) : shown })!;
}

export function marksOf({ warnings, boxes = [] }: PreviewAnswer): readonly WarningMark[] {
  const words = texts.value.preview;
  return warnings.flatMap((warning, i) => {
    const box = boxes.find(({ warnings: own }) => own.includes(i));
    if (!box) return [];
    const number = i + 1;
    return [
      { ...box, number, words: words.warned({ mark: number, message: warningWords(warning) }), field: warning.field },
    ];
  });
}

/** The content of a label, for screen readers. */
export function contentWords({
  product_name,
  price,
  unit,
}: Readonly<Record<'product_name' | 'price' | 'unit', string>>) {
  return `${product_name}, ${price}, ${unit}`;
}

type KnownProblem = Pick<FieldProblem, 'field' | 'reason' | 'message' | 'example'>;

/** A problem in words, with advice. @param locale of the price that it may be about */
export function problemWords({ reason, field, message, example = '' }: KnownProblem, locale: string): string {
  const words = texts.value.preview;
  const isPrice = /(?:^|\.|_)price$/.test(field);
  if (reason === 'format' && isPrice) return words.decimals[decimalSign(locale) === ',' ? 'comma' : 'point'];
  const most = /at most (\d+)/.exec(message)?.[1] ?? '';
  const values = { example: isPrice ? typedPrice(example, locale) : example, most };
  return textOf(words.problems, reason, values) ?? sentence(message);
}

/** The same after the name of the field. */
export function namedProblem(problem: KnownProblem, locale: string): string {
  const said = problemWords(problem, locale);
  const name = fieldName(problem.field);
  return name === '' ? said : `${name}: ${said}`;
}

/** "data.rows.0.price" → "Rows"; empty: the layout, or the request as a whole. */
export function fieldName(field: string): string {
  const known: Readonly<Partial<Record<string, string>>> = texts.value.preview.fieldNames;
  const [, data = ''] = /^data\.([^.]+)/.exec(field) ?? [];
  return known[field] ?? nameOfData(data);
}

export interface RefusedAnswer {
  /** 0: there was no answer. */
  readonly status?: number;
  readonly problem: (Pick<ProblemBody, 'errors'> & Partial<Pick<ProblemBody, 'type' | 'code'>>) | null;
  readonly message: string;
}

/** All problems of a refused request, with their fields. */
export function refusalWords(error: RefusedAnswer, locale: string): readonly string[] {
  const problems = error.problem?.errors ?? [];
  const isListed = problems.length > 0 && wordsOf(error.problem) === undefined;
  return isListed ? problems.map((problem) => namedProblem(problem, locale)) : [errorWords(error)];
}

/** The problem of the whole request; empty: unknown. */
export function errorWords({ status, problem, message }: RefusedAnswer): string {
  if (status === 0) return sentence(texts.value.connection.lost);
  return wordsOf(problem) ?? (message && sentence(message));
}

/** The type is finer than the code; an answer that a proxy made may lack it. */
function wordsOf(problem: RefusedAnswer['problem']): string | undefined {
  const type = problem?.type?.replace('/problems/', '') ?? problem?.code?.toLowerCase().replaceAll('_', '-');
  return textOf(texts.value.preview.errors, type ?? '');
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
