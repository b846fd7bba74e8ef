import { priceIn } from '../contents/compare.js';
import { inPercents, percentBelow, promisedPercents } from '../contents/promised.js';
import { unitPriceFields } from '../label.js';
import { type LintRule, none, type RuleFault } from '../rule.js';
import { sources } from './sources.js';

/** Whether a quantity is one base unit, whose unit price is the price. */
function isOne({ count, power }: { readonly count: bigint; readonly power: number }): boolean {
  return count === 10n ** BigInt(-power);
}

const since = '2022-05-28';

const law = 'CJEU C-330/23 on 98/6/EC, Art. 6a';

/** Several laws. */
export const commonRules: readonly LintRule[] = [
  {
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
  },
  {
    code: 'LOWEST_PRICE_MISSING',
    grade: 'error',
    laws: [
      { set: 'eu', law: '98/6/EC, Art. 6a', source: sources.eu, since },
      { set: 'at', law: '98/6/EC, Art. 6a, and PrAG', source: sources.eu, since },
      { set: 'de', law: 'PAngV, § 11', source: sources.de, since },
      { set: 'fr', law: 'Code de la consommation, L. 112-1-1', source: sources.eu, since },
    ],
    shows: ['data.previous_price', 'discount', 'savings'],
    assumed: 'that the goods are not perishable, and not on the market for less than 30 days',
    mend: 'Send data.lowest_price, and take a layout and a panel that show it.',
    unknown: 'Whether the previous price is the lowest one of 30 days: then send it as lowest_price, too.',
    check(label) {
      if (label.shown.has('data.lowest_price')) return none;
      const given = priceIn(label, 'data.lowest_price');
      const drawn = given === undefined ? 'none' : `none: ${label.price(given)} is not shown`;
      const message = 'A reduction is announced without the lowest price of the 30 days before';
      return [{ message, wanted: 'the lowest price of 30 days', drawn, fields: ['data.lowest_price'] }];
    },
  },
  {
    code: 'REDUCTION_FROM_OTHER_PRICE',
    grade: 'error',
    laws: (['eu', 'at', 'de', 'fr'] as const).map((set) => ({ set, law, source: sources.court, since: '2024-09-26' })),
    mend: 'Leave the percentage to the layout’s {discount}, which is measured from data.lowest_price.',
    unknown: 'A percentage in other words than these, or in a picture.',
    check(label) {
      const lowest = priceIn(label, 'data.lowest_price');
      if (lowest === undefined) return none;
      const { price } = label.content;
      const given = percentBelow(price, lowest);
      return promisedPercents(label).flatMap(({ field, percent }): readonly RuleFault[] => {
        if (percent <= given) return none;
        const is = inPercents(given, percent);
        const message = `${field} announces −${percent} %, but ${label.price(price)} is ${is} below ${label.price(lowest)}, the lowest price of 30 days`;
        const fields = [field, 'data.lowest_price'];
        return [{ message, wanted: `at most ${is}`, drawn: `${percent} %`, fields }];
      });
    },
  },
  {
    code: 'NORMAL_PRICE_MISSING',
    grade: 'error',
    laws: [
      { set: 'uk', law: 'Price Marking (Amendment) Order 2024', source: sources.uk, since: '2026-04-06' },
      { set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] },
      { set: 'us-ma', law: '202 CMR 7.06', source: sources['us-ma'] },
    ],
    shows: ['data.member_price'],
    mend: 'Take a layout that shows the price for everybody beside that for members.',
    check({ shown }) {
      if (shown.has('price')) return none;
      const message = 'The price for members is shown without the price for everybody';
      return [{ message, wanted: 'both prices', drawn: 'one price', fields: ['price'] }];
    },
  },
];
