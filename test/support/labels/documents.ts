import { checkLayout } from '../../../renderer/layout/check/check.js';
import type { LayoutProblem } from '../../../renderer/layout/check/schema-problem.js';
import type { Layout } from '../../../renderer/layout/document.js';

export function layoutOf(document: unknown): Layout {
  const checked = checkLayout(document, 'test');
  if ('problems' in checked) throw new Error(checked.problems.map(({ message }) => message).join('; '));
  return checked.layout;
}

export function problemsOf(document: unknown): readonly LayoutProblem[] {
  const checked = checkLayout(document, 'test');
  return 'problems' in checked ? checked.problems : [];
}

export const withRoot = (root: object, rest: object = {}) => ({ title: 'Test', description: '', root, ...rest });
export const column = (...children: readonly unknown[]) => ({ type: 'box', children });
export const name = { type: 'text', text: '{product_name}', size: { preferred: 14, floor: 14 } };
