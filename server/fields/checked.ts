import type { Warning } from '../../renderer/index.js';
import type { FieldProblem } from './field-problem.js';

/** The outcome of a check: a valid value with warnings, or everything that is wrong. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };
