import { describe, expect, test } from '@jest/globals';
import { renderer } from '../support/rulers/renderers.js';
import { createFilledArranger } from '../../renderer/slots/filled.js';
import type { Slot } from '../../renderer/slots/slot.js';
import { compileTemplate } from '../../renderer/layout/template.js';
import { unmetered } from '../../renderer/limits.js';
import { contentOf } from '../support/labels/cases.js';
import { column, layoutOf, node, problemsOf, withRoot } from '../support/labels/documents.js';
import { device } from '../support/rulers/arranging.js';

const update = { product_name: 'Apples', price: '3.50', unit: '1 kg' };
const badge = () => ({
  type: 'box',
  outline: 'black',
  padding: 3,
  width: 'content',
  children: [{ type: 'text', text: '{data.badge}', size: 16, width: 'content' }],
});
const layout = layoutOf(
  node(
    {
      type: 'box',
      direction: 'row',
      gap: 5,
      children: [{ type: 'text', text: '{product_name}', size: 20, grow: 1 }, badge()],
    },
    badge(),
    { type: 'price', grow: 1 },
  ),
);

/** The widths of the drawn boxes, by field, and the step. */
function drawn(text: string, locale = 'en-US', name = 'Apples') {
  const content = { ...contentOf({ update }, device), product_name: name, locale, data: { badge: text } };
  const { step, warnings } = renderer.render(content, layout, device);
  return { regions: renderer.regions(content, layout, device), step, warnings };
}
const widthsOf = (text: string) =>
  drawn(text).regions.flatMap(({ name, width }) => (name === 'data.badge' ? [width] : []));

describe('what is as wide as its content', () => {
  test('grows with the text, in a row and in a column', () => {
    const [short, long] = [widthsOf('BIO'), widthsOf('Organic farming')];
    expect(short).toEqual([short[0], short[0]]);
    expect(short[0]).toBeGreaterThan(15);
    expect(short[0]).toBeLessThan(40);
    expect(long[0]! / short[0]!).toBeGreaterThan(3);
    for (const text of ['B', 'BI', 'BIO', 'BIO!', 'Organic']) expect(drawn(text).warnings).toEqual([]);
  });

  test('leaves the rest to growing nodes', () => {
    const nameOf = (text: string) => drawn(text).regions.find(({ name }) => name === 'product_name')!.width;
    expect(nameOf('BIO') - nameOf('Organic farming')).toBe(widthsOf('Organic farming')[0]! - widthsOf('BIO')[0]!);
  });

  test('is no wider than there is room, where the text is drawn smaller', () => {
    const { regions, warnings } = drawn(
      'From the farm of the Miller family near the lake, without any chemicals at all',
    );
    for (const { x, width } of regions) expect(x + width).toBeLessThanOrEqual(device.width);
    expect(warnings.map(({ field }) => field)).toContain('data.badge');
  });

  test('is no wider than the padding of a column leaves', () => {
    const text = { type: 'text', text: '{product_name}', size: 20, width: 'content' };
    const padded = layoutOf(withRoot({ ...column(text, { type: 'price', grow: 1 }), padding: 10 }));
    const content = {
      ...contentOf({ update }, device),
      product_name: 'Organic apples from the lake '.repeat(3).trim(),
    };
    const { x, width } = renderer.regions(content, padded, device)[0]!;
    expect([x, width]).toEqual([10, device.width - 20]);
  });

  test('is the same beside a text of two lines', () => {
    const long = { type: 'text', text: '{product_name}', size: 20, lines: 2, width: 120 };
    const beside = layoutOf(node(long, badge(), { type: 'price', grow: 1 }));
    const widths = ['Apples', 'Organic apples from the lake'].map((product_name) => {
      const content = { ...contentOf({ update }, device), product_name, data: { badge: 'BIO' } };
      const { lines, widths } = renderer.render(content, beside, device).step;
      return [lines, widths];
    });
    expect(widths).toEqual([
      [{}, widths[0]![1]],
      [{ product_name: 2 }, widths[0]![1]],
    ]);
  });

  test('is in the step: equal steps mean equal boxes', () => {
    const [one, other] = [drawn('BIO'), drawn('BIO', 'en-US', 'Pears')];
    expect(one.step).toEqual({
      lines: {},
      hidden: 0,
      widths: { 'data.badge': expect.any(Number), 'data.badge #2': expect.any(Number) },
    });
    expect(other.step).toEqual(one.step);
    expect(other.regions).toEqual(one.regions);
    expect(drawn('NEW').step.widths).not.toEqual(one.step.widths);
  });

  test('has no width without its field, and the step has none without such a box', () => {
    expect(drawn('').regions.map(({ name }) => name)).toEqual(['product_name', 'price']);
    const content = contentOf({ update }, device);
    expect(renderer.render(content, layoutOf(node({ type: 'price' })), device).step).toEqual({ lines: {}, hidden: 0 });
  });

  test('is an upright text or box, and nothing else', () => {
    const of = (node: object) =>
      problemsOf(withRoot(column(node))).map(({ pointer, reason }) => `${pointer} ${reason}`);
    expect(of({ type: 'price', width: 'content' })).toEqual(['#/root/children/0/width content']);
    expect(of({ type: 'text', text: 'x', width: 'content', rotate: 90 })).toEqual(['#/root/children/0/width content']);
    expect(of({ type: 'text', text: 'x', width: 'content', rotate: 180 })).toEqual([]);
    expect(of({ type: 'part', part: 'sku', width: 'content' })).toEqual([]);
    expect(of({ type: 'text', text: 'x', height: 'content' })).toEqual(['#/root/children/0/height format']);
    expect(of({ type: 'text', text: 'x', width: 'auto' })).toEqual(['#/root/children/0/width format']);
  });

  test('is refused where all labels are to have equal boxes', () => {
    const text = { type: 'text', text: '{sku}', width: 'content' };
    expect(problemsOf({ ...node(text), fit: 'same' })).toEqual([
      {
        pointer: '#/root/children/0/width',
        reason: 'content',
        message:
          'Expected a length for #/root/children/0/width, as all labels have equal boxes with the fit "same", but received "content"',
      },
    ]);
  });
});

