import { describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import type { Layout } from '../../renderer/layout/document.js';
import { loadPanels } from '../support/devices/panels.js';
import { contentOf } from '../support/labels/cases.js';

const device = loadPanels().get('solum-m2-2.9-bwr')!;
const content = contentOf({ update: { product_name: 'Tea', price: '1.00', unit: '1' } }, device);
const leaf = { type: 'text', text: 'x', height: 30 } as const;

function boxesOf(root: object) {
  // Parsed from text: no node is in two places.
  const layout = JSON.parse(JSON.stringify({ id: 'x', title: 'X', description: 'X.', root })) as Layout;
  return renderer.boxes(content, layout, device, renderer.render(content, layout, device).warnings);
}

describe('the boxes of containers', () => {
  test('include those of containers that draw nothing, before their children', () => {
    const row = {
      type: 'box',
      direction: 'row',
      children: [
        { ...leaf, width: 100 },
        { ...leaf, grow: 1 },
      ],
    };
    const boxes = boxesOf({ type: 'box', padding: 4, children: [row] });
    expect(
      boxes.map(({ pointer, kind, x, y, width, height }) => [pointer, kind, x, y, width, height].join(' ')),
    ).toEqual([
      '#/root box 0 0 296 128',
      '#/root/children/0 box 4 4 288 30',
      '#/root/children/0/children/0 text 4 4 100 30',
      '#/root/children/0/children/1 text 104 4 188 30',
    ]);
  });

  test('include stacks, shapes and turned nodes, each once', () => {
    const turned = { type: 'box', rotate: 90, width: 40, children: [leaf] };
    const stack = {
      type: 'stack',
      grow: 1,
      children: [{ type: 'shape', shape: 'ellipse', fill: 'black', children: [leaf] }],
    };
    const boxes = boxesOf({ type: 'box', direction: 'row', children: [turned, stack] });
    expect(boxes.map(({ pointer, kind }) => [pointer, kind])).toEqual([
      ['#/root', 'box'],
      ['#/root/children/0', 'box'],
      ['#/root/children/0/children/0', 'text'],
      ['#/root/children/1', 'stack'],
      ['#/root/children/1/children/0', 'shape'],
      ['#/root/children/1/children/0/children/0', 'text'],
    ]);
    expect(boxes[1]).toMatchObject({ x: 0, y: 0, width: 40, height: 128 });
  });

  test('are where their nodes are drawn, also where a label has too little room', () => {
    const high = { ...leaf, height: 100 };
    const boxes = boxesOf({
      type: 'box',
      children: [
        { type: 'box', children: [high, high] },
        { ...leaf, text: '{product_name}' },
      ],
    });
    for (const { x, y, width, height } of boxes) {
      expect(x + width).toBeLessThanOrEqual(296);
      expect(y + height).toBeLessThanOrEqual(128);
    }
  });
});
