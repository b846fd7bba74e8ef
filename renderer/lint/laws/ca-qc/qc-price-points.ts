import type { LintRule } from '../../rule.js';
import { priceHeight } from '../heights.js';
import { sources } from '../sources.js';
import { inDigits } from './points.js';

const least = 28;

export const qcPricePoints: LintRule = {
  code: 'QC_PRICE_POINTS',
  grade: 'error',
  laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
  assumed: 'digits of 28-point type are 0.7 of it high: 6.9 mm',
  mend: 'Give the price more room, or take a larger panel.',
  unknown: 'Whether the face is bold enough.',
  check: priceHeight(inDigits(least)),
};
