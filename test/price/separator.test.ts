import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { typesetter } from '../support/rulers/renderers.js';
import { faces } from '../../fonts/index.js';
import type { Mark } from '../../renderer/drawing/marks.js';
import { createPriceFitter } from '../../renderer/price/fit.js';
import { localeRules } from '../../renderer/price/locales.js';
import { currencies, formatPrice, locales, type PriceParts } from '../../renderer/price/price.js';
import { currencyDecimals } from '../../renderer/amounts/currencies.js';
import { maxCentsShare } from '../../renderer/price/style.js';
import type { Rectangle } from '../../renderer/shapes/rectangle.js';
import { rowsOf } from '../support/tables/table.js';

const fitIn = createPriceFitter(typesetter);
const raising = locales.filter((locale) => localeRules[locale]!.raised);
const withCents = currencies.filter((currency) => currencyDecimals(currency) > 0);

function draw(parts: PriceParts, box: Rectangle, largest: number): readonly Mark[] {
  return fitIn(box, { align: 'start', valign: 'middle', ink: 1, largest }).set(parts);
}

/** How high raised cents' ink is drawn, as a share of the integer's; undefined where they are plain. */
function heightOfCents(marks: readonly Mark[], { integer, separator, decimals }: PriceParts): number | undefined {
  const words = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.word] : []));
  if (words.some(({ text }) => text === integer + separator + decimals)) return undefined;
  // In "14 14" both have the same text.
  const cents = words.findLast(({ text }) => text === decimals)!;
  // A comma between thousands hangs below the digits.
  const digits = typesetter.measure(integer.replaceAll(/\D/g, ''), words.find(({ text }) => text === integer)!.font);
  return (cents.ascent + cents.descent) / (digits.ascent + digits.descent);
}

describe('a price with raised cents has cents that can’t be read as a part of the integer', () => {
  const wide = { x: 0, y: 0, width: 3000, height: 1000 };

  test.each(faces.price.sizes.filter((size) => size <= 201))('at %d px', (size) => {
    let raised = 0;
    for (const [locale, currency] of rowsOf('en-US → USD | de-DE → EUR | pl-PL → PLN | de-DE → TND'))
      for (const price of ['3.50', '1.11', '1.88', '8.11', '17.00', '4.69']) {
        const parts = formatPrice(price, locale, currency);
        const height = heightOfCents(draw(parts, wide, size), parts);
        if (height === undefined) continue;
        expect(height).toBeLessThanOrEqual(maxCentsShare);
        raised++;
      }
    // Smaller cents could not be read, so a smaller price has its separator.
    expect(raised).toBe(size < 22 ? 0 : 24);
  });

  test('in any box, locale and currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...raising),
        fc.constantFrom(...withCents),
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 120, max: 500 }),
        fc.integer({ min: 30, max: 120 }),
        fc.constantFrom(...faces.price.sizes.filter((size) => size <= 140)),
        (locale, currency, whole, cents, width, height, largest) => {
          const parts = formatPrice(`${whole}.${String(cents).padStart(2, '0')}`, locale, currency);
          const found = heightOfCents(draw(parts, { x: 0, y: 0, width, height }, largest), parts);
          fc.pre(found !== undefined);
          expect(found).toBeLessThanOrEqual(maxCentsShare);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each(rowsOf('en-US → USD → 3.50 → $ 3.50 | de-DE → EUR → 12.99 → 12,99 €'))(
    '%s: with 2.8 mm on a panel of 296 × 128 px, the separator is drawn',
    (locale, currency, price, shown) => {
      const parts = formatPrice(price, locale, currency);
      // 2.8 mm at 111.2 dpi.
      const marks = draw(parts, { x: 0, y: 0, width: 296, height: 128 }, 12.26);
      expect(marks.map((mark) => mark.kind === 'text' && mark.word.text).join(' ')).toBe(shown);
    },
  );
});

describe('the separator under raised cents', () => {
  const wide = { x: 0, y: 0, width: 3000, height: 1000 };
  const cases = rowsOf('en-US → USD | de-DE → EUR | de-AT → EUR | pl-PL → PLN | el-GR → TND');
  /** The box of each word's ink. */
  const inkOf = (marks: readonly Mark[]) =>
    marks.flatMap((mark) => {
      if (mark.kind !== 'text') return [];
      const { text, left, right, ascent, descent } = mark.word;
      const across = { left: mark.x + left, right: mark.x + right };
      return [{ text, mark, ...across, top: mark.y - ascent, bottom: mark.y + descent }];
    });

  test.each(faces.price.sizes.filter((size) => size >= 22 && size <= 201))(
    'has its foot on the baseline and its ink between the digits, the cents and the symbol at %d px',
    (size) => {
      for (const [locale, currency] of [...cases, ['de-DE', 'CHF']] as const)
        for (const price of ['3.50', '1.11', '7.77', '4.69', '20.00'])
          // In the narrower box, the symbol is under the cents.
          for (const width of [3000, Math.max(50, Math.round(size * 1.4))]) {
            const parts = formatPrice(price, locale, currency);
            const words = inkOf(draw(parts, { ...wide, width }, size));
            const at = words.findIndex(({ text }) => text === parts.separator);
            if (at < 0 && width < 3000) continue;
            const [integer, separator, cents] = words.slice(at - 1);
            expect([integer!.text, cents!.text]).toEqual([parts.integer, parts.decimals]);
            expect(separator!.bottom).toBe(integer!.mark.y);
            expect(separator!.left).toBe(cents!.left);
            expect(separator!.top).toBeGreaterThan(cents!.bottom);
            expect(separator!.right).toBeLessThan(cents!.right);
            const sign = words.at(-1)!;
            // Narrower cents than these may have a symbol that is wider than they are.
            if (parts.decimals === '00' && sign.bottom === separator!.bottom)
              expect(sign.right).toBeLessThanOrEqual(cents!.right);
            for (const { left, right, top, bottom } of words.filter((word) => word !== separator))
              expect(
                right <= separator!.left ||
                  left >= separator!.right ||
                  bottom <= separator!.top ||
                  top >= integer!.mark.y,
              ).toBe(true);
          }
    },
  );

  test('costs no size, neither in width nor in height', () => {
    for (const [locale, currency] of cases)
      for (let width = 60; width < 300; width += 7)
        for (const height of [40, 60, 90]) {
          const parts = formatPrice('4.69', locale, currency);
          const sizeOf = (of: PriceParts) =>
            Math.max(...inkOf(draw(of, { x: 0, y: 0, width, height }, 999)).map(({ mark }) => mark.word.font.size));
          // Without a separator: an empty word has no ink.
          expect(sizeOf(parts)).toBeGreaterThanOrEqual(sizeOf({ ...parts, separator: '' }));
        }
  });
});

test.each(raising)('a struck price of %s keeps its separator', (locale) => {
  const parts = formatPrice('4.69', locale, 'USD');
  const options = { align: 'start', valign: 'middle', ink: 1, strike: 1 } as const;
  const words = fitIn({ x: 0, y: 0, width: 200, height: 60 }, options)
    .set(parts)
    .flatMap((mark) => (mark.kind === 'text' ? [mark.word.text] : []));
  expect(words).toContain(`4${localeRules[locale]!.decimal}69`);
});
