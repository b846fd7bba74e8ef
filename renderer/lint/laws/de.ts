import { readQuantity } from '../../computed/quantity.js';
import { fieldOf } from '../../layout/template.js';
import { unitPriceFields } from '../label.js';
import { type LintRule, none } from '../rule.js';
import { sources } from './sources.js';

/** Fields that name the quantity of the unit price, the one that counts first. */
const named = ['data.unit_quantity', 'data.unit_price_unit', 'unit_price_unit'] as const;

export const deUnitPriceUnit: LintRule = {
  code: 'DE_UNIT_PRICE_UNIT',
  grade: 'error',
  laws: [{ set: 'de', law: 'PAngV, § 5 (1)', source: sources.de, since: '2022-05-28' }],
  shows: unitPriceFields,
  assumed: 'that the goods are packed: for loose goods 100 g may be the unit',
  mend: 'Send the price of 1 kg or 1 l.',
  unknown: 'Whether the goods are loose, or usually sold in 50 kg, 100 l or 100 m and more.',
  check({ content, shown }) {
    const field = named.find((name) => shown.has(name) && fieldOf(content, name) !== '');
    const text = field === undefined ? '' : fieldOf(content, field);
    const of = text === '' ? undefined : readQuantity(text, content.locale);
    if (!of || of.measure === 'pieces' || of.count === 10n ** BigInt(-of.power)) return none;
    const message = `The unit price is that of ${text}`;
    return [{ message, wanted: `that of 1 ${of.sign}`, drawn: text, fields: [field!] }];
  },
};
