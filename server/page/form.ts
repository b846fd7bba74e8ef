import type { FieldError, Update, Warning } from './api.js';
import { element, say } from './dom.js';

const names = ['product_name', 'price', 'unit'] as const;
type Name = (typeof names)[number];

interface Field {
  readonly input: HTMLInputElement;
  readonly says: HTMLElement;
}

export interface Form {
  values(): Update;
  fill(update: Update): void;
  /** Puts each error at its field, clears the others, and returns those that belong to no field here. */
  complain(errors: readonly FieldError[]): readonly FieldError[];
  /** The same for warnings; there are no errors then. */
  remark(warnings: readonly Warning[]): readonly Warning[];
  focusFirstError(): void;
}

/** The three fields of an update, and what there is to say about each. */
export function createForm(): Form {
  const fieldOf = (name: Name): Field => ({
    input: element(name, HTMLInputElement),
    says: element(`${name}-says`, HTMLParagraphElement),
  });
  const fields = { product_name: fieldOf('product_name'), price: fieldOf('price'), unit: fieldOf('unit') };

  const speak = <T extends FieldError>(said: readonly T[], wrong: boolean): readonly T[] => {
    for (const name of names) {
      const { input, says } = fields[name];
      const words = said
        .filter(({ field }) => field === name)
        .map(({ message }) => `${message}.`.replace(/\.\.$/, '.'));
      if (wrong && words.length > 0) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
      says.classList.toggle('error', wrong);
      say(says, words.join(' '));
    }
    return said.filter(({ field }) => !names.some((name) => name === field));
  };

  return {
    values: () => ({
      product_name: fields.product_name.input.value,
      price: fields.price.input.value,
      unit: fields.unit.input.value,
    }),
    fill(update) {
      for (const name of names) fields[name].input.value = update[name];
    },
    complain: (errors) => speak(errors, true),
    remark: (warnings) => speak(warnings, false),
    focusFirstError() {
      names
        .map((name) => fields[name].input)
        .find((input) => input.ariaInvalid === 'true')
        ?.focus();
    },
  };
}
