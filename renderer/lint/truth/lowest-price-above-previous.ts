import type { LintRule } from '../rule.js';
import { above } from '../contents/compare.js';

export const lowestPriceAbovePrevious: LintRule = {
  code: 'LOWEST_PRICE_ABOVE_PREVIOUS',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.lowest_price'],
  mend: 'Check both: the previous price was one of the last 30 days.',
  check: above('data.lowest_price', 'data.previous_price', 'the previous price'),
};
