import { shapeKinds } from '../../shapes/silhouette.js';
import type { NodeKind, NodeCheck, NodeOf } from '../types.js';
import { children, flow, ground, node } from '../values.js';

const schema = node(
  'shape',
  'A shape, filled or outlined, and nodes in the largest upright rectangle that is wholly within it.',
  {
    shape: { enum: shapeKinds, description: 'arrow: it points to where reading ends.' },
    points: {
      type: ['integer', 'array'],
      minimum: 5,
      maximum: 32,
      minItems: 3,
      maxItems: 64,
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: { type: 'number', minimum: 0, maximum: 100 },
      },
      description: 'How many tips a star has, absent: 12; or the corners of a polygon, [x, y] in percent of its size.',
    },
    ...flow,
    ...ground,
    children,
  },
  ['shape'],
);

export type ShapeNode = NodeOf<typeof schema>;

export const shape = { schema, shows: 'nothing', check: checkPoints } as const satisfies NodeKind<ShapeNode>;

/** Checks whether a shape has the points that its form requires. */
function checkPoints({ shape: form, points }: ShapeNode, { report }: NodeCheck): void {
  const expected = form === 'polygon' ? 'a list of corners [x, y]' : form === 'star' ? 'a number of tips' : 'no points';
  const received =
    points === undefined ? 'no points' : typeof points === 'number' ? 'a number of tips' : 'a list of corners [x, y]';
  if (expected === received || (form === 'star' && points === undefined)) return;
  report(
    'points',
    'points',
    (pointer) => `Expected ${expected} for ${pointer}, as the shape is "${form}", but received ${received}`,
  );
}
