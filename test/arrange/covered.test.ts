import { describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { loadLayouts } from '../../renderer/index.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, node } from '../support/labels/documents.js';
import { dataUri, pngOf } from '../support/pictures/picture-files.js';
import { device } from '../support/rulers/arranging.js';

const content = contentOf({ update: { product_name: 'Milk', price: '3.50', unit: '1 L' } }, device);
const price = { type: 'price' };
const stack = (...children: readonly object[]) => ({ type: 'stack', grow: 1, children });
const drawn = (document: object, more: object = {}) =>
  renderer
    .render({ ...content, ...more }, layoutOf(document), device)
    .warnings.filter(({ code }) => code === 'FIELD_COVERED');
const covered = (...children: readonly object[]) => drawn(node(stack(...children)));
const star = (more: object) => ({ type: 'shape', shape: 'star', points: 5, fill: 'accent', ...more });

describe('what lies over a price', () => {
  test('is reported with the paths of both nodes', () => {
    const places = '#/root/children/0/children/0 draws, is covered by #/root/children/0/children/1';
    const message = `price, which ${places}: give it a part of the stack that nothing lies over`;
    expect(covered(price, { type: 'line', height: '100%' })).toEqual([
      { code: 'FIELD_COVERED', field: 'price', message },
    ]);
  });

  test('is reported for a quantity and for a price in a text, too, and of whatever is drawn', () => {
    const picture = dataUri('png', pngOf({ width: 8, height: 8, depth: 1, colour: 0 }, Buffer.alloc(16)));
    const white = dataUri('png', pngOf({ width: 1, height: 1, depth: 1, colour: 0 }, Uint8Array.of(0, 0x80)));
    const texts = ['{unit}', 'for {price}'].map((text) => ({ type: 'text', text, size: 40 }));
    for (const below of [price, ...texts])
      for (const above of [
        star({}),
        { type: 'text', text: 'NEW', size: 60 },
        { type: 'picture', source: picture, fit: 'stretch' },
        { type: 'picture', source: white, fit: 'stretch' },
        column({ type: 'box', grow: 1, fill: 'black', children: [{ type: 'line' }] }),
      ])
        expect(covered(below, above)).toHaveLength(1);
  });

  test('is ignored where it lies under it, beside it, is empty there, or covers other words', () => {
    const half = { type: 'price', width: '40%' };
    const row = (child: object) => ({ type: 'box', direction: 'row', children: [child] });
    expect(covered({ type: 'line', height: '100%' }, price)).toEqual([]);
    const beside = { ...stack(row(half), star({ width: 60, height: 60 })), align: 'end' };
    expect(drawn(node(beside))).toEqual([]);
    expect(covered(price, { type: 'line', height: '100%', when: 'data.none' })).toEqual([]);
    expect(covered({ type: 'text', text: '{product_name}' }, { type: 'line', height: '100%' })).toEqual([]);
    // Nothing but the outline has ink.
    const outline = { type: 'box', outline: 'black', children: [{ type: 'line', height: 0 }] };
    const inner = { type: 'price', width: '60%', height: '60%' };
    const around = { ...stack(inner, outline), align: 'center', justify: 'center' };
    expect(drawn(node(around))).toEqual([]);
  });

  test('is reported at the place of a part, and of the list whose rows it covers', () => {
    const list = { type: 'repeat', each: 'data.rows', children: [{ type: 'price', field: 'row.price' }] };
    const document = {
      ...node(stack(list, { type: 'part', part: 'cover' })),
      data: { rows: { type: 'list', columns: { price: 'price' } } },
      parts: { cover: column({ type: 'line', height: 120 }) },
    };
    const [warning] = drawn(document, { data: { rows: [{ price: '1.00' }] } });
    expect(warning!.field).toBe('data.rows.0.price');
    expect(warning!.message).toContain(
      'which #/root/children/0/children/0 draws, is covered by #/root/children/0/children/1:',
    );
  });

  test('is found in variants', () => {
    const root = column(stack({ ...price }, { type: 'line', height: '100%' }));
    const document = { ...node(price), variants: [{ for: { min_width: 1 }, root }] };
    expect(drawn(document)[0]!.message).toContain('#/variants/0/root/children/0/children/0');
  });

  test('is found in no shipped layout', () => {
    for (const layout of loadLayouts().values()) {
      const { warnings } = renderer.render(contentOf({ update: content }, device), layout, device);
      expect(warnings.filter(({ code }) => code === 'FIELD_COVERED')).toEqual([]);
    }
  });
});
