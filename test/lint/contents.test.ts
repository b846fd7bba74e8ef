import { describe, expect, test } from '@jest/globals';
import { inPercents, percentBelow, promisedPercents, promisedSavings } from '../../renderer/lint/contents/promised.js';
import { monthOf } from '../../renderer/lint/contents/months.js';
import { readDay } from '../../renderer/lint/contents/read-day.js';
import { readDevice, findDevices } from '../../devices/index.js';
import { createRenderer, loadLayouts } from '../../renderer/index.js';
import { content } from '../support/labels/content.js';
import { locales } from '../../renderer/price/price.js';
import { rowsOf } from '../support/tables/table.js';

describe('a day', () => {
  test.each([
    ...rowsOf(`
      30. marraskuuta → fi-FI → 2026-11-30 | 30. maaliskuuta → fi-FI → 2027-03-30 | 30. lipnja → hr-HR → 2026-06-30
      30. listopada → hr-HR → 2026-10-30 | 30 listopada → pl-PL → 2026-11-30 | 30. června → cs-CZ → 2026-06-30
      30. července → cs-CZ → 2026-07-30 | 30 de noviembre de 2026 → es-ES → 2026-11-30
      30 de novembro → pt-PT → 2026-11-30 | 30 d'agost → ca-ES → 2026-08-30 | 1er décembre → fr-FR → 2026-12-01
      15 aout → fr-FR → 2026-08-15 | November 30th → en-US → 2026-11-30 | 30th of November → en-GB → 2026-11-30
      Nov 30, 2026 → en-US → 2026-11-30 | 1. desember → nb-NO → 2026-12-01 | 2026. november 30. → hu-HU → 2026-11-30
      30 Kasım → tr-TR → 2026-11-30 | 30 ΝΟΕΜΒΡΙΟΥ → el-GR → 2026-11-30 | 30 юни → bg-BG → 2026-06-30
      30.11.2026 г. → bg-BG → 2026-11-30 | 30 лютого → uk-UA → none | 28 лютого → uk-UA → 2027-02-28
      2026년 11월 30일 → ko-KR → 2026-11-30 | 2026年11月30日 → zh-HK → 2026-11-30 | 11月30日 → ja-JP → 2026-11-30
      30 November → ja-JP → 2026-11-30 | 30 Smarch → en-US → none
      30 → de-DE → none | 30.11.26.1 → de-DE → none | 30.11.26 x → de-DE → none | 30, 11 → de-DE → none
      // Those of other calendars ended long ago, or end in centuries.
      1405/09/09 → fa-IR → none | 30/11/2569 → th-TH → none
    `),
    ['\u200f 30.11.2026 \n', 'de-DE', '2026-11-30'],
  ])('%s in %s is %s', (text, locale, day) => {
    expect(readDay(text, locale, '2026-10-20') ?? 'none').toBe(day);
  });

  test('is read as each locale of the product writes it in words', () => {
    const numbers = /\p{Nd}|月|^(?:كانون|تشرين)/u;
    for (const locale of locales)
      for (let month = 1; month <= 12; month++)
        for (const style of ['long', 'short'] as const) {
          const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, {
            day: 'numeric',
            month: style,
            timeZone: 'UTC',
          });
          const part = format
            .formatToParts(new Date(Date.UTC(2026, month - 1, 15)))
            .find(({ type }) => type === 'month');
          const word = part!.value.replace(/^(?:de |d’)/, '');
          if (numbers.test(word)) continue;
          expect([locale, word, monthOf(word, locale)]).toEqual([locale, word, month]);
        }
  });
});

describe('a promised percentage', () => {
  test.each(
    rowsOf(`
      -30 % → 30 | – 30 % → 30 | Promo : - 30 % → 30 | jetzt −30% → 30 | -12,5 % → 12.5
      -10 % Rabatt, bis zu 50 % mit Karte → 50 | 20-30 % Rabatt → 30 | Espresso – 100 % Arabica → none
      Bio-85 % Kakao → none | 3,8 % Fett → none
  `),
  )('in "%s" is %s', (promotion, percent) => {
    const promised = promisedPercents({
      content: { data: { promotion } } as never,
      shown: new Set(['data.promotion']),
    });
    expect(promised.map((each) => String(each.percent))).toEqual(percent === 'none' ? [] : [percent]);
  });
});

