import { ranked } from '../ranked.js';
import type { NodeKind, NodeOf } from '../types.js';
import { aligned, fieldPattern, ink, node, priceHeights } from '../values.js';

const schema = node('price', 'A price as the locale writes it, as large as its box allows; never clipped.', {
  field: {
    type: 'string',
    pattern: fieldPattern,
    description: 'The field that is drawn; absent: price.',
    examples: ['data.previous_price'],
  },
  ...ranked,
  ...priceHeights,
  strike: { ...ink, description: 'The price is struck through in this ink.' },
  style: {
    enum: ['auto', 'raised', 'plain'],
    description:
      'raised: cents are raised where the locale may; plain: never; absent: auto, in which the price is largest. Whatever it says, the price fits.',
  },
  sign: {
    enum: ['auto', 'small', 'full', 'none'],
    description:
      'The currency’s sign, beside the digits: small, or as high as they are; none: the layout says the currency elsewhere; absent: auto.',
  },
  ink,
  ...aligned,
});

export type PriceNode = NodeOf<typeof schema>;

export const price = {
  schema,
  field: fieldOfPrice,
  check({ field }: PriceNode, { isPrice }) {
    isPrice(field, 'field');
  },
} as const satisfies NodeKind<PriceNode>;

/** The field that a price draws. */
export function fieldOfPrice({ field = 'price' }: Pick<PriceNode, 'field'>): string {
  return field;
}
