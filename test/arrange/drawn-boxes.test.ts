import { describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { loadDevices } from '../../devices/index.js';
import { type Layout, loadLayouts } from '../../renderer/index.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, node } from '../support/labels/documents.js';

const devices = loadDevices();
const device = devices.get('solum-m2-2.9-bwr')!;
const update = { product_name: 'Apples', price: '3.50', unit: '1 kg' };

function boxesOf(layout: Layout, data: Record<string, string | Record<string, string>[]> = {}, of = device, more = {}) {
  const content = { ...contentOf({ update }, of), data, ...more };
  const { warnings } = renderer.render(content, layout, of);
  return { warnings, boxes: renderer.boxes(content, layout, of, warnings) };
}

function at(document: unknown, pointer: string): { type: string } {
  const names = pointer.split('/').slice(1);
  return names.reduce((value, name) => (value as Record<string, unknown>)[name], document) as { type: string };
}

describe('the boxes of a label', () => {
  test('have the pointers of their nodes in the document, nodes of parts where the layout describes them', () => {
    const layout = layoutOf({
      parts: { own: column({ type: 'text', text: '{unit}' }, { type: 'line', height: 2 }) },
      ...node(
        { type: 'text', text: '{product_name}' },
        { type: 'part', part: 'own' },
        { type: 'part', part: 'name' },
        { type: 'price', grow: 1 },
      ),
    });
    const { boxes } = boxesOf(layout);
    const found = boxes.map(({ pointer, place, kind, fields }) => [pointer, place, kind, fields.join()]);
    expect(found).toEqual([
      ['#/root', '#/root', 'box', ''],
      ['#/root/children/0', '#/root/children/0', 'text', 'product_name'],
      ['#/parts/own', '#/root/children/1', 'box', ''],
      ['#/parts/own/children/0', '#/root/children/1', 'text', 'unit'],
      ['#/parts/own/children/1', '#/root/children/1', 'line', ''],
      ['#/root/children/2', '#/root/children/2', 'text', 'product_name'],
      ['#/root/children/3', '#/root/children/3', 'price', 'price'],
    ]);
    for (const { x, y, width, height } of boxes) {
      expect([x >= 0, y >= 0, x + width <= device.width, y + height <= device.height]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  });

  test('of a list have the pointer of the repeated node', () => {
    const row = { type: 'text', text: '{row.name}' };
    const list = { type: 'repeat', each: 'data.rows', children: [row, { type: 'line', height: 1 }] };
    const layout = layoutOf({
      data: { rows: { type: 'list', columns: { name: 'text' } } },
      ...node(list, { type: 'price', grow: 1 }),
    });
    const { boxes } = boxesOf(layout, { rows: [{ name: 'Soup' }, { name: 'Bread' }] });
    const rows = boxes.filter(({ kind }) => kind === 'text');
    expect(rows.map(({ pointer }) => pointer)).toEqual(Array(2).fill('#/root/children/0/children/0'));
    expect(rows.map(({ fields }) => fields)).toEqual([['data.rows.0.name'], ['data.rows.1.name']]);
  });

  test('name the warnings that they caused', () => {
    const layout = layoutOf(
      node(
        { type: 'text', text: '{product_name}', size: { preferred: 24, floor: 20 } },
        { type: 'text', text: '{sku}' },
        { type: 'barcode', height: '30%' },
        { type: 'price', grow: 1 },
      ),
    );
    const product_name = 'Räucherlachs vom Wildlachs, ohne Haut und Gräten, aus nachhaltigem Fang';
    const { warnings, boxes } = boxesOf(layout, {}, device, { product_name, sku: '' });
    const caused = boxes.map(({ kind, warnings: own }) => [kind, own.map((i) => warnings[i]!.code)]);
    expect(caused).toEqual([
      ['box', []],
      ['text', ['TEXT_SHRUNK']],
      ['text', []],
      ['barcode', ['BARCODE_OMITTED']],
      ['price', []],
    ]);
  });

  test.each([...loadLayouts()])('of %s are of nodes of their kinds, on panels of each shape', (_, layout) => {
    const data = Object.fromEntries(
      Object.entries(layout.data ?? {}).flatMap(([name, { example }]) =>
        example === undefined ? [] : [[name, example]],
      ),
    ) as Record<string, string>;
    for (const id of ['solum-m2-2.9-bwr', 'solum-m3-1.6-bwr', 'waveshare-7.5-b-v2', 'solum-m3-4.3-bwr']) {
      const { boxes } = boxesOf(layout, data, devices.get(id), { sku: '4006381333931' });
      expect(boxes.length).toBeGreaterThan(1);
      for (const { pointer, place, kind } of boxes) {
        expect(['part', 'repeat', kind]).toContain(at(layout, place).type);
        const { type } = at(layout, pointer);
        // No layout describes the nodes of a shipped part; an unrolled list is a box.
        if (type !== 'part' && type !== 'repeat') expect([pointer, type]).toEqual([pointer, kind]);
      }
    }
  });
});
