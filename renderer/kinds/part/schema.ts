import { ranked } from '../ranked.js';
import type { NodeKind, NodeOf } from '../types.js';
import { look, most, node, partName, priceHeights, spaces } from '../values.js';

const schema = node(
  'part',
  'One of the layout’s parts, or of the shipped ones. Its keys override those of the part.',
  {
    part: { ...partName, description: 'The name of the part.', examples: ['header'] },
    ...ranked,
    ...look,
    ...priceHeights,
    ...spaces,
    most,
  },
  ['part'],
);

export type PartNode = NodeOf<typeof schema>;

export const part = { schema } as const satisfies NodeKind<PartNode>;
