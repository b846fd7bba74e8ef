import fc from 'fast-check';
import { PNG } from 'pngjs';
import { ink as inkSchema } from '../../../renderer/kinds/values.js';
import type { Layout, LayoutInk } from '../../../renderer/layout/document.js';

const one = fc.constantFrom;
const length = fc.oneof(
  fc.nat(200),
  fc.nat(300).map((tenths) => `${tenths / 10}mm` as const),
  fc.nat(120).map((share) => `${share}%` as const),
);
const size = fc.oneof(
  length,
  fc.record({ largest: length, preferred: length, floor: length }, { requiredKeys: ['preferred', 'floor'] }),
);
const ink = one<LayoutInk>(...inkSchema.enum);
const when = one(
  'sku',
  'data.origin',
  'discount',
  { field: 'data.origin', equals: '' },
  { field: 'unit', equals: ['1 L', 'kg'] },
  { field: 'sku', equals: 'x' },
  { field: 'price', greater: '5' },
  { any: ['sku', { all: ['unit', { not: { field: 'data.origin', less: '2' } }] }] },
);
const optional = { requiredKeys: [] };
const placed = { when, width: length, height: length, grow: fc.nat(3), rotate: one(90, 180, 270) };
const aligned = { align: one('start', 'center', 'end'), valign: one('top', 'middle', 'bottom') };
const text = one(
  ...['{product_name}', 'per {unit}', '{data.origin}', 'SKU {sku}', '{price}', '-{discount}%', 'Text'],
  ...['{unit_price}/{unit_price_unit}', '{date:short} {date:day}', '{phrase.per_unit}'],
  '{phrase.origin}: {data.origin}',
);
/** 2×1 px, red and transparent. */
const pixels = `data:image/png;base64,${PNG.sync.write(Object.assign(new PNG({ width: 2, height: 1 }), { data: Buffer.from([255, 0, 0, 255, 0, 0, 0, 0]) })).toString('base64')}`;

type Keys = Readonly<Record<string, fc.Arbitrary<unknown>>>;
/** A node of a type, with required keys, and optional ones. */
function node(type: string, must: Keys, may: Keys) {
  const keys: Keys = { ...must, type: fc.constant(type) };
  return fc.record<Record<string, unknown>>({ ...keys, ...may }, { requiredKeys: Object.keys(keys) });
}

const guards = one('long', 'even');
const icon = one('organic', 'vegan, frozen', '{data.origin} new', '{sku}');
const leaf = fc.oneof(
  node('text', { text, width: fc.constant('content') }, { size, ink, when, ...aligned }),
  node('line', {}, { ink, ...placed }),
  node(
    'text',
    { text: fc.oneof(text, fc.record({ en: text, de: text })) },
    {
      ...{ size, lines: fc.integer({ min: 1, max: 5 }), weight: one('regular', 'bold') },
      ...{ stretch: one('normal', 'condensed'), tracking: length, ink, ...aligned, ...placed },
    },
  ),
  node('part', { part: one('origin', 'sku') }, { size, ...aligned, ...placed }),
  node('part', { part: fc.constant('both') }, placed),
  node(
    'price',
    {},
    {
      ...{ field: one('data.before', 'savings', 'unit_price'), largest: length, strike: ink, ink },
      ...{ style: one('auto', 'raised', 'plain'), sign: one('auto', 'small', 'full', 'none'), ...aligned, ...placed },
    },
  ),
  node('barcode', {}, { symbology: one('auto', 'code128'), digits: fc.boolean(), guards, ...aligned, ...placed }),
  node('qr', {}, { text, resolver: fc.constant('https://gs1.example'), ...aligned, ...placed }),
  node('icon', { icon }, { ink, ...aligned, ...placed }),
  node('picture', { source: fc.constant(pixels) }, { dither: one('none', 'ordered'), ...placed }),
);

const sides = ['start', 'center', 'end'] as const;
const side = one(...sides);
const ground = { padding: length, fill: ink, outline: ink, thickness: length };
const flow = {
  direction: one('row', 'column'),
  gap: length,
  justify: one(...sides, 'between'),
  align: one(...sides, 'stretch'),
};
const corner = fc.tuple(fc.nat(100), fc.nat(100));
const outline = fc.oneof(
  fc.record({ shape: one('ellipse', 'arrow', 'triangle', 'star') }),
  fc.record({ shape: fc.constant('star'), points: fc.integer({ min: 5, max: 32 }) }),
  fc.record({ shape: fc.constant('polygon'), points: fc.array(corner, { minLength: 3, maxLength: 12 }) }),
);

/** What is drawn for each row of a list. A layout has room for 32 rows in all. */
const cell = one(
  { type: 'text', text: '{row}. {row.name}' },
  { type: 'price', field: 'row.price', when: 'row.price' },
  { type: 'line', height: 1 },
);
const cells = fc.array(cell, { minLength: 1, maxLength: 2 });
const rows = { each: fc.constant('data.rows'), most: fc.integer({ min: 1, max: 2 }), children: cells };
const repeat = node('repeat', rows, { ...flow, ...ground, ...placed });

const { box } = fc.letrec<Record<'node' | 'box' | 'stack' | 'shape', object>>((tie) => {
  const children = fc.array(tie('node'), { minLength: 1, maxLength: 4 });
  return {
    node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, repeat, tie('box'), tie('stack'), tie('shape')),
    box: node('box', { children }, { ...flow, ...ground, radius: length, ...placed }),
    stack: node('stack', { children }, { align: side, justify: side, ...ground, radius: length, ...placed }),
    shape: fc
      .tuple(outline, node('shape', {}, { ...flow, ...ground, children, ...placed }))
      .map(([form, rest]) => ({ ...rest, ...form })),
  };
});

const unit = { type: 'text', text: '{unit}', size: 12 };
const wide = fc.record({ min_width: fc.integer({ min: 1, max: 900 }) }, optional);
/** Any layout document that is valid: sizes that make no sense together included. */
export const layoutDocument = fc
  .record(
    {
      title: fc.constant('Random'),
      description: fc.constant(''),
      data: fc.constant({
        origin: { type: 'text' },
        before: { type: 'price' },
        rows: { type: 'list', columns: { name: 'text', price: 'price' } },
      }),
      phrases: fc.constant({ origin: { en: 'Origin', de: 'Herkunft', ar: 'المنشأ' } }),
      parts: fc.constant({
        origin: { type: 'text', text: '{phrase.origin}', when: 'data.origin' },
        both: { type: 'box', direction: 'row', children: [{ type: 'price' }, unit] },
      }),
      root: box,
      variants: fc.array(fc.record({ for: wide, root: box }), { maxLength: 2 }),
    },
    { requiredKeys: ['title', 'description', 'data', 'phrases', 'parts', 'root'] },
  )
  .filter((document) => JSON.stringify(document).split('"repeat"').length <= 6) as unknown as fc.Arbitrary<
  Omit<Layout, 'id'>
>;
