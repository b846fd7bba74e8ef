import { ranked } from '../ranked.js';
import type { NodeKind, NodeOf, Size } from '../types.js';
import { localText, look, node } from '../values.js';

const schema = node(
  'text',
  'Text. When it is too long, it wraps, then concedes what the layout says, with a warning; a quantity or a price in it is never cut.',
  {
    text: localText,
    ...ranked,
    ...look,
  },
  ['text'],
);

export type TextNode = Omit<NodeOf<typeof schema>, 'size'> & { readonly size?: Size };

export const text = {
  schema,
  text: 'text',
  template: ({ text: written }: TextNode, words) => words(written),
  hugs: true,
  causes: ['TEXT_TRUNCATED', 'TEXT_SHRUNK', 'GLYPH_MISSING'],
} as const satisfies NodeKind<TextNode>;
