import type { FieldProblem } from './field-problem.js';
import { cut } from './text.js';

/** The problems of a layout document in the words of an answer; `base` is where in the request it stands. */
export function layoutProblems(
  problems: readonly { readonly pointer: string; readonly message: string }[],
  base: string,
): FieldProblem[] {
  return problems.map(({ pointer, message }) => {
    const path = `#${base}${pointer.slice(1)}`;
    const field = base === '' ? cut(pointer.slice(2).replaceAll('/', '.')) : base.slice(1);
    return { field, pointer: path, reason: 'invalid_layout', message };
  });
}
