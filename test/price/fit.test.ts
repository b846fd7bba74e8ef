import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { typesetter } from '../support/rulers/renderers.js';
import type { Mark, StencilMark, TextMark } from '../../renderer/drawing/marks.js';
import { createPriceFitter, PriceDoesNotFit, type PriceOptions } from '../../renderer/price/fit.js';
import { formatPrice, locales, type PriceParts } from '../../renderer/price/price.js';
import { diagonal } from '../../renderer/price/strike.js';
import type { Rectangle } from '../../renderer/shapes/rectangle.js';
import { localeRules } from '../../renderer/price/locales.js';
import type { Ruler } from '../../renderer/text/ruler.js';
import { within } from '../support/labels/marks.js';
import { rulerOf } from '../support/rulers/even-ruler.js';

/** Half an em a character; a 7 kerns a whole em away from a 1, and the Arabic zero is a dot. */
const ruler = rulerOf({
  sizes: () => [10, 20, 30, 40, 50],
  metrics: ({ size }) => ({ ascent: size * 0.8, descent: size * 0.2 }),
  em: (text) => text.length / 2 + (text.includes('17') ? 1 : 0),
  word: (text, size) => ({ ascent: /^٠+$/.test(text) ? size * 0.2 : size * 0.8, descent: 0 }),
});
const fitIn = createPriceFitter(ruler);
const fit = (parts: PriceParts, place: Rectangle, options: PriceOptions) => fitIn(place, options).set(parts);
const start: PriceOptions = { align: 'start', valign: 'middle', ink: 1 };
const struck: PriceOptions = { ...start, strike: 2 };

function box(width: number, height: number): Rectangle {
  return { x: 100, y: 50, width, height };
}
const texts = (marks: readonly Mark[]) => marks.filter((mark): mark is TextMark => mark.kind === 'text');
const lines = (marks: readonly Mark[]) => marks.filter((mark): mark is StencilMark => mark.kind === 'stencil');
const sizeOf = (marks: readonly Mark[]) => Math.max(...texts(marks).map(({ word }) => word.font.size));

const yen = formatPrice('888.00', 'ja-JP', 'JPY');

describe('a price in a box', () => {
  test('has a line that is visible on digits of its ink, too', () => {
    const lineIn = (strike: number) => lines(fit(yen, box(200, 100), { ...start, backdrop: 3, strike }))[0];
    expect(lineIn(1)).toMatchObject({ ink: 1, over: 3 });
    expect(lineIn(2)).toMatchObject({ ink: 2 });
    expect(lineIn(2)).not.toHaveProperty('over');
  });

  test('is as large as the box allows, and no larger than the layout does', () => {
    expect(sizeOf(fit(yen, box(200, 100), start))).toBe(50);
    expect(sizeOf(fit(yen, box(200, 100), { ...start, largest: 34 }))).toBe(30);
    expect(sizeOf(fit(yen, box(200, 100), { ...start, largest: 3 }))).toBe(10);
  });

  test('whose digits kern to more than any of them repeated shrinks until it fits', () => {
    const fitPrice = fitIn(box(114, 40), start).set;
    expect(sizeOf(fitPrice(formatPrice('177.00', 'hu-HU', 'HUF')))).toBe(30);
    expect(sizeOf(fitPrice(formatPrice('888.00', 'hu-HU', 'HUF')))).toBe(50);
  });

  test('is as large as the first of its shape, which another currency with the same sign does not decide', () => {
    const pesos = formatPrice('123.00', 'de-DE', 'CLP');
    for (const width of [60, 80, 100]) {
      const freshly = () => createPriceFitter(ruler)(box(width, 40), start).set;
      const fitPrice = freshly();
      // Its cents are plain, as are those of pesos, which have none.
      fitPrice(formatPrice('0.45', 'de-DE', 'USD'));
      expect(fitPrice(pesos)).toEqual(freshly()(pesos));
    }
  });

  test('is above its symbol where the two have no room side by side', () => {
    const marks = fit(yen, box(20, 100), start).filter((mark) => mark.kind === 'text');
    const [sign, digits] = [marks.find(({ word }) => word.text === '¥')!, marks.find(({ word }) => word.text !== '¥')!];
    expect(sign.y).toBeGreaterThan(digits.y);
  });

  // The prices of layouts on 250 × 122 px, wide and narrow.
  test.each('118×90 123×66 137×51 138×44 164×34 242×94'.split(' '))(
    'has one form on a shelf, here in %s px: its symbol is under the cents, whatever the number of digits',
    (size) => {
      const [width, height] = size.split('×').map(Number) as [number, number];
      const shelf = createPriceFitter(typesetter)({ x: 0, y: 0, width, height }, start);
      for (const price of ['1.79', '5.49', '12.99', '88.88', '149.99']) {
        const marks = texts(shelf.set(formatPrice(price, 'de-DE', 'EUR')));
        const [cents, sign] = marks.slice(-2);
        expect([marks.length, sign!.word.text]).toEqual([4, '€']);
        expect(sign!.x + sign!.word.right).toBeLessThanOrEqual(cents!.x + cents!.word.right);
      }
    },
  );

  test('too large at the smallest size is refused, never clipped', () => {
    expect(() => fit(yen, box(8, 100), start)).toThrow(PriceDoesNotFit);
    expect(() => fit(yen, box(200, 7), start)).toThrow(PriceDoesNotFit);
  });

  test('has a size that fits although the next smaller one does not', () => {
    const real = createPriceFitter(typesetter)({ x: 0, y: 0, width: 40, height: 12 }, start);
    expect(sizeOf(real.set(formatPrice('3.49', 'en-US', 'USD')))).toBe(15);
  });

  test('keeps its baseline in digits of unequal height', () => {
    const fitPrice = fitIn(box(200, 100), start).set;
    const baselines = ['0.00', '5.17', '9.99'].map((price) => {
      const marks = texts(fitPrice(formatPrice(price, 'ar-EG', 'EUR')));
      return marks.map(({ y, word }) => [y, word.font.size]);
    });
    expect(baselines[1]).toEqual(baselines[0]);
    expect(baselines[2]).toEqual(baselines[0]);
  });
});

