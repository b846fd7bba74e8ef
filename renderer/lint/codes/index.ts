import type { LintRule } from '../rule.js';
import { barContrast } from './bar-contrast.js';
import { codeOmitted } from './code-omitted.js';
import { moduleSize } from './module-size.js';
import { quietZone } from './quiet-zone.js';

/** What a scanner can't read. */
export const codeRules: readonly LintRule[] = [codeOmitted, moduleSize, quietZone, barContrast];
