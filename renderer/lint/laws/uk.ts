import { type LintRule, none } from '../rule.js';
import { sources } from './sources.js';

export const ukMemberUnitPrice: LintRule = {
  code: 'UK_MEMBER_UNIT_PRICE',
  grade: 'warning',
  laws: [{ set: 'uk', law: 'Price Marking (Amendment) Order 2024', source: sources.uk, since: '2026-04-06' }],
  shows: ['data.member_price'],
  assumed: 'a price for members needs its unit price, as the order wants it for reduced prices',
  mend: 'Send data.member_unit_price, and take a layout that shows it.',
  check({ shown, sold }) {
    if (shown.has('data.member_unit_price')) return none;
    if (!sold || sold.measure === 'pieces' || sold.count === 10n ** BigInt(-sold.power)) return none;
    const message = `The price for members is shown without its price of 1 ${sold.sign}`;
    return [{ message, wanted: `the price of 1 ${sold.sign}`, drawn: 'none', fields: ['data.member_unit_price'] }];
  },
};
