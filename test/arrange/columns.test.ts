import { describe, expect, test } from '@jest/globals';
import type { Device } from '../../devices/index.js';
import { type Layout, loadLayouts } from '../../renderer/index.js';
import { contentOf } from '../support/labels/cases.js';
import { share } from '../support/labels/share.js';
import { loadPanels } from '../support/devices/panels.js';
import { arrange } from '../support/rulers/arranging.js';

/** Rows whose texts have words of their own, short and long ones. */
const rows: Readonly<Record<string, { readonly list: string; readonly rows: readonly Record<string, string>[] }>> = {
  menu: {
    list: 'items',
    rows: [
      { name: 'Cappuccino', price: '3.90' },
      { name: 'Espresso', price: '132.20' },
      { name: 'Mineralwasser still oder medium', price: '4.50' },
    ],
  },
  spec: {
    list: 'rows',
    rows: [
      { name: 'RAM', value: 'x64' },
      { name: 'Bildschirmdiagonale entspiegelt', value: 'OLEDx' },
      { name: 'SSD', value: 'Wechseldatentraeger schnell' },
    ],
  },
};

/** The sizes and weights in px of what a label shows in a column. */
function typeOf(column: string, layout: Layout, device: Device): ReadonlySet<string> {
  const { list, rows: given } = rows[layout.id]!;
  const content = {
    ...contentOf({ update: { product_name: 'Angebot', price: '5.49', unit: '1 L' } }, device),
    locale: 'de-DE',
    currency: 'EUR',
    data: { [list]: given },
  };
  const words = new Set(given.flatMap((row) => row[column]!.replace('.', ',').split(' ')));
  return new Set(
    arrange(content, layout, device).marks.flatMap((mark) =>
      mark.kind === 'text' && words.has(mark.word.text) ? [String(mark.word.font.size)] : [],
    ),
  );
}

describe.each(Object.keys(rows))('the rows of %s', (id) => {
  const layout = loadLayouts().get(id)!;
  test.each(Object.keys(rows[id]!.rows[0]!))('have one size of type: %s', (column) => {
    const sizes = share([...loadPanels().values()], 3).map((device) => typeOf(column, layout, device).size);
    expect(sizes.filter((size) => size > 1)).toEqual([]);
    expect(sizes.filter((size) => size === 1).length).toBeGreaterThan(sizes.length / 2);
  });
});

test('a row without room is refused with its place, not where sizes are compared', () => {
  const device = loadPanels().get('solum-m2-2.9-bwr')!;
  const layout: Layout = {
    id: 'own',
    title: 'Own',
    data: { rows: { type: 'list', columns: { amount: 'quantity' } } },
    root: {
      type: 'box',
      children: [
        {
          type: 'repeat',
          each: 'data.rows',
          most: 2,
          children: [{ type: 'text', text: '{row.amount}', width: 30, lines: 1 }],
        },
        { type: 'price', grow: 1 },
      ],
    },
  } as unknown as Layout;
  const data = { rows: [{ amount: '1 L' }, { amount: '12 × 330 ml, 3.96 L' }] };
  const content = { ...contentOf({ update: { product_name: 'A', price: '5.49', unit: '1 L' } }, device), data };
  expect(() => arrange(content, layout, device)).toThrow(
    expect.objectContaining({ name: 'TextDoesNotFit', pointer: '#/root/children/0/children/0' }),
  );
});
