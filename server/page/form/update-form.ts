import type { Update } from '../../../renderer/index.js';
import { element } from '../dom.js';
import { type Field, type Fields, createFields } from './fields.js';

const names = ['product_name', 'price', 'unit'] as const;
type Name = (typeof names)[number];

export interface UpdateForm extends Fields {
  values(): Update;
  fill(update: Update): void;
}

/** The three fields of an update. */
export function createUpdateForm(): UpdateForm {
  const inputOf = (name: Name) => element(name, HTMLInputElement);
  const inputs = { product_name: inputOf('product_name'), price: inputOf('price'), unit: inputOf('unit') };
  const fields = new Map<string, Field>(
    names.map((name) => [name, { input: inputs[name], message: element(`${name}-message`, HTMLParagraphElement) }]),
  );
  return {
    ...createFields(() => fields),
    values: () => ({
      product_name: inputs.product_name.value,
      price: inputs.price.value,
      unit: inputs.unit.value,
    }),
    fill(update) {
      for (const name of names) inputs[name].value = update[name];
    },
  };
}
