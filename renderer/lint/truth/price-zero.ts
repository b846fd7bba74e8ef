import { cents } from '../../computed/arithmetic.js';
import { type LintRule, none } from '../rule.js';

export const priceZero: LintRule = {
  code: 'PRICE_ZERO',
  grade: 'warning',
  laws: [{ set: 'truth' }],
  shows: ['price'],
  mend: 'Send the price, or use a layout without one.',
  check({ content, price }) {
    if (cents(content.price) !== 0) return none;
    const drawn = price(content.price);
    return [{ message: `The price is ${drawn}`, wanted: `above ${drawn}`, drawn, fields: ['price'] }];
  },
};
