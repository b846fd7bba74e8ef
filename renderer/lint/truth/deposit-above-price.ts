import type { LintRule } from '../rule.js';
import { above } from '../contents/compare.js';

export const depositAbovePrice: LintRule = {
  code: 'DEPOSIT_ABOVE_PRICE',
  grade: 'warning',
  laws: [{ set: 'truth' }],
  shows: ['data.deposit'],
  mend: 'Check both, and which is which.',
  check: above('data.deposit'),
};
