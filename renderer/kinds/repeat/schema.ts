import type { NodeKind, NodeOf } from '../types.js';
import { children, flow, ground, most, node, radius } from '../values.js';

const schema = node(
  'repeat',
  'A box whose children are drawn once for each row of a list in data. They name the row’s texts: {row.name}; {row} is its number.',
  {
    each: {
      type: 'string',
      pattern: '^data\\.[a-z][a-z0-9_]{0,31}$',
      description: 'The field that is a list.',
      examples: ['data.rows'],
    },
    most,
    ...flow,
    ...ground,
    ...radius,
    children,
  },
  ['each', 'children'],
);

export type RepeatNode = NodeOf<typeof schema>;

export const repeat = { schema, shows: 'nothing' } as const satisfies NodeKind<RepeatNode>;
