import { checkLayout } from '../../../renderer/layout/check/check.js';
import type { LayoutProblem } from '../../../renderer/layout/check/schema-problem.js';
import type { Layout } from '../../../renderer/layout/document.js';

/** The layout in a document that is valid. */
export function layoutOf(document: unknown): Layout {
  const checked = checkLayout(document, 'test');
  if ('problems' in checked) throw new Error(checked.problems.map(({ message }) => message).join('; '));
  return checked.layout;
}

/** What is wrong with a document; nothing when it is valid. */
export function problemsOf(document: unknown): readonly LayoutProblem[] {
  const checked = checkLayout(document, 'test');
  return 'problems' in checked ? checked.problems : [];
}

/** A document with this root. */
export const withRoot = (root: object, rest: object = {}) => ({ title: 'Test', description: '', root, ...rest });
export const column = (...children: readonly unknown[]) => ({ type: 'box', children });
/** A text of one line. */
export const name = { type: 'text', text: '{product_name}', size: { preferred: 14, floor: 14 } };
