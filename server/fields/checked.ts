import type { Warning } from '../../renderer/index.js';
import type { FieldProblem } from './field-problem.js';

/** What came of a check: a value that is what its type says, or all that is wrong. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };
