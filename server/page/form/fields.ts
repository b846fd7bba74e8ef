import type { Warning } from '../../../renderer/index.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import { say } from '../dom.js';

/** An input or a list, and the place below it for messages about it. */
export interface Field {
  readonly input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  readonly message: HTMLElement;
}

/** Fields that say what is wrong with them. */
export interface Fields {
  /** Shows each problem at its field, clears the other fields, and returns the problems of no field here. */
  complain(problems: readonly FieldProblem[]): readonly FieldProblem[];
  /** The same for warnings: then nothing is wrong. */
  remark(warnings: readonly Warning[]): readonly Warning[];
}

/** @param fields By the names that problems and warnings have. */
export function createFields(fields: () => ReadonlyMap<string, Field>): Fields {
  return {
    complain: (problems) => sayAt(fields(), problems, true),
    remark: (warnings) => sayAt(fields(), warnings, false),
  };
}

function sayAt<T extends FieldProblem | Warning>(
  fields: ReadonlyMap<string, Field>,
  said: readonly T[],
  wrong: boolean,
): readonly T[] {
  for (const [name, { input, message: place }] of fields) {
    const own = said.filter(({ field }) => isAt(name, field));
    const words = own.map(({ message }) => `${message}.`.replace(/\.\.$/, '.'));
    if (wrong && words.length > 0) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    place.classList.toggle('error', wrong);
    say(place, words.join(' '));
  }
  return said.filter(({ field }) => ![...fields.keys()].some((name) => isAt(name, field)));
}

/** Whether a field is this one, or in it: "data.rows.0.price" is in the list "data.rows". */
function isAt(name: string, field: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

/** Moves the focus to the first field on the page that is wrong. */
export function focusFirstError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
