import type { LintRule } from '../rule.js';
import { below } from '../contents/compare.js';

export const lowestPriceBelowPrice: LintRule = {
  code: 'LOWEST_PRICE_BELOW_PRICE',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.lowest_price'],
  mend: 'Check both: a price above the lowest one of 30 days is no reduction.',
  check: below('data.lowest_price'),
};
