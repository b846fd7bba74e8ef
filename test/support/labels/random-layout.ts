import fc from 'fast-check';
import { PNG } from 'pngjs';
import type { Layout } from '../../../renderer/layout/document.js';

const length = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 0, max: 300 }).map((tenths) => `${tenths / 10}mm` as const),
  fc.integer({ min: 0, max: 120 }).map((share) => `${share}%` as const),
);
const ink = fc.constantFrom('black', 'white', 'red', 'yellow', 'accent');
const when = fc.constantFrom(
  'sku',
  'data.origin',
  'discount',
  { field: 'data.origin', equals: '' },
  { field: 'unit', equals: ['1 L', 'kg'] },
  { field: 'sku', equals: 'x' },
);
const optional = { requiredKeys: [] };
const placed = {
  when,
  width: length,
  height: length,
  grow: fc.integer({ min: 0, max: 3 }),
  rotate: fc.constantFrom(90, 180, 270),
};
const aligned = {
  align: fc.constantFrom('start', 'center', 'end'),
  valign: fc.constantFrom('top', 'middle', 'bottom'),
};
const text = fc.constantFrom(
  '{product_name}',
  'per {unit}',
  '{data.origin}',
  'SKU {sku}',
  '{price}',
  '-{discount}%',
  '{unit_price}/{unit_price_unit}',
  '{date:short} {date:day}',
  'Text',
);
/** 2×1 px, red and transparent. */
const pixels = `data:image/png;base64,${PNG.sync.write(Object.assign(new PNG({ width: 2, height: 1 }), { data: Buffer.from([255, 0, 0, 255, 0, 0, 0, 0]) })).toString('base64')}`;

const leaf = fc.oneof(
  fc.record({ type: fc.constant('line'), ink, ...placed }, { requiredKeys: ['type'] }),
  fc.record(
    {
      type: fc.constant('text'),
      text: fc.oneof(text, fc.record({ en: text, de: text })),
      size: fc.record({ largest: length, preferred: length, floor: length }, { requiredKeys: ['preferred', 'floor'] }),
      lines: fc.integer({ min: 1, max: 5 }),
      weight: fc.constantFrom('regular', 'bold'),
      ink,
      ...aligned,
      ...placed,
    },
    { requiredKeys: ['type', 'text', 'size'] },
  ),
  fc.record(
    {
      type: fc.constant('price'),
      field: fc.constantFrom('data.before', 'savings', 'unit_price'),
      largest: length,
      strike: ink,
      ink,
      ...aligned,
      ...placed,
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('barcode'),
      symbology: fc.constantFrom('auto', 'code128'),
      digits: fc.boolean(),
      ...aligned,
      ...placed,
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('qr'), text, ...aligned, ...placed }, { requiredKeys: ['type', 'text'] }),
  fc.record(
    {
      type: fc.constant('picture'),
      source: fc.constant(pixels),
      dither: fc.constantFrom('none', 'ordered'),
      ...placed,
    },
    { requiredKeys: ['type', 'source'] },
  ),
);

const { box } = fc.letrec<{ node: object; box: object }>((tie) => ({
  node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, tie('box')),
  box: fc.record(
    {
      type: fc.constant('box'),
      direction: fc.constantFrom('row', 'column'),
      gap: length,
      padding: length,
      justify: fc.constantFrom('start', 'center', 'end', 'between'),
      align: fc.constantFrom('start', 'center', 'end', 'stretch'),
      fill: ink,
      outline: ink,
      thickness: length,
      radius: length,
      children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
      ...placed,
    },
    { requiredKeys: ['type', 'children'] },
  ),
}));

/** Any layout document that is valid: sizes that make no sense together included. */
export const layoutDocument = fc.record(
  {
    title: fc.constant('Random'),
    description: fc.constant(''),
    data: fc.constant({ origin: { type: 'text' }, before: { type: 'price' } }),
    root: box,
    variants: fc.array(
      fc.record({ for: fc.record({ min_width: fc.integer({ min: 1, max: 900 }) }, optional), root: box }),
      {
        maxLength: 2,
      },
    ),
  },
  { requiredKeys: ['title', 'description', 'data', 'root'] },
) as unknown as fc.Arbitrary<Omit<Layout, 'id'>>;
