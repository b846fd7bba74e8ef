import type { NodeKind, NodeOf } from '../types.js';
import { children, ground, node, radius, sides } from '../values.js';

const schema = node(
  'stack',
  'Nodes that lie over each other, later ones above. Each has the whole stack, unless it has a width or a height.',
  {
    ...ground,
    ...radius,
    align: { ...sides, description: 'Where a child with its own width goes; absent: start.' },
    justify: { ...sides, description: 'Where a child with its own height goes; absent: start, the top.' },
    children,
  },
  ['children'],
);

export type StackNode = NodeOf<typeof schema>;

export const stack = { schema, shows: 'nothing' } as const satisfies NodeKind<StackNode>;
