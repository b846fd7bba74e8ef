import type { FieldError } from '../api.js';
import { say } from '../dom.js';

/** An input, or a list, with a place below for what there is to say about it. */
export interface Field {
  readonly input: HTMLInputElement | HTMLSelectElement;
  readonly says: HTMLElement;
}

/** Puts what is said at its fields, clears the others, and returns what belongs to no field of these. */
export function sayAt<T extends FieldError>(
  fields: ReadonlyMap<string, Field>,
  said: readonly T[],
  wrong: boolean,
): readonly T[] {
  for (const [name, { input, says }] of fields) {
    const words = said.filter(({ field }) => field === name).map(({ message }) => `${message}.`.replace(/\.\.$/, '.'));
    if (wrong && words.length > 0) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    says.classList.toggle('error', wrong);
    say(says, words.join(' '));
  }
  return said.filter(({ field }) => !fields.has(field));
}

/** Brings the person to the first field that is wrong, wherever on the page. */
export function focusFirstError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
