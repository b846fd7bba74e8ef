import type { LintRule } from '../../rule.js';
import { unitPriceHeight } from '../heights.js';
import { sources } from '../sources.js';

/** In mm, on digital labels. */
const least = 3.5;

export const atUnitPriceHeight: LintRule = {
  code: 'AT_UNIT_PRICE_HEIGHT',
  grade: 'error',
  laws: [{ set: 'at', law: 'PrAG, § 4 (1a)', source: sources.at, since: '2025-12-30' }],
  assumed: '"Schriftgröße" is the height of a digit, which the law does not define',
  mend: 'Give the unit price more room or a larger size, or take a larger panel.',
  check: unitPriceHeight(least),
};
