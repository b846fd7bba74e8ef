import { describe, expect, test } from '@jest/globals';
import type { Mark } from '../../renderer/drawing/marks.js';
import { createPriceFitter, PriceDoesNotFit, type PriceOptions } from '../../renderer/price/fit.js';
import { formatPrice } from '../../renderer/price/price.js';
import type { Ruler } from '../../renderer/text/ruler.js';

/**
 * Half an em a character, half of that for a 1, and ink from 1 px right of the pen on. Digits are 3/4 em high, those of
 * Arabic 1/2, signs of money 1 em; a comma hangs 1/4 em below the line.
 */
const ruler: Ruler = {
  sizes: () => [9, 12, 18, 24, 27, 36, 48],
  blank: ({ size }) => size / 4,
  metrics: ({ size }) => ({ ascent: size * 0.8, descent: size / 6 }),
  advance: (text, font) => ruler.measure(text, font).advance,
  measure: (text, font) => {
    const { size } = font;
    const width = Array.from(text).reduce((sum, character) => sum + (character === '1' ? size / 4 : size / 2), 0);
    const heights = Array.from(text, (character) =>
      /[$€£]/.test(character) ? 1 : /[٠-٩٬٫]/.test(character) ? 0.5 : 0.75,
    );
    const ascent = Math.max(0, ...heights) * size;
    return {
      text,
      font,
      left: 1,
      right: 1 + width,
      advance: 1 + width,
      ascent,
      descent: text.includes(',') ? size / 4 : 0,
      missing: [],
    };
  },
};

interface Given extends Partial<PriceOptions> {
  readonly price?: string;
  readonly width?: number;
  readonly height?: number;
}

