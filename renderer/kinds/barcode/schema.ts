import type { NodeKind, NodeOf } from '../types.js';
import { aligned, node } from '../values.js';

const schema = node(
  'barcode',
  'A barcode in whole pixels that a scanner reads; without room for it, its digits and a warning.',
  {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'What it encodes; absent: {sku}.',
      examples: ['{sku}'],
    },
    symbology: {
      enum: ['ean13', 'ean8', 'upca', 'code128', 'auto'],
      description: 'auto goes by the number of digits; absent: auto.',
    },
    digits: { type: 'boolean', description: 'Whether the digits are printed below; absent: true.' },
    guards: {
      enum: ['long', 'even'],
      description:
        'long: guard bars reach down between the digits, as on goods, where there is room. even: all bars end above the digits. Absent: long.',
    },
    ...aligned,
  },
);

export type BarcodeNode = NodeOf<typeof schema>;

export const barcode = {
  schema,
  text: 'text',
  template: ({ text = '{sku}' }: BarcodeNode, words) => words(text),
  noun: 'barcode',
  causes: ['BARCODE_OMITTED'],
} as const satisfies NodeKind<BarcodeNode>;