describe('a promised saving', () => {
  test.each(
    rowsOf(`
      Save $2.00 → 50 | Du sparst 2,00 → 50 | Sie sparen 1,00 € heute → Infinity | Spare 1.00 USD → 25 | Économisez 3 → 75
      Half price → 49.5 | Zum halben Preis → 49.5 | ½ price! → 49.5 | 1/4 off → 24.5 | 1/2 price → 49.5
      2nd half price → none | Zweites zum halben Preis → none | Save 30 % → none | Save 1.234 → none | New → none
  `),
  )('in "%s" is %s', (promotion, percent) => {
    const label = { content: content({ data: { promotion } }), shown: new Set(['data.promotion']) };
    expect(promisedSavings(label, '4.00').map((each) => String(each.percent))).toEqual(
      percent === 'none' ? [] : [percent],
    );
  });
});

test.each([
  ['multi-buy', { quantity: '2', offer_price: '3.00' }, ['PRICE_MAGNITUDE']],
  ['multi-buy', { quantity: '3 for', offer_price: '1.00' }, ['PRICE_MAGNITUDE']],
  ['multi-buy', { quantity: '3 für', offer_price: '10.50' }, ['MULTI_BUY_DEARER']],
  ['multi-buy', { quantity: '2 x', offer_price: '5.00' }, []],
  ['multi-buy', { quantity: '0.5 for', offer_price: '1.00' }, ['MULTI_BUY_QUANTITY']],
  ['multi-buy', { quantity: '1 for', offer_price: '3.00' }, ['MULTI_BUY_QUANTITY']],
  ['multi-buy', { quantity: '2', offer_price: '5.00', pay_quantity: '1' }, ['FIELD_TWICE']],
  ['multi-buy', { quantity: '3', offer_price: '7.00', pay_quantity: '2' }, []],
  ['promotion', { previous_price: '4.50', promotion: 'Save $2.00' }, ['DISCOUNT_TOO_HIGH']],
  ['promotion', { previous_price: '4.50', promotion: 'Half price' }, ['DISCOUNT_TOO_HIGH']],
  ['promotion', { previous_price: '4.50', promotion: 'Save $1.00' }, []],
  ...['Save 1 €', 'Save EUR 0.50', 'Spare 0,50 €', 'Save £0.20'].map(
    (promotion) => ['promotion', { previous_price: '4.50', promotion }, ['DISCOUNT_TOO_HIGH']] as const,
  ),
  ['allergens', { icons: 'gluten_free gluten' }, ['FIELD_TWICE']],
  ['allergens', { icons: 'vegan, milk' }, ['FIELD_TWICE']],
  ['produce', { origin: 'Spain', icons: 'vegetarian allergen_fish' }, ['FIELD_TWICE']],
  ['allergens', { icons: 'lactose_free milk' }, []],
  ['allergens', { icons: 'vegetarian milk eggs' }, []],
  [
    'menu',
    {
      title: 'Lunch',
      items: [
        { name: 'Soup', price: '4.50' },
        { name: 'Tea', price: '0.00' },
      ],
    },
    ['PRICE_ZERO'],
  ],
  ['menu', { title: 'Lunch', items: [{ name: 'Soup', price: '0.50' }] }, []],
  ['spec', { rows: [{ name: 'Salt', value: '0' }] }, []],
] as const)('the layout %s with %j has the warnings %j', async (layout, data, codes) => {
  const renderer = await createRenderer({ optionalFonts: false });
  const device = readDevice(findDevices().get('solum-m3-7.5-bwr')!);
  const { warnings } = renderer.render(content({ data }), loadLayouts().get(layout)!, device);
  expect(warnings.map(({ code }) => code).filter((code) => code !== 'TEXT_SHRUNK')).toEqual(codes);
});

test('a percentage is compared exactly, and rounded down where it is said', () => {
  expect(percentBelow('3.50', '4.00')).toBe(12.5);
  expect(percentBelow('0.00', '0.00')).toBe(0);
  expect([inPercents(12.5, 13), inPercents(12.59, 12.6)]).toEqual(['12 %', '12.5 %']);
});

test.each([
  ['unit-price', '100 g', '0.70', ['DE_UNIT_PRICE_UNIT']],
  ['unit-price', 'kg', '6.98', []],
  ['promotion', '100 g', '0.70', ['DE_UNIT_PRICE_UNIT']],
])(
  'a shipped layout, %s, with a unit price of %s has in Germany: %#',
  async (layout, unit_price_unit, unit_price, codes) => {
    const renderer = await createRenderer({ optionalFonts: false });
    const device = readDevice(findDevices().get('solum-m3-7.5-bwr')!);
    const label = content({
      ...{ locale: 'de-DE', currency: 'EUR', price: '3.49', unit: '500 g' },
      data: { unit_price, unit_price_unit, previous_price: '4.00', lowest_price: '4.00' },
    });
    const document = loadLayouts().get(layout)!;
    const { warnings } = renderer.render(label, document, device);
    expect(renderer.lint(label, document, device, ['de'], warnings).map(({ code }) => code)).toEqual(codes);
  },
);
