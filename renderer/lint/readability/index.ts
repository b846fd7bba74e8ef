import type { LintRule } from '../rule.js';
import { contrastLow } from './contrast-low.js';
import { strokeThin } from './stroke-thin.js';
import { struckUnreadable } from './struck-unreadable.js';
import { textCrowded } from './text-crowded.js';
import { textSmall } from './text-small.js';

/** What somebody at 60 cm can't read. */
export const readabilityRules: readonly LintRule[] = [
  textSmall,
  contrastLow,
  strokeThin,
  struckUnreadable,
  textCrowded,
];
