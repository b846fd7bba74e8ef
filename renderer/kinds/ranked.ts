/** What a text or a price is for a customer: the scale (renderer/layout/scale.json) has its sizes on each class of panels. */
export const roleNames = [
  'price',
  'offer',
  'name',
  'unit_price',
  'old_price',
  'legal',
  'small_print',
  'banner',
] as const;
const share = { type: 'string', pattern: '^[0-9]{1,3}(\\.[0-9]{1,2})?%$', examples: ['25%'] } as const;
/** The part that a node plays, and how its size depends on that of another one. */
export const ranked = {
  role: {
    enum: roleNames,
    description: 'What it is to customers: sizes that the node does not give come from the scale, by the panel.',
  },
  tied: {
    type: 'object',
    description:
      'How high its digits are drawn, as a share of the digits of another node. Absent: what the scale says of its role.',
    properties: {
      of: {
        enum: roleNames,
        description: 'The role of the other node, the first one shown; absent: offer, else price.',
      },
      min: {
        ...share,
        description: 'At least this share: a text grows; where it can’t, the other node is drawn smaller.',
      },
      max: { ...share, description: 'At most this share: a larger one is drawn smaller.' },
    },
    additionalProperties: false,
    minProperties: 1,
  },
} as const;
