import { fieldOf } from '../../layout/template.js';
import { textIn } from '../../content.js';
import { type RuleFault, type LintRule, none } from '../rule.js';

/** Fields of `data` that say what another field says. */
const twins: readonly (readonly [name: string, field: string])[] = [
  ['price', 'price'],
  ['product_name', 'product_name'],
  ['unit', 'unit'],
  ['sku', 'sku'],
  ['date', 'date'],
  ['discount', 'discount'],
  ['savings', 'savings'],
  ['unit_price_unit', 'data.unit_quantity'],
];

export const fieldTwice: LintRule = {
  code: 'FIELD_TWICE',
  grade: 'error',
  laws: [{ set: 'truth' }],
  mend: 'Send the value once, or the same value twice.',
  check({ content, shown }) {
    return twins.flatMap(([name, other]): readonly RuleFault[] => {
      const field = `data.${name}`;
      if (!shown.has(field) || !shown.has(other)) return none;
      const [value, otherValue] = [textIn(content.data, name), fieldOf(content, other)];
      if (value === undefined || otherValue === '') return none;
      if (plain(value) === plain(otherValue)) return none;
      const message = `${field} is "${value}", but ${other} is "${otherValue}", and the label shows both`;
      return [{ message, wanted: `"${otherValue}"`, drawn: `"${value}"`, fields: [field, other] }];
    });
  },
};

function plain(value: string): string {
  return value.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}
