import { unitPriceFields } from '../../label.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

export const unitPriceMissing: LintRule = {
  code: 'UNIT_PRICE_MISSING',
  grade: 'error',
  laws: [
    { set: 'eu', law: '98/6/EC, Art. 3', source: sources.eu, since: '2000-03-18' },
    { set: 'at', law: 'PrAG, § 10a', source: sources.at },
    { set: 'de', law: 'PAngV, § 4', source: sources.de, since: '2022-05-28' },
    { set: 'fr', law: 'Arrêté du 16 novembre 1999', source: sources.fr },
    { set: 'uk', law: 'Price Marking Order 2004, art. 5', source: sources.uk },
    { set: 'nz', law: 'Unit Pricing for Grocery Products Regulations 2023', source: sources.nz, since: '2024-08-31' },
    { set: 'au', law: 'Unit Pricing Code', source: sources.au },
    { set: 'us-ct', law: 'Regs. Conn. State Agencies 21a-75', source: sources['us-ct'] },
    { set: 'us-nj', law: 'N.J.A.C. 13:45A-14', source: sources['us-nj'] },
    { set: 'us-ma', law: '202 CMR 5.03', source: sources['us-ma'] },
  ],
  shows: ['price', 'data.member_price', 'data.offer_price'],
  assumed: 'that the product and the shop are not exempt: small shops and some products are',
  mend: 'Take a layout that shows {unit_price}, and send a unit that can be read, such as 500 g.',
  unknown: 'Whether the product or the shop is exempt; quantities such as "each" have no unit price.',
  check({ content, shown, sold }) {
    if (unitPriceFields.some((field) => shown.has(field))) return none;
    if (!sold || sold.measure === 'pieces' || isOne(sold)) return none;
    const message = `${content.unit} is sold without the price of 1 ${sold.sign}`;
    return [{ message, wanted: `the price of 1 ${sold.sign}`, drawn: 'none', fields: ['unit_price'] }];
  },
};

/** Whether a quantity is one base unit, whose unit price is the price. */
function isOne({ count, power }: { readonly count: bigint; readonly power: number }): boolean {
  return count === 10n ** BigInt(-power);
}
