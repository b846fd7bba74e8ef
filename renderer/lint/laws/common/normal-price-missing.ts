import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

export const normalPriceMissing: LintRule = {
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
};
