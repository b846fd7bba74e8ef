import type { LintRule } from '../rule.js';
import { notBelow } from '../contents/compare.js';

export const memberPriceNotLower: LintRule = {
  code: 'MEMBER_PRICE_NOT_LOWER',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.member_price'],
  mend: 'Send a member price below the price, or use a layout without one.',
  check: notBelow('data.member_price'),
};
