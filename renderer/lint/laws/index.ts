import type { LintRule } from '../rule.js';
import { atRules } from './at.js';
import { qcRules } from './ca-qc.js';
import { commonRules } from './common.js';
import { deUnitPriceUnit } from './de.js';
import { nzUnitPriceRatio } from './nz.js';
import { ukMemberUnitPrice } from './uk.js';
import { usRules } from './us.js';

/** What laws ask of a label. */
export const lawRules: readonly LintRule[] = [
  ...commonRules,
  ...atRules,
  deUnitPriceUnit,
  ukMemberUnitPrice,
  nzUnitPriceRatio,
  ...qcRules,
  ...usRules,
];
