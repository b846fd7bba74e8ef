import { unitPriceShares } from '../../lint-sets.js';
import type { LintRule } from '../rule.js';
import { unitPriceShare } from './heights.js';
import { sources } from './sources.js';

export const nzUnitPriceRatio: LintRule = {
  code: 'NZ_UNIT_PRICE_RATIO',
  grade: 'error',
  laws: [
    { set: 'nz', law: 'Unit Pricing for Grocery Products Regulations 2023', source: sources.nz, since: '2024-08-31' },
  ],
  assumed: 'the sizes of fonts compare as the heights of their digits',
  mend: 'Make the unit price larger: at least a quarter of the price.',
  check: unitPriceShare(unitPriceShares.nz),
};
