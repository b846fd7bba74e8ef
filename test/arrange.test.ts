import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Device, loadDevices } from '../devices/index.js';
import { createArrange } from '../renderer/arrange.js';
import { createBoxes, type LeafBox } from '../renderer/boxes.js';
import type { Mark } from '../renderer/drawing.js';
import { type Content, currencies, currencyDecimals, loadLayouts, locales } from '../renderer/index.js';
import { localeRules } from '../renderer/locales.js';
import { formatPrice } from '../renderer/price.js';
import { createTypesetter } from '../renderer/typesetter.js';
import { cases, contentOf } from './support/cases.js';

const typesetter = createTypesetter();
const boxes = await createBoxes(typesetter);
const arrange = createArrange(typesetter, boxes);
const devices = [...loadDevices().values()];
const layouts = [...loadLayouts().values()];

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The ink's bounds of a mark. */
function inkOf(mark: Mark): Rectangle {
  if (mark.kind === 'fill') return mark;
  const { stencil, left, top } = typesetter.word(mark.text, mark.font);
  return { x: mark.x + left, y: mark.y + top, width: stencil.width, height: stencil.height };
}

const within = (inner: Rectangle, outer: Rectangle) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const overlap = (a: Rectangle, b: Rectangle) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const price = fc
  .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => [String(whole), String(cents).padStart(2, '0')] as const);

const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
      fc.string({ unit: fc.constantFrom(...Array.from('abcdeWMßéÅŐ ,-/&Жщώ日本ーไทยمرحبا')), minLength: 1, maxLength }),
    )
    .map((value) => value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() || 'x');

const content = fc
  .record({
    device: fc.constantFrom(...devices),
    product_name: text(120),
    unit: text(32),
    price,
    locale: fc.constantFrom(...locales),
    currency: fc.constantFrom(...currencies),
    sku: fc.constantFrom('', '4006381333931', 'A-1'),
  })
  .map(({ device, price: [whole, cents], currency, ...rest }): { device: Device; content: Content } => ({
    device,
    content: {
      ...rest,
      currency,
      price: `${whole}.${currencyDecimals(currency) === 0 ? '00' : cents}`,
      date: '2026-11-20',
      model_line: device.model_line,
      data: {},
    },
  }));

function leavesOf(layout: (typeof layouts)[number], device: Device, { sku }: Content): readonly LeafBox[] {
  return boxes(layout, device, (field) => field === 'sku' && sku !== '');
}

describe.each(layouts.map((layout) => [layout.id, layout] as const))('layout %s', (_, layout) => {
  test('the boxes lie on the panel and do not overlap', () => {
    for (const device of devices) {
      const leaves = leavesOf(layout, device, contentOf(cases.short!, device));
      for (const [i, leaf] of leaves.entries()) {
        expect(within(leaf, { x: 0, y: 0, ...device })).toBe(true);
        for (const other of leaves.slice(i + 1)) expect(overlap(leaf, other)).toBe(false);
      }
    }
  });

  test('whatever is posted, no ink leaves its box, no two words overlap, and the price is whole', () => {
    fc.assert(
      fc.property(content, ({ device, content: posted }) => {
        const { marks } = arrange(posted, layout, device);
        const leaves = leavesOf(layout, device, posted);
        const inks = marks.map(inkOf);
        for (const [i, ink] of inks.entries()) {
          expect(leaves.some((leaf) => within(ink, leaf))).toBe(true);
          for (const other of inks.slice(i + 1)) expect(overlap(ink, other)).toBe(false);
        }
        const parts = formatPrice(posted.price, posted.locale, posted.currency);
        const drawn = marks.flatMap((mark) => (mark.kind === 'text' && mark.font.face === 'price' ? [mark.text] : []));
        const amount = parts.integer + parts.separator + parts.decimals;
        expect(drawn.join('')).toBe(parts.side === 'before' ? parts.sign + amount : amount + parts.sign);
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  test.each(devices.map((device) => [device.id, device] as const))(
    '%s: the price is the largest thing, the widest one too',
    (__, device) => {
      for (const locale of locales)
        for (const example of [cases.short!, cases['widest-price']!]) {
          const home = { locale, currency: localeRules[locale]!.home };
          const posted = contentOf(example, device);
          const price = posted.price.replace(/..$/, currencyDecimals(home.currency) === 0 ? '00' : '99');
          const { marks } = arrange({ ...posted, ...home, price }, layout, device);
          const heights = (face: 'price' | 'other') =>
            marks.flatMap((mark) =>
              mark.kind === 'text' && (mark.font.face === 'price') === (face === 'price')
                ? [typesetter.measure(face === 'price' ? '0' : 'H', mark.font).ascent]
                : [],
            );
          expect(Math.max(...heights('price'))).toBeGreaterThan(Math.max(...heights('other')));
        }
    },
  );
});

describe('what is kept from one label to the next', () => {
  test('changes nothing: a label is arranged as if it were the first', () => {
    fc.assert(
      fc.property(content, ({ device, content: posted }) => {
        const fresh = createArrange(typesetter, boxes);
        for (const layout of layouts) expect(arrange(posted, layout, device)).toEqual(fresh(posted, layout, device));
      }),
      { numRuns: 200 },
    );
  });
});

describe('prices side by side', () => {
  test('with as many digits have the same size and baseline', () => {
    const device = devices.find(({ id }) => id === 'solum-m2-2.9-bwr')!;
    const digits = (amount: string) => {
      const { marks } = arrange({ ...contentOf(cases.short!, device), price: amount }, layouts[0]!, device);
      return marks.flatMap((mark) =>
        mark.kind === 'text' && mark.font.face === 'price' ? [[mark.y, mark.font.size]] : [],
      );
    };
    for (const amount of ['1.11', '8.88', '4.07']) expect(digits(amount)).toEqual(digits('3.50'));
  });
});