/** The marks of a price in a box whose top left corner is 100, 50. */
function marks(
  locale: string,
  currency: string,
  { price = '3.50', width = 400, height = 60, ...options }: Given,
): readonly Mark[] {
  const fit = createPriceFitter(ruler)(
    { x: 100, y: 50, width, height },
    { align: 'start', valign: 'top', ink: 1, ...options },
  );
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

const at36 = { largest: 36 };

describe('the parts of a price', () => {
  test('stand a sixteenth of an em apart, raised ones two thirds as large and at the height of the digits', () => {
    // $: 1 em of 24 px, raised so that its top is that of digits of 27 px.
    expect(words('en-US', 'USD', at36)).toEqual([
      ['$', 0, 24, 24],
      ['3', 14, 27, 36],
      ['50', 34, 18, 24],
    ]);
  });

  test('are apart by a fifth of an em where the locale has a blank', () => {
    expect(words('de-DE', 'EUR', at36)).toEqual([
      ['3', 0, 27, 36],
      ['50', 20, 18, 24],
      ['€', 50, 24, 24],
    ]);
    expect(words('de-AT', 'EUR', at36)).toEqual([
      ['€', 0, 24, 24],
      ['3', 18, 27, 36],
      ['50', 38, 18, 24],
    ]);
  });

  test('stand on one line where nothing is raised, at the side of the amount that the locale says', () => {
    // The sign is higher than the digits: the baseline is as far below the box's top as the sign needs.
    expect(words('en-GB', 'GBP', at36)).toEqual([
      ['£', 0, 36, 36],
      ['3.50', 20, 36, 36],
    ]);
    expect(words('az-AZ', 'EUR', at36)).toEqual([
      ['3,50', 0, 36, 36],
      ['€', 78, 36, 36],
    ]);
  });

  test('that are letters are two thirds as large, on the line, and apart', () => {
    expect(words('de-CH', 'CHF', at36)).toEqual([
      ['CHF', 0, 27, 24],
      ['3.50', 42, 27, 36],
    ]);
  });

  test('have the smallest font that is not too large: two thirds of it, or the smallest of all', () => {
    const sizes = (largest: number) => words('en-US', 'USD', { largest }).map(([, , , size]) => size);
    expect([48, 36, 27, 24, 18, 12, 9].map(sizes)).toEqual([
      [27, 48, 27],
      [24, 36, 24],
      [18, 27, 18],
      [12, 24, 12],
      [12, 18, 12],
      [9, 12, 9],
      [9, 9, 9],
    ]);
  });

  test('of the smallest price are 2 px apart', () => {
    expect(words('de-DE', 'EUR', { largest: 9 }).map(([, x]) => x)).toEqual([0, 6.5, 17.5]);
  });

  test('in digits of another height keep their own line', () => {
    // Digits of 18 px: raised parts there are none, the sign is of letters of 24 px and 18 px high.
    expect(words('ar-EG', 'CHF', at36)).toEqual([
      ['CHF', 0, 18, 24],
      ['٣٫٥٠', 42, 18, 36],
    ]);
    expect(words('ar-EG', 'EUR', at36).map(([, , y]) => y)).toEqual([36, 36]);
  });
});

describe('the baseline of a price', () => {
  const bottom = { ...at36, valign: 'bottom' } as const;

  test('leaves a sixth of an em below it, whatever the price is', () => {
    expect(words('en-US', 'USD', bottom).map(([, , y]) => y)).toEqual([51, 54, 45]);
    expect(words('en-GB', 'GBP', bottom).map(([, , y]) => y)).toEqual([54, 54]);
  });

  test('leaves more where a comma needs it, and none for the tail of what is raised', () => {
    expect(words('az-AZ', 'EUR', bottom).map(([, , y]) => y)).toEqual([51, 51]);
    expect(words('de-DE', 'EUR', { ...bottom, price: '3333.50' }).map(([, , y]) => y)).toEqual([54, 45, 51]);
  });

  test('is in the middle of what the price takes', () => {
    // 36 px above it and 6 below in a box of 60.
    expect(words('en-GB', 'GBP', { ...at36, valign: 'middle' }).map(([, , y]) => y)).toEqual([45, 45]);
  });
});

describe('the size of a price', () => {
  const size = (given: Given, locale = 'en-GB', currency = 'GBP') =>
    Math.max(...marks(locale, currency, given).map((mark) => (mark.kind === 'text' ? mark.word.font.size : 0)));

  test('is the largest at which it is as wide as its box at most', () => {
    // 18 + 2 + 4 × 18, and at 48 px 24 + 3 + 4 × 24.
    expect([92, 91].map((width) => size({ width }))).toEqual([36, 27]);
    expect([123, 122].map((width) => size({ width }))).toEqual([48, 36]);
  });

  test('is the largest at which it is as high as its box at most, and no larger than the layout says', () => {
    expect([56, 55].map((height) => size({ height }))).toEqual([48, 36]);
    expect([48, 47, 36, 35].map((largest) => size({ largest }))).toEqual([48, 36, 36, 27]);
  });

  test('is that of the widest digits, so that narrow ones stand as large beside them', () => {
    // 1.11 takes 63 px at 36 px and would fit at 48; 8.88 takes 92.
    expect(['1.11', '8.88', '1.88'].map((price) => size({ price, width: 100 }))).toEqual([36, 36, 36]);
  });

  test('is the same on the next label', () => {
    const fit = createPriceFitter(ruler)(
      { x: 0, y: 0, width: 100, height: 60 },
      { align: 'start', valign: 'top', ink: 1 },
    );
    const sizes = (price: string) =>
      fit(formatPrice(price, 'en-GB', 'GBP')).map((mark) => mark.kind === 'text' && mark.word.font.size);
    for (let time = 0; time < 2; time++) {
      expect(sizes('8.88')).toEqual([36, 36]);
      expect(sizes('88.88')).toEqual([27, 27]);
    }
  });

  test('may be one whose next smaller one does not fit, as sizes are rounded to whole pixels', () => {
    // Digits of 24 px came out as wide as those of 36.
    const uneven: Ruler = {
      ...ruler,
      measure: (text, font) => ({
        ...ruler.measure(text, font),
        right: Array.from(text).length * (font.size === 24 ? 18 : font.size / 2) + 1,
      }),
    };
    const fit = createPriceFitter(uneven)(
      { x: 0, y: 0, width: 75, height: 60 },
      { align: 'start', valign: 'top', ink: 1 },
    );
    expect(fit(formatPrice('3.50', 'en-GB', 'GBP'))).toMatchObject([
      { word: { font: { size: 27 } } },
      { word: { font: { size: 27 } } },
    ]);
  });
});

describe('a price in a box that is too narrow for its sign', () => {
  test('has the sign below, in the middle, a pixel below the deepest comma', () => {
    // 1,234 takes 20.25 px at 9 px, and with its sign 2 + 4.5 more.
    expect(words('en-US', 'JPY', { price: '2345.00', width: 23 })).toEqual([
      ['¥', 9, 6.75 + 2.25 + 1 + 6.75, 9],
      ['2,345', 0, 6.75, 9],
    ]);
  });

  test('has it behind the amount where the locale says so, and is as wide as the wider of both', () => {
    expect(words('hu-HU', 'HUF', { price: '5.00', width: 10, align: 'end' })).toEqual([
      ['5', 1, 6.75, 9],
      ['Ft', 1, 6.75 + 1 + 6.75, 9],
    ]);
  });

  test('has all of its amount in one size', () => {
    expect(words('en-US', 'USD', { price: '3.50', width: 14 }).map(([text]) => text)).toEqual(['$', '350']);
  });

  test('takes the height of both lines, or is refused', () => {
    const draw = (height: number) => words('hu-HU', 'HUF', { price: '5.00', width: 10, height });
    expect(draw(15)).toHaveLength(2);
    expect(() => draw(14)).toThrow(PriceDoesNotFit);
  });

  test('is refused whatever its digits are, when others as many would not fit', () => {
    const draw = (price: string) => words('ja-JP', 'JPY', { price, width: 13 });
    expect(() => draw('888.00')).toThrow(PriceDoesNotFit);
    expect(() => draw('111.00')).toThrow(PriceDoesNotFit);
    expect(draw('88.00')).toHaveLength(2);
  });

  test('is refused by the size of its box', () => {
    expect(() => words('ja-JP', 'JPY', { price: '888.00', width: 8, height: 50 })).toThrow(
      expect.objectContaining({
        name: 'PriceDoesNotFit',
        message: 'Expected room for the whole price in the layout but received a box of 8×50 px',
      }),
    );
  });
});

describe('the line through a price', () => {
  const line = (given: Given, locale = 'en-GB', currency = 'GBP') => {
    const found = marks(locale, currency, { strike: 2, ...given }).filter((mark) => mark.kind === 'fill');
    return found.map(({ x, y, width, height, ink }) => [x - 100, y - 50, width, height, ink]);
  };

  test('is there when it is asked for', () => {
    expect(line({ ...at36, strike: undefined })).toEqual([]);
  });

  test('is a fourteenth of its size thick and reaches out by a tenth, at the middle of its digits', () => {
    // At 36 px: 92 px of price, 4 at each side; digits of 27 px, the line 3.
    expect(line(at36)).toEqual([[0, 36 - 15, 100, 3, 2]]);
    expect(line({ largest: 9 })).toEqual([[0, 9 - 4, 4.5 + 2 + 18 + 4, 1, 2]]);
    // The digits of Arabic are 18 px high.
    expect(line(at36, 'ar-EG', 'CHF')[0]![1]).toBe(18 - 11);
  });

  test('gets its reach from the box’s width: 100 px hold it at 36 px, 99 do not', () => {
    expect(line({ width: 100 })[0]![2]).toBe(100);
    expect(line({ width: 99 })[0]![2]).toBe(13.5 + 2 + 54 + 6);
  });

  test('reaches out no further than the box where the price has its smallest size', () => {
    // 20 px of price: 2 at each side in 24 px, 1 in 22, none in 21.
    const given = { price: '888.00', largest: 9 };
    expect([24, 22, 21, 20].map((width) => line({ ...given, width }, 'ja-JP', 'JPY')[0]!)).toEqual([
      [0, 2.75, 24, 1, 2],
      [0, 2.75, 22, 1, 2],
      [0, 2.75, 20, 1, 2],
      [0, 2.75, 20, 1, 2],
    ]);
  });

  test('leans on the digits as they stand: what hangs below the line counts', () => {
    const old: Ruler = {
      ...ruler,
      measure: (text, font) => ({ ...ruler.measure(text, font), descent: font.size / 4 }),
    };
    const fit = createPriceFitter(old)(
      { x: 0, y: 0, width: 400, height: 60 },
      { align: 'start', valign: 'top', ink: 1, strike: 2, largest: 36 },
    );
    // Digits from 27 px above the line to 9 below it.
    const [fill] = fit(formatPrice('3.50', 'en-US', 'USD')).filter((mark) => mark.kind === 'fill');
    expect(fill!.y).toBe(27 - 11);
  });
});