describe('a price in the appearance that the layout wants', () => {
  const euros = formatPrice('3.49', 'de-DE', 'EUR');
  const words = (place: Rectangle, appearance: PriceOptions['appearance']) =>
    texts(fit(euros, place, { ...start, appearance })).map(({ word }) => `${word.text} ${word.font.size}`);

  test('has raised cents or none, and a sign that is small, full or left out', () => {
    const room = box(400, 60);
    expect(words(room, { style: 'plain', sign: 'none' })).toEqual(['3,49 50']);
    expect(words(room, { style: 'raised', sign: 'none' })).toEqual(['3 50', ', 10', '49 30']);
    expect(words(room, { style: 'raised', sign: 'full' })).toEqual(['3 50', ', 10', '49 30', '€ 50']);
    expect(words(room, { style: 'plain', sign: 'small' })).toEqual(['3,49 50', '€ 20']);
    expect(words(room, { style: 'plain', sign: 'full' })).toEqual(['3,49 50', '€ 50']);
  });

  test('is plain where the integer is 0, beside prices of as many digits with raised cents', () => {
    const { set } = fitIn(box(400, 60), start);
    const shown = (price: string) => texts(set(formatPrice(price, 'de-DE', 'EUR'))).map(({ word }) => word.text);
    for (let time = 0; time < 2; time++) {
      expect(shown('0.36')).toEqual(['0,36', '€']);
      expect(shown('5.36')).toEqual(['5', ',', '36', '€']);
      expect(shown('10.36')).toEqual(['10', ',', '36', '€']);
    }
    expect(words(box(400, 60), { style: 'raised' })[0]).toBe('3 50');
    const raised = fitIn(box(400, 60), { ...start, appearance: { style: 'raised' } });
    expect(texts(raised.set(formatPrice('0.36', 'de-DE', 'EUR'))).map(({ word }) => word.text)).toEqual(['0,36', '€']);
  });

  test('is complete in another appearance where there is no room for this one', () => {
    // A digit is 5 px wide at the smallest size, and the sign needs 2 px more before it.
    expect(words(box(20, 40), { sign: 'full' }).join(' ')).toMatch(/€/);
    expect(() => words(box(4, 40), { sign: 'full' })).toThrow(PriceDoesNotFit);
  });

  test('has no symbol under its cents where that would be as low as the digits', () => {
    expect(words(box(22, 18), {})).toEqual(['3,49 10', '€ 10']);
    expect(() => words(box(22, 16), {})).toThrow(PriceDoesNotFit);
    const real = createPriceFitter(typesetter);
    const shown = (height: number) =>
      texts(real({ x: 0, y: 0, width: 24, height }, start).set(euros)).map(({ word }) => word.text);
    expect(() => shown(24)).toThrow(PriceDoesNotFit);
    expect(shown(27)).toEqual(['3,49', '€']);
  });

  test('has a symbol wider than a digit where there is no smaller one', () => {
    const measure: Ruler['measure'] = (text, font) => ({
      ...ruler.measure(text, font),
      ...(text === '€' && { right: font.size, advance: font.size }),
    });
    const { set } = createPriceFitter({ ...ruler, measure })(box(60, 12), start);
    expect(texts(set(euros)).map(({ word }) => word.text)).toEqual(['3,49', '€']);
  });

  test('has small cents with their separator, or raised ones that are smaller than the rest', () => {
    const seen = { plain: 0, raised: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom('auto', 'raised', 'plain'),
        fc.constantFrom('auto', 'small', 'full', 'none'),
        fc.integer({ min: 30, max: 300 }),
        fc.integer({ min: 12, max: 80 }),
        (style, sign, width, height) => {
          const drawn = texts(fit(euros, box(width, height), { ...start, appearance: { style, sign } }));
          const amount = drawn.filter(({ word }) => word.text !== '€');
          seen[amount.length === 1 ? 'plain' : 'raised']++;
          if (amount.length === 1) expect(amount[0]!.word.text).toBe('3,49');
          else {
            const [whole, , cents] = amount.map(({ word }) => word);
            expect(style).not.toBe('plain');
            expect(amount.map(({ word }) => word.text)).toEqual(['3', ',', '49']);
            expect(cents!.ascent).toBeLessThanOrEqual(0.72 * whole!.ascent);
          }
        },
      ),
    );
    expect(Math.min(seen.plain, seen.raised)).toBeGreaterThan(10);
  });
});

