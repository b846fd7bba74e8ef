import { describe, expect, test } from '@jest/globals';
import { loadPanels as loadDevices } from '../support/devices/panels.js';
import { type Content, loadLayouts } from '../../renderer/index.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, node, withRoot } from '../support/labels/documents.js';
import { arrange, device, slots } from '../support/rulers/arranging.js';

const shown = (more: Partial<Content> = {}): Content => ({
  ...contentOf({ update: { product_name: 'Milk', price: '3.50', unit: '1 L' } }, device),
  ...more,
});
const text = (of: string, more: object = {}) => ({ type: 'text', text: of, size: 12, lines: 1, ...more });

/** Two texts in a row, or one below the other where the row has too little room. */
const pair = layoutOf(
  withRoot(
    column(
      {
        type: 'box',
        direction: 'row',
        optional: 1,
        children: [text('{product_name}', { width: '50%' }), text('{sku}', { grow: 1 })],
      },
      { type: 'box', instead: 1, children: [text('{product_name}'), text('{sku}', { optional: 2 })] },
      text('{unit}'),
    ),
    { concessions: ['hide'] },
  ),
);
const placesOf = (content: Content) =>
  slots(content, pair, device).map(({ node, y }) => [node.type === 'text' ? node.text : node.type, y]);
const codes = (content: Content) => arrange(content, pair, device).warnings.map(({ code, field }) => [code, field]);

describe('a node in the place of others', () => {
  test('is drawn only where they are hidden, and what it shows is not reported as hidden', () => {
    const short = shown();
    expect(placesOf(short).map(([of]) => of)).toEqual(['{product_name}', '{sku}', '{unit}']);
    expect(placesOf(short)[0]![1]).toBe(placesOf(short)[1]![1]);
    expect(codes(short)).toEqual([]);
    const long = shown({ product_name: 'Milk '.repeat(10).trim() });
    expect(placesOf(long).map(([of]) => of)).toEqual(['{product_name}', '{sku}', '{unit}']);
    expect(placesOf(long)[0]![1]).toBeLessThan(placesOf(long)[1]![1] as number);
    expect(codes(long)).toEqual([]);
  });

  test('may be hidden itself, which is reported', () => {
    const sku = 'A'.repeat(64);
    expect(placesOf(shown({ sku })).map(([of]) => of)).toEqual(['{product_name}', '{unit}']);
    expect(codes(shown({ sku }))).toEqual([['FIELD_HIDDEN', 'sku']]);
  });

  test('leaves out a pack whose words are as wide as the label, so that no price is refused', () => {
    const panel = loadDevices().get('gooddisplay-gdey0213b74')!;
    const data = { previous_price: '2000000.00' };
    const odd: Content = {
      ...contentOf({ update: { product_name: 'x', price: '1000000.00', unit: '<⨳ਅښ☘Җⶀ' } }, panel),
      ...{ locale: 'ar-EG', currency: 'MAD', data },
    };
    for (const id of ['promotion', 'clearance']) {
      const hidden = arrange(odd, loadLayouts().get(id)!, panel).warnings.filter(({ code }) => code === 'FIELD_HIDDEN');
      expect([id, hidden.map(({ field }) => field)]).toEqual([id, expect.arrayContaining(['unit'])]);
    }
  });

  test('takes the place of what leaves a price lower than it prefers to be, if that helps', () => {
    const beside = (preferred: number) =>
      layoutOf(
        withRoot(
          column(
            {
              type: 'box',
              direction: 'row',
              grow: 1,
              optional: 1,
              children: [text('{product_name}', { width: '60%' }), { type: 'price', preferred, grow: 1 }],
            },
            { type: 'box', grow: 1, instead: 1, children: [text('{product_name}'), { type: 'price', grow: 1 }] },
          ),
          { concessions: ['hide'] },
        ),
      );
    const hidden = (content: Content, preferred: number) => arrange(content, beside(preferred), device).step.hidden;
    const wide = shown({ price: '1234.50' });
    expect([0, 30, 64].map((preferred) => hidden(wide, preferred))).toEqual([0, 0, 1]);
    expect([0, 30, 64].map((preferred) => hidden(shown(), preferred))).toEqual([0, 0, 0]);
  });

  test('takes the place of a code that could not be read', () => {
    const code = (width: number) =>
      layoutOf(node({ type: 'barcode', width, height: 60, optional: 1 }, { type: 'qr', height: 100, instead: 1 }));
    const drawn = (width: number) => {
      const { warnings } = arrange(shown(), code(width), device);
      return [
        slots(shown(), code(width), device).map(({ node }) => node.type),
        warnings.map((warning) => warning.code),
      ];
    };
    expect(drawn(290)).toEqual([['barcode'], []]);
    expect(drawn(60)).toEqual([['qr'], []]);
    // Without a number there is nothing to make room for.
    expect(slots(shown({ sku: '' }), code(60), device).map(({ node }) => node.type)).toEqual(['barcode']);
  });
});
