import { describe, expect, test } from '@jest/globals';
import type { Mark } from '../../renderer/drawing/marks.js';
import { createPriceFitter, PriceDoesNotFit, type PriceOptions } from '../../renderer/price/fit.js';
import { formatPrice } from '../../renderer/price/price.js';
import type { Ruler } from '../../renderer/text/ruler.js';
import { rulerOf } from '../support/rulers/even-ruler.js';

/**
 * Half an em a character, half of that for a 1, and ink from 1 px right of the pen on. Digits are 3/4 em high, those of
 * Arabic 1/2, signs of money 1 em, separators 1/8; a comma hangs 1/4 em below the line.
 */
const ruler = rulerOf({
  sizes: () => [9, 12, 18, 24, 27, 36, 48],
  metrics: ({ size }) => ({ ascent: size * 0.8, descent: size / 6 }),
  em: (text) => Array.from(text).reduce((sum, character) => sum + (character === '1' ? 0.25 : 0.5), 0),
  word(text, size, width) {
    const heights = Array.from(text, (character) =>
      /[$€£]/.test(character) ? 1 : /[٠-٩٬٫]/.test(character) ? 0.5 : /[.,]/.test(character) ? 0.125 : 0.75,
    );
    const [ascent, descent] = [Math.max(0, ...heights) * size, text.includes(',') ? size / 4 : 0];
    return { left: 1, right: 1 + width, advance: 1 + width, ascent, descent };
  },
});

interface Given extends Partial<PriceOptions> {
  readonly price?: string;
  readonly width?: number;
  readonly height?: number;
}

const start: PriceOptions = { align: 'start', valign: 'top', ink: 1 };

/** The marks of a price in a box whose top left corner is 100, 50. */
function marks(locale: string, currency: string, given: Given): readonly Mark[] {
  const { price = '3.50', width = 400, height = 60, ...options } = given;
  const fit = createPriceFitter(ruler)({ x: 100, y: 50, width, height }, { ...start, ...options }).set;
  return fit(formatPrice(price, locale, currency));
}

/** Each word, where its ink begins, its baseline below the box's top, and its size. */
function words(locale: string, currency: string, given: Given) {
  return marks(locale, currency, given).map((mark) =>
    mark.kind === 'text'
      ? [mark.word.text, mark.x + mark.word.left - 100, mark.y - 50, mark.word.font.size]
      : [mark.kind],
  );
}

/** The same as a text. */
const seen = (...given: Parameters<typeof words>) => Array.from(words(...given), (word) => word.join(' ')).join(' | ');

const at36 = { largest: 36 };

describe('the parts of a price', () => {
  test('stand a sixteenth of an em apart, raised cents two thirds as large, the sign half as large, at the height of the digits', () => {
    // $: 1 em of 18 px, raised so that its top is that of digits of 27 px.
    expect(seen('en-US', 'USD', at36)).toBe('$ 0 18 18 | 3 11 27 36 | . 31 27 36 | 50 31 18 24');
  });

  test('are apart by a ninth of an em where the locale has a blank', () => {
    expect(seen('de-DE', 'EUR', at36)).toBe('3 0 27 36 | , 20 22.5 18 | 50 20 18 24 | € 48 18 18');
    expect(seen('de-AT', 'EUR', at36)).toBe('€ 0 18 18 | 3 13 27 36 | , 33 22.5 18 | 50 33 18 24');
  });

  test('include the separator, under raised cents: its foot is on the baseline, and it is as large as the room there', () => {
    // Digits of 27 px above cents of 18: at 18 px a comma takes 6.75 px of the 9, and 2 are between; at 24 px it takes 9.
    expect(words('de-DE', 'EUR', at36)[1]).toEqual([',', 20, 27 - 18 / 4, 18]);
    // A point of 36 px takes 4.5.
    expect(words('en-US', 'USD', at36)[2]).toEqual(['.', 31, 27, 36]);
  });

  test('are on one line where nothing is raised, at the locale’s side of the amount', () => {
    // The sign is higher than the digits: the baseline is as far below the box's top as the sign needs.
    expect(seen('en-GB', 'GBP', at36)).toBe('£ 0 36 36 | 3.50 20 36 36');
    expect(seen('az-AZ', 'EUR', at36)).toBe('3,50 0 36 36 | € 76 36 36');
  });

  test('that are letters are half as large, on the line, and apart', () => {
    expect(seen('de-CH', 'CHF', at36)).toBe('CHF 0 27 18 | 3.50 31 27 36');
  });

  test('are raised in the largest font of at most two thirds, as long as they are lower than 0.72 of the digits', () => {
    const drawn = (largest: number) =>
      Array.from(words('en-US', 'USD', { largest }), ([text, , , size]) => `${text} ${size}`).join(', ');
    expect(drawn(48)).toBe('$ 24, 3 48, . 48, 50 27');
    expect(drawn(36)).toBe('$ 18, 3 36, . 36, 50 24');
    expect(drawn(27)).toBe('$ 12, 3 27, . 27, 50 18');
    expect(drawn(24)).toBe('$ 12, 3 24, . 24, 50 12');
    expect(drawn(18)).toBe('$ 9, 3 18, . 18, 50 12');
    // 9 px are three quarters of 12.
    for (const size of [12, 9]) expect(drawn(size)).toBe(`$ ${size}, 3.50 ${size}`);
  });

  test('of the smallest price are 2 px apart', () => {
    expect(seen('de-DE', 'EUR', { largest: 9 })).toBe('3,50 0 9 9 | € 20 9 9');
  });

  test('in digits of another height keep their own line', () => {
    // Digits of 18 px: raised parts there are none, the sign is of letters of 18 px and 13.5 px high.
    expect(seen('ar-EG', 'CHF', at36)).toBe('CHF 0 18 18 | ٣٫٥٠ 31 18 36');
    expect(words('ar-EG', 'EUR', at36).map(([, , y]) => y)).toEqual([36, 36]);
  });
});

