import { describe, expect, test } from '@jest/globals';
import { createArranging } from '../../renderer/arrange/arrange.js';
import { createPlans } from '../../renderer/boxes/plan.js';
import type { Content } from '../../renderer/index.js';
import type { Layout } from '../../renderer/layout/document.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, node, withRoot } from '../support/labels/documents.js';
import { arrange, compute, countedBoxes, device, slots, typesetter } from '../support/rulers/arranging.js';

const update = { product_name: 'Organic whole milk', price: '3.50', unit: '500 ml' };
const content: Content = contentOf({ update }, device);
const price = { type: 'price', role: 'price', grow: 1 };
const unitPrice = { type: 'text', text: '{unit_price}/{unit_price_unit}', role: 'unit_price' };
const row = (...children: readonly object[]) => ({ type: 'box', direction: 'row', grow: 1, children });

/** The height of the largest digits of each node with a role, in px. */
function digitsIn(layout: Layout, shown: Content = content, on = { arrange, slots }): Record<string, number> {
  const { marks } = on.arrange(shown, layout, device);
  const heights = on.slots(shown, layout, device).flatMap(({ node, x, y, width, height }) => {
    const within = marks.flatMap((mark) =>
      mark.kind === 'text' &&
      mark.x + mark.word.left >= x &&
      mark.x + mark.word.right <= x + width &&
      mark.y > y &&
      mark.y <= y + height + 4
        ? [typesetter.measure('0', mark.word.font).ascent]
        : [],
    );
    const { role } = node as { readonly role?: string };
    return role === undefined ? [] : [[role, Math.max(0, ...within)] as const];
  });
  return Object.fromEntries(heights);
}

const beside = (width: string, keys: object = {}, more: object = {}) =>
  layoutOf(withRoot(row({ ...column({ ...unitPrice, ...keys }), width }, price), more));

describe('a unit price', () => {
  test('grows until its digits are a quarter as high as those of the price', () => {
    const drawn = digitsIn(beside('42%'));
    expect(drawn.price).toBeGreaterThan(70);
    expect(drawn.unit_price! / drawn.price!).toBeGreaterThanOrEqual(0.25);
    expect(digitsIn(beside('42%', { tied: { max: '100%' } })).unit_price! / drawn.price!).toBeLessThan(0.25);
  });

  test('that has no room to grow makes the price smaller', () => {
    const narrow = layoutOf(withRoot(row({ ...unitPrice, width: '20%' }, price)));
    const free = digitsIn(layoutOf(withRoot(row({ ...unitPrice, width: '20%', tied: { max: '100%' } }, price))));
    const drawn = digitsIn(narrow);
    expect(drawn.price).toBeLessThan(free.price!);
    expect(drawn.unit_price! / drawn.price!).toBeGreaterThanOrEqual(0.25);
  });

  test('is half as high as the price where a law asks for that', () => {
    const drawn = digitsIn(beside('60%'), { ...content, unit_price_share: 0.5 });
    expect(drawn.unit_price! / drawn.price!).toBeGreaterThanOrEqual(0.5);
  });

  test('leaves a price without one alone', () => {
    const each = { ...content, unit: 'a bag' };
    expect(digitsIn(beside('42%'), each).price).toBe(digitsIn(beside('42%', { tied: { max: '100%' } }), each).price);
  });

  test('names its size in the step of the label, as its box has it', () => {
    const { step } = arrange(content, beside('42%'), device);
    expect(Object.values(step.sizes!)[0]).toBeGreaterThan(20);
    expect(arrange(content, beside('42%', { tied: { max: '100%' } }), device).step).toEqual({ lines: {}, hidden: 0 });
  });

  test('grows no box where all labels have equal ones: the price is smaller instead', () => {
    const same = beside('42%', {}, { fit: 'same' });
    const drawn = digitsIn(same);
    expect(drawn.unit_price! / drawn.price!).toBeGreaterThanOrEqual(0.25);
    expect(drawn.price).toBeLessThan(digitsIn(beside('42%')).price!);
  });
});

describe('a price or a text that is tied to an offer', () => {
  const offer = { type: 'price', role: 'offer', grow: 1, height: '50%' };
  test.each([
    ['old_price', 0.6],
    ['price', 0.625],
  ])('with the role %s is at most %d as high', (role, share) => {
    const drawn = digitsIn(layoutOf(node(offer, { type: 'price', role, grow: 1, largest: '100%' })));
    expect(drawn[role]! / drawn.offer!).toBeLessThanOrEqual(share);
    expect(drawn[role]! / drawn.offer!).toBeGreaterThan(share - 0.08);
  });

  test('is never larger, if it is a name', () => {
    const size = { preferred: '55%', floor: 12 };
    const name = { type: 'text', text: '{product_name}', role: 'name', size, lines: 3 };
    const milk = { ...content, product_name: 'Milk' };
    const drawn = digitsIn(layoutOf(node(name, { type: 'price', role: 'offer', height: 22 })), milk);
    expect(drawn.name).toBeLessThanOrEqual(drawn.offer!);
    expect(drawn.name).toBeGreaterThan(drawn.offer! * 0.8);
  });

  test('is as large as the layout says where that says so, of the node that it names', () => {
    const old = { type: 'price', role: 'old_price', grow: 1, largest: '100%', tied: { of: 'legal', max: '50%' } };
    const legal = { type: 'text', text: '9', role: 'legal', width: '20%', size: { preferred: 60, floor: 60 } };
    const drawn = digitsIn(layoutOf(withRoot(row(old, { ...offer, height: '100%' }, legal))));
    expect(drawn.old_price! / drawn.legal!).toBeLessThanOrEqual(0.5);
    expect(drawn.old_price! / drawn.legal!).toBeGreaterThan(0.4);
  });
});

test('boxes are computed for few sizes, whatever the prices', () => {
  const counted = countedBoxes();
  const { arrange: drawn } = createArranging(typesetter, createPlans(counted.compute));
  const layout = beside('42%');
  for (let i = 0; i < 300; i++) drawn({ ...content, price: `${i}.${10 + (i % 90)}` }, layout, device);
  expect(counted.calls).toBeLessThanOrEqual(12);
});

test('a label is the same whichever labels came before', () => {
  const layout = beside('42%');
  const prices = ['3.50', '1299.00', '42.10', '0.36'];
  const fresh = () => createArranging(typesetter, createPlans(compute));
  const all = fresh();
  for (const each of [...prices, ...prices.toReversed()]) {
    const shown = { ...content, price: each };
    expect(digitsIn(layout, shown, all)).toEqual(digitsIn(layout, shown, fresh()));
  }
});
