import type { FieldError, Update, Warning } from '../api.js';
import { element } from '../dom.js';
import { type Field, sayAt } from './fields.js';

const names = ['product_name', 'price', 'unit'] as const;
type Name = (typeof names)[number];

export interface Form {
  values(): Update;
  fill(update: Update): void;
  /** Puts each error at its field, clears the others, and returns those that belong to no field here. */
  complain(errors: readonly FieldError[]): readonly FieldError[];
  /** The same for warnings; there are no errors then. */
  remark(warnings: readonly Warning[]): readonly Warning[];
}

/** The three fields of an update, and what there is to say about each. */
export function createForm(): Form {
  const inputOf = (name: Name) => element(name, HTMLInputElement);
  const inputs = { product_name: inputOf('product_name'), price: inputOf('price'), unit: inputOf('unit') };
  const fields = new Map<string, Field>(
    names.map((name) => [name, { input: inputs[name], says: element(`${name}-says`, HTMLParagraphElement) }]),
  );
  return {
    values: () => ({
      product_name: inputs.product_name.value,
      price: inputs.price.value,
      unit: inputs.unit.value,
    }),
    fill(update) {
      for (const name of names) inputs[name].value = update[name];
    },
    complain: (errors) => sayAt(fields, errors, true),
    remark: (warnings) => sayAt(fields, warnings, false),
  };
}
