import { unitPriceShares } from '../../lint-sets.js';
import type { LintRule } from '../rule.js';
import { digitHeight, unitPriceShare } from './heights.js';
import { sources } from './sources.js';

/** In mm, of a price and of a unit price on digital labels; up to the former, the share does not count. */
const [priceLeast, unitPriceLeast] = [8, 3.5];

/** Austria. */
export const atRules: readonly LintRule[] = [
  {
    code: 'AT_PRICE_HEIGHT',
    grade: 'warning',
    laws: [{ set: 'at', law: 'PrAG, § 4 (1a)', source: sources.at, since: '2025-12-30' }],
    assumed: '"Schriftgröße" is the height of a digit, which the law does not define',
    mend: 'Give the price more room, or take a larger panel.',
    unknown: 'Prices below that height may still be legible: the law only presumes it from there on.',
    check: digitHeight('price', priceLeast),
  },
  {
    code: 'AT_UNIT_PRICE_HEIGHT',
    grade: 'error',
    laws: [{ set: 'at', law: 'PrAG, § 4 (1a)', source: sources.at, since: '2025-12-30' }],
    assumed: '"Schriftgröße" is the height of a digit, which the law does not define',
    mend: 'Give the unit price more room or a larger size, or take a larger panel.',
    check: digitHeight('unit price', unitPriceLeast),
  },
  {
    code: 'AT_UNIT_PRICE_RATIO',
    grade: 'error',
    laws: [{ set: 'at', law: 'PrAG, § 4 (1a)', source: sources.at, since: '2025-12-30' }],
    assumed: '"Schriftgröße" is the height of a digit, which the law does not define',
    mend: 'Make the unit price larger, or the price smaller: at most twice the unit price.',
    check: unitPriceShare(unitPriceShares.at, priceLeast),
  },
];
