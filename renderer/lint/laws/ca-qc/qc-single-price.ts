import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

export const qcSinglePrice: LintRule = {
  code: 'QC_SINGLE_PRICE',
  grade: 'error',
  laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
  shows: ['data.offer_price', 'data.pay_quantity'],
  mend: 'Take a layout that shows the price of one beside that of several.',
  check({ shown }) {
    if (shown.has('price')) return none;
    const message = 'The price of several is shown without the price of one';
    return [{ message, wanted: 'the price of one', drawn: 'none', fields: ['price'] }];
  },
};