describe('a price struck through', () => {
  test('has a line over its digits that sticks out by a tenth of its size at each side', () => {
    // At 40 px: 4 characters of 20 px and a blank of 2, 4 px at each side, digits of 32 px.
    const marks = fit(yen, box(100, 40), struck);
    expect(sizeOf(marks)).toBe(40);
    const baseline = texts(marks)[0]!.y;
    expect(lines(marks)).toEqual([{ kind: 'stencil', x: 100, y: baseline - 32, ink: 2, stencil: diagonal(90, 32, 1) }]);
    expect(texts(marks).map(({ x, ink }) => `${x} in ink ${ink}`)).toEqual(['104 in ink 1', '126 in ink 1']);
  });

  test('is plain: raised cents would be hidden by the line', () => {
    const dollars = formatPrice('3.50', 'en-US', 'USD');
    const shown = (options: PriceOptions) => texts(fit(dollars, box(200, 40), options)).map(({ word }) => word.text);
    expect(shown(start)).toEqual(['$', '3', '.', '50']);
    expect(shown(struck)).toEqual(['$', '3.50']);
  });

  test('is fitted into as much less width as the line takes', () => {
    // 84 px at 40 px.
    const forint = formatPrice('888.00', 'hu-HU', 'HUF');
    expect(sizeOf(fit(forint, box(91, 40), start))).toBe(40);
    expect(sizeOf(fit(forint, box(92, 40), struck))).toBe(40);
    expect(sizeOf(fit(forint, box(91, 40), struck))).toBe(30);
  });

  test('of the smallest size has a line that sticks out no further than its box', () => {
    // 22 px of price: 2 at each side in 26 px, 1 in 24, none in 23.
    const widths = [27, 26, 25, 24, 23, 22].map((width) => {
      const [line] = lines(fit(yen, box(width, 8), { ...struck, largest: 10 }));
      expect(line!.x).toBe(100);
      return line!.stencil.width;
    });
    expect(widths).toEqual([26, 26, 24, 24, 22, 22]);
  });

  test.each([
    ['start', 100],
    ['center', 143],
    ['end', 187],
  ] as const)('is aligned with its line: %s', (align, x) => {
    const [line] = lines(fit(yen, box(200, 40), { ...struck, align, valign: 'top' }));
    expect([line!.x, line!.stencil.width]).toEqual([x, 113]);
  });

  test('fits if and only if `fits` holds', () => {
    const fitSetIn = createPriceFitter(typesetter);
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.integer({ min: 0, max: 9_999_999 }),
        fc.integer({ min: 5, max: 120 }),
        fc.integer({ min: 5, max: 50 }),
        fc.boolean(),
        (locale, whole, width, height, strikes) => {
          const fitted = fitSetIn(box(width, height), { ...(strikes ? struck : start), locale });
          const parts = formatPrice(`${whole}.00`, locale, localeRules[locale]!.home);
          const fits = fitted.fits(parts);
          if (fits) expect(fitted.set(parts).length).toBeGreaterThan(0);
          else expect(() => fitted.set(parts)).toThrow(PriceDoesNotFit);
          seen[`${fits}`]++;
        },
      ),
      // The smallest size does not fit in this box, but the next one does.
      { examples: [['th-TH', 0, 34, 11, false]] },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(5);
  });

  test('leaves no box, in any locale that the fonts have digits of', () => {
    const fitSetIn = createPriceFitter(typesetter);
    const latin = locales.filter((locale) => localeRules[locale]!.digits === 'latn');
    fc.assert(
      fc.property(
        fc.constantFrom(...latin),
        fc.integer({ min: 0, max: 9_999_999 }),
        fc.integer({ min: 200, max: 400 }),
        fc.integer({ min: 30, max: 120 }),
        fc.constantFrom('start', 'center', 'end'),
        (locale, whole, width, height, align) => {
          const place = box(width, height);
          const parts = formatPrice(`${whole}.00`, locale, localeRules[locale]!.home);
          const marks = fitSetIn(place, { ...struck, locale, align, valign: 'bottom' }).set(parts);
          const [line] = lines(marks);
          for (const mark of texts(marks)) {
            const { left, right, ascent, descent } = mark.word;
            expect(mark.x + left).toBeGreaterThan(line!.x);
            expect(mark.x + right).toBeLessThan(line!.x + line!.stencil.width);
            expect(mark.y - ascent).toBeGreaterThanOrEqual(place.y);
            expect(mark.y + descent).toBeLessThanOrEqual(place.y + height);
          }
          expect(within({ ...line!, ...line!.stencil }, place)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});
