import { iconNames, iconsIn } from '../../shapes/icons.js';
import type { WrittenNode } from '../document.js';
import type { LayoutProblem } from './schema-problem.js';
import { suggestion } from './suggestion.js';

/** The problems of a shape's points and of icon names. */
export function drawnProblems(node: WrittenNode, pointer: string): readonly LayoutProblem[] {
  if (node.type === 'icon') {
    const unknown = iconsIn(node.icon).filter((name) => !/[{}]/.test(name) && !iconNames.includes(name));
    return unknown.map((name) => {
      const message = `Expected a known icon for ${pointer}/icon but received "${name}"${suggestion(name, iconNames)}`;
      return { pointer: `${pointer}/icon`, reason: 'unknown_icon', message };
    });
  }
  if (node.type !== 'shape') return [];
  const { shape, points } = node;
  const expected =
    shape === 'polygon' ? 'a list of corners [x, y]' : shape === 'star' ? 'a number of tips' : 'no points';
  const received =
    points === undefined ? 'no points' : typeof points === 'number' ? 'a number of tips' : 'a list of corners [x, y]';
  if (expected === received || (shape === 'star' && points === undefined)) return [];
  const message = `Expected ${expected} for ${pointer}/points, as the shape is "${shape}", but received ${received}`;
  return [{ pointer: `${pointer}/points`, reason: 'points', message }];
}
