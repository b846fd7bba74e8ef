import { priceIn } from '../../contents/compare.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

const since = '2022-05-28';

export const lowestPriceMissing: LintRule = {
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
};
