import type { LintRule } from '../../rule.js';
import { priceHeight } from '../heights.js';
import { sources } from '../sources.js';

/** In mm. */
export const least = 8;

export const atPriceHeight: LintRule = {
  code: 'AT_PRICE_HEIGHT',
  grade: 'warning',
  laws: [{ set: 'at', law: 'PrAG, § 4 (1a)', source: sources.at, since: '2025-12-30' }],
  assumed: '"Schriftgröße" is the height of a digit, which the law does not define',
  mend: 'Give the price more room, or take a larger panel.',
  unknown: 'Prices below that height may still be legible: the law only presumes it from there on.',
  check: priceHeight(least),
};
