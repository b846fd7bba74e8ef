import type { LintRule } from '../rule.js';
import { priceRules } from './prices.js';
import { textRules } from './texts.js';
import { warningRules } from './warnings.js';

/** What a label says contradicts itself. */
export const truthRules: readonly LintRule[] = [...warningRules, ...priceRules, ...textRules];