describe.each([
  ['text', 2],
  ['qr', 1],
])('what is arranged for a %s', (type, from) => {
  const calls: string[] = [];
  const arranger = () => {
    calls.length = 0;
    const slot = {
      node: { type },
      text: type === 'text' ? 0 : undefined,
      turn: 0,
      template: compileTemplate('{product_name}'),
      shared: { prices: new Set() },
    };
    return createFilledArranger(unmetered)(slot as unknown as Slot, {
      arrange: (text, field, mode, failed) => {
        calls.push(`${text} ${mode} ${failed}`);
        if (text === 'Plums' && mode !== 'condensed') return undefined;
        return { marks: [], warnings: [{ code: 'TEXT_SHRUNK', field, message: `${text} ${mode}` }] };
      },
      lines: (_, most) => most,
    });
  };
  const content = contentOf({ update }, device);
  const pears = { ...content, product_name: 'Pears' };
  const plums = { ...content, product_name: 'Plums' };

  test(`is cached from time ${from} on, for all modes that include the one in which it fits; lines are counted by their limit`, () => {
    const { arrange, lines } = arranger();
    for (let label = 0; label < 3; label++)
      for (const each of [content, pears])
        for (const mode of ['plain', 'hyphenated', 'shrunk'] as const)
          expect(arrange(each, mode)!.warnings[0]!.message).toBe(`${each.product_name} plain`);
    expect(calls.filter((call) => call === 'Pears plain undefined')).toHaveLength(from);
    expect(calls).toHaveLength(2 * from);
    expect([2, 3, 2].map((most) => lines!(content, most))).toEqual([2, 3, 2]);
  });

  test('is not tried again in a mode in which it is known not to fit', () => {
    const { arrange } = arranger();
    for (let label = 0; label < 2; label++)
      for (const mode of ['shrunk', 'plain', 'condensed', 'plain', 'hyphenated'] as const) {
        const fits = type === 'text' && (mode === 'condensed' || mode === 'hyphenated');
        expect(arrange(plums, mode)?.warnings[0]!.message).toBe(fits ? 'Plums condensed' : undefined);
      }
    expect(calls).toEqual(
      type === 'text' ? ['Plums shrunk undefined', 'Plums condensed shrunk'] : ['Plums shrunk undefined'],
    );
    expect(arrange(pears, 'plain')!.warnings[0]!.message).toBe('Pears plain');
  });
});
