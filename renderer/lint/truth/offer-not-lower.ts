import type { WarningRule } from '../rule.js';
import { notAbove } from '../contents/compare.js';

export const offerNotLower: WarningRule = {
  code: 'OFFER_NOT_LOWER',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.previous_price'],
  mend: 'Send a previous price above the price, or use a layout without one.',
  check: notAbove('data.previous_price'),
};
