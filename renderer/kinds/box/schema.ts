import type { NodeKind, NodeOf } from '../types.js';
import { children, flow, ground, inline, node, radius } from '../values.js';

const schema = node(
  'box',
  'Nodes in a row or a column, in the terms of flexbox. A box may be filled and outlined.',
  { ...flow, ...ground, ...inline, ...radius, children },
  ['children'],
);

export type BoxNode = NodeOf<typeof schema>;

export const box = { schema, shows: 'nothing', hugs: true } as const satisfies NodeKind<BoxNode>;
