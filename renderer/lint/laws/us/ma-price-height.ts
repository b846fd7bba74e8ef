import type { LintRule } from '../../rule.js';
import { priceHeight } from '../heights.js';
import { sources } from '../sources.js';

/** Half an inch, in mm. */
const least = 12.7;

export const maPriceHeight: LintRule = {
  code: 'MA_PRICE_HEIGHT',
  grade: 'error',
  laws: [{ set: 'us-ma', law: '202 CMR 7.06', source: sources['us-ma'] }],
  assumed: 'that the shop has scanners instead of prices on goods',
  mend: 'Give the price more room, or take a larger panel.',
  check: priceHeight(least),
};
