import { unitPriceShares } from '../../../lint-sets.js';
import type { LintRule } from '../../rule.js';
import { unitPriceShare } from '../heights.js';
import { sources } from '../sources.js';

/** In mm: up to this height of the price, the share does not count. */
const from = 8;

export const atUnitPriceRatio: LintRule = {
  code: 'AT_UNIT_PRICE_RATIO',
  grade: 'error',
  laws: [{ set: 'at', law: 'PrAG, § 4 (1a)', source: sources.at, since: '2025-12-30' }],
  assumed: '"Schriftgröße" is the height of a digit, which the law does not define',
  mend: 'Make the unit price larger, or the price smaller: at most twice the unit price.',
  check: unitPriceShare(unitPriceShares.at, from),
};
