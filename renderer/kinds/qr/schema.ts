import type { NodeKind, NodeOf } from '../types.js';
import { aligned, node, resolver } from '../values.js';

const schema = node('qr', 'A QR code in whole pixels; without room for it, a warning.', {
  text: {
    type: 'string',
    minLength: 1,
    maxLength: 400,
    description: 'What it encodes; absent: the GS1 Digital Link of the SKU, which must be a GTIN.',
    examples: ['https://example.com/{sku}'],
  },
  resolver: { ...resolver, description: 'The address before its GS1 Digital Link; absent: that of the layout.' },
  ...aligned,
});

export type QrNode = NodeOf<typeof schema>;

export const qr = {
  schema,
  text: 'text',
  template: ({ text = '{sku}' }: QrNode, words) => words(text),
  noun: 'QR code',
  causes: ['BARCODE_OMITTED'],
} as const satisfies NodeKind<QrNode>;
