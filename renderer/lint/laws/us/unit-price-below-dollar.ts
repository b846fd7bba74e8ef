import { cents } from '../../../computed/arithmetic.js';
import { fieldOf } from '../../../layout/template.js';
import { boxShowing, unitPriceFields } from '../../label.js';
import { type RuleFault, type LintLabel, type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

/** Finds a unit price below a dollar. */
function belowDollar(label: LintLabel, wantedOf: (amount: number) => string): readonly RuleFault[] {
  const { content } = label;
  const amount = cents(fieldOf(content, 'unit_price'));
  if (content.currency !== 'USD' || !(amount < 100)) return none;
  const [wanted, drawn] = [wantedOf(amount), label.price((amount / 100).toFixed(2))];
  const box = boxShowing(label, unitPriceFields);
  const message = `The unit price, ${drawn}, is below a dollar`;
  return [{ message, wanted, drawn, fields: ['unit_price'], boxes: box ? [box] : [] }];
}

export const ctUnitPriceDigits: LintRule = {
  code: 'CT_UNIT_PRICE_DIGITS',
  grade: 'warning',
  laws: [{ set: 'us-ct', law: 'Regs. Conn. State Agencies 21a-75-4', source: sources['us-ct'] }],
  shows: unitPriceFields,
  assumed: 'three digits are tenths of a cent, which prices here do not have',
  mend: 'Take a larger quantity for the unit price, such as the gallon or the pound.',
  check: (label) => belowDollar(label, (amount) => `three digits: ${amount}.0 ¢`),
};

export const njUnitPriceCents: LintRule = {
  code: 'NJ_UNIT_PRICE_CENTS',
  grade: 'error',
  laws: [{ set: 'us-nj', law: 'N.J.A.C. 13:45A-14.6', source: sources['us-nj'] }],
  shows: unitPriceFields,
  mend: 'Take a larger quantity for the unit price, or write the cents as a text of the layout.',
  check: (label) => belowDollar(label, (amount) => `in cents: ${amount} ¢`),
};