describe('the baseline of a price', () => {
  const bottom = { ...at36, valign: 'bottom' } as const;

  test('is at the foot of its box where nothing hangs below it', () => {
    expect(words('en-US', 'USD', bottom).map(([, , y]) => y)).toEqual([51, 60, 60, 51]);
    expect(words('en-GB', 'GBP', bottom).map(([, , y]) => y)).toEqual([60, 60]);
  });

  test('leaves room for a comma, and none for the tails of raised parts', () => {
    expect(words('az-AZ', 'EUR', bottom).map(([, , y]) => y)).toEqual([51, 51]);
    expect(words('de-DE', 'EUR', { ...bottom, price: '333.50' }).map(([, , y]) => y)).toEqual([60, 55.5, 51, 51]);
  });

  test('is in the middle of the height of the price', () => {
    // 36 px above it in a box of 60.
    expect(words('en-GB', 'GBP', { ...at36, valign: 'middle' }).map(([, , y]) => y)).toEqual([48, 48]);
  });

  test('is that of all prices of its shape: a digit that hangs lower than others moves none of them', () => {
    const old: Ruler = {
      ...ruler,
      measure: (text, font) => ({ ...ruler.measure(text, font), descent: text.includes('3') ? font.size / 4 : 0 }),
    };
    const fit = createPriceFitter(old)({ x: 0, y: 0, width: 400, height: 60 }, { ...start, valign: 'bottom' }).set;
    const baseline = (price: string) =>
      fit(formatPrice(price, 'en-GB', 'GBP')).map((mark) => mark.kind === 'text' && mark.y);
    expect(baseline('1.11')).toEqual(baseline('3.33'));
  });
});

describe('the size of a price', () => {
  const size = (given: Given, locale = 'en-GB', currency = 'GBP') =>
    Math.max(...marks(locale, currency, given).map((mark) => (mark.kind === 'text' ? mark.word.font.size : 0)));

  test('is the largest that its box allows in width', () => {
    // The sign is a word, which is small in any case: at 36 px 3 × 9 + 4 + 4 × 18, at 48 px 3 × 12 + 5 + 4 × 24.
    expect([103, 102].map((width) => size({ width, height: 36 }, 'de-CH', 'CHF'))).toEqual([36, 27]);
    expect([137, 136].map((width) => size({ width, height: 40 }, 'de-CH', 'CHF'))).toEqual([48, 36]);
  });

  test('is the largest that its box allows in height, and no larger than the layout allows', () => {
    expect([36, 35].map((height) => size({ height }, 'de-CH', 'CHF'))).toEqual([48, 36]);
    expect([48, 47, 36, 35].map((largest) => size({ largest }))).toEqual([48, 36, 36, 27]);
  });

  test('is that of the widest digits, so that narrow ones stand as large beside them', () => {
    // 1.11 takes 101 px at 48 px and would fit; 8.88 takes 137.
    const sizes = ['1.11', '8.88', '1.88'].map((price) => size({ price, width: 120, height: 40 }, 'de-CH', 'CHF'));
    expect(sizes).toEqual([36, 36, 36]);
  });

  test('is the same on the next label', () => {
    const fit = createPriceFitter(ruler)({ x: 0, y: 0, width: 114, height: 30 }, start).set;
    const sizes = (price: string) =>
      fit(formatPrice(price, 'de-CH', 'CHF')).map((mark) => mark.kind === 'text' && mark.word.font.size);
    for (let time = 0; time < 2; time++) {
      expect(sizes('8.88')).toEqual([18, 36]);
      expect(sizes('88.88')).toEqual([12, 27]);
    }
  });
});

