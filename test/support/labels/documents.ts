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
export const row = (...children: readonly unknown[]) => ({ type: 'box', direction: 'row', children });
export const name = { type: 'text', text: '{product_name}', size: { preferred: 14, floor: 14 } };
/** A document with these nodes, or with a text that has these keys. */
export const node = (...children: readonly unknown[]) => withRoot(column(...children));
export const leaf = (keys: object) => node({ ...name, ...keys });

/** A problem at a pointer, or at a place below the first node. Its message begins with "Expected", and `@` in it is the pointer. */
export function problemAt(place: string, reason: string, message: string): LayoutProblem {
  const pointer = place.startsWith('#') ? place : ['#/root/children/0', place].filter(Boolean).join('/');
  return { pointer, reason, message: `Expected ${message.replaceAll('@', pointer)}` };
}

/** The problem of a line such as "width type: number for @ but received true", see {@link problemAt}. */
export function problemOf(line: string): LayoutProblem {
  const [, place, reason, message] = /^(\S*?) ?(\w+): (.*)$/s.exec(line)!;
  return problemAt(place!, reason!, message!);
}