describe('a sign that would take width from the digits', () => {
  test('is under the raised cents where there is height for it, beside the separator, on the baseline', () => {
    // 3 takes 24 px, a blank 3, 50 27; under 50 are 36 less 20.25 less 3 px of height.
    expect(seen('de-DE', 'EUR', { width: 56, height: 36 })).toBe(
      '3 0 36 48 | , 27 29.25 27 | 50 27 20.25 27 | € 45.5 36 12',
    );
    expect(words('en-US', 'USD', { width: 56, height: 36 }).map(([text]) => text)).toEqual(['$', '3', '.', '50']);
  });

  test('is small where nothing is raised, with its top at that of the digits', () => {
    // At 36 px 18 + 2 + 54 px; with a sign of 18 px 9 + 2 + 54.
    expect(seen('ja-JP', 'JPY', { price: '888.00', width: 65, height: 27 })).toBe('¥ 0 13.5 18 | 888 11 27 36');
  });
});

describe('a symbol on its own line', () => {
  test('is below the descenders of the amount', () => {
    const drawn = words('en-US', 'CHF', { price: '8888.50', width: 62, height: 60 });
    expect(drawn.map(([text]) => text)).toEqual(['CHF', '8,888', '.', '50']);
    const [sign, amount] = drawn as [string, number, number, number][];
    expect(sign![2] - sign![3] * 0.75).toBeGreaterThan(amount![2] + amount![3] / 4);
  });
});

describe('the wide face', () => {
  /** A face whose digits are a quarter wider. */
  const wide: Ruler = {
    ...ruler,
    measure(text, font) {
      const word = ruler.measure(text, font);
      return font.face === 'price-wide' ? { ...word, right: 1 + (word.right - 1) * 1.25 } : word;
    },
  };
  const faces = (width: number) =>
    createPriceFitter(wide)({ x: 0, y: 0, width, height: 36 }, start)
      .set(formatPrice('888.00', 'hu-HU', 'HUF'))
      .map((mark) => mark.kind === 'text' && `${mark.word.font.face} ${mark.word.font.size}`);

  test('is taken where the height limits the price, and the width has room to spare', () => {
    // 72 + 5 + 24 px at 48 px, and 90 + 5 + 30 in the wide face.
    expect(faces(125)).toEqual(['price-wide 48', 'price-wide 24']);
    expect(faces(124)).toEqual(['price 48', 'price 24']);
    expect(faces(90)).toEqual(['price 36', 'price 18']);
  });
});

describe('a price in a box that is too narrow for its sign', () => {
  test('has the sign below, in the middle, a pixel below the deepest comma', () => {
    // 1,234 takes 20.25 px at 9 px, and with its sign 2 + 4.5 more.
    expect(seen('en-US', 'JPY', { price: '2345.00', width: 23 })).toBe('¥ 9 16.75 9 | 2,345 0 6.75 9');
  });

  test('has it after the amount in some locales, and is as wide as the wider of both', () => {
    expect(seen('hu-HU', 'HUF', { price: '5.00', width: 10, height: 15, align: 'end' })).toBe(
      '5 1 6.75 9 | Ft 1 14.5 9',
    );
  });

  test('has its cents with their separator where they can’t be small', () => {
    expect(words('en-US', 'USD', { price: '3.50', width: 18 }).map(([text]) => text)).toEqual(['$', '3.50']);
  });

  test('takes the height of both lines, or is refused', () => {
    const draw = (height: number) => words('hu-HU', 'HUF', { price: '5.00', width: 10, height });
    expect(draw(15)).toHaveLength(2);
    expect(() => draw(14)).toThrow(PriceDoesNotFit);
  });

  test('is refused for any digits, if other digits of the same number would not fit', () => {
    const draw = (price: string) => words('ja-JP', 'JPY', { price, width: 13 });
    expect(() => draw('888.00')).toThrow(PriceDoesNotFit);
    expect(() => draw('111.00')).toThrow(PriceDoesNotFit);
    expect(draw('88.00')).toHaveLength(2);
  });

  test('is refused by the size of its box', () => {
    const draw = () => words('ja-JP', 'JPY', { price: '888.00', width: 8, height: 50 });
    expect(draw).toThrow(expect.objectContaining({ name: 'PriceDoesNotFit' }));
    expect(draw).toThrow('Expected room for the whole price in the layout but received a box of 8×50 px');
  });
});
