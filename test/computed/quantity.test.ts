import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readQuantity } from '../../renderer/computed/quantity.js';
import { units } from '../../renderer/computed/units.js';
import { digitsOf } from '../../renderer/price/locales.js';
import { expectRecorded } from '../support/tables/records.js';
import { rowsOf } from '../support/tables/table.js';

/** Quantities, in their base unit, with that unit's symbol. */
const cases = rowsOf(`
    500 g → 0.500 → kg | 500g → 0.500 → kg | 1 KG → 1 → kg | kg → 1 → kg | 250 mg → 0.000250 → kg
    0,75 l → 0.75 → l → de-DE | 0.75 L → 0.75 → L | 75 cl → 0.75 → L → fr-FR | 5 dl → 0.5 → L → sv-SE
    750 ml → 0.750 → L | 500 cm² → 0.0500 → m² | 50 dm2 → 0.50 → m² | 1 ℓ → 1 → l → ja-JP | 1 litre → 1 → L
    12 × 0,7 L → 8.4 → L → de-DE | 6 x 1.5 l → 9.0 → l | 6x1.5l → 9.0 → l | 4*100 g → 0.400 → kg
    6 х 1,5 л → 9.0 → л → ru-RU | 2 × 3 × 100 g → 0.600 → kg | 500 ml × 6 → 3.000 → L | 24 pcs x 330 ml → 7.920 → L
    500ml×24本 → 12.000 → L → ja-JP | 1,500 g → 1.500 → kg → en-US | 1.500 g → 1.500 → kg → de-DE
    1,500 kg → 1.500 → kg → de-DE | 1.500 kg → 1.500 → kg → en-US | 0.750 l → 0.750 → l → de-DE
    1 000 g → 1.000 → kg → fr-FR | 1\u202f000 g → 1.000 → kg → fr-FR | 1’000 g → 1.000 → kg → de-CH
    2.500,5 g → 2.5005 → kg → de-DE | 1,000,000 mg → 1.000000 → kg | 10 m → 10 → m | 250 cm → 2.50 → m
    500 mm → 0.500 → m | 2 m² → 2 → m² | 2 m2 → 2 → m² | 12 pcs → 12 → pc | 1 piece → 1 → piece
    10 Stück → 10 → Stück → de-DE | 10 St. → 10 → St. → de-DE | 6 st → 6 → st → sv-SE | 6 uds. → 6 → ud. → es-ES
    4 un → 4 → un → pt-BR | 20 szt. → 20 → szt. → pl-PL | 8 pièces → 8 → pièce → fr-FR | 100 ct → 100 → ct
    16 oz → 16 → oz | 12 fl oz → 12 → fl oz | 12 x 12 fl. oz. → 144 → fl oz | 2 lb → 2 → lb | 1 gal → 1 → gal
    1 qt → 1 → qt | 2 pints → 2 → pt | 1 кг → 1 → кг → ru-RU | 500 г → 0.500 → кг → uk-UA | 900 мл → 0.900 → л → ru-RU
    10 шт. → 10 → шт. → ru-RU
    ٥٠٠ جم → 0.500 → كجم → ar-EG
    ١٫٥ لتر → 1.5 → لتر → ar-EG
    ٧٥٠ مل → 0.750 → لتر → ar-EG
    1 كجم → 1 → كجم → ar-AE
    ۵۰۰ گرم → 0.500 → کیلوگرم → fa-IR
    1 ק"ג → 1 → ק"ג → he-IL
    1 ק״ג → 1 → ק״ג → he-IL
    500 גרם → 0.500 → ק״ג → he-IL
    1.5 ליטר → 1.5 → ליטר → he-IL
    750 מ״ל → 0.750 → ליטר → he-IL
    500克 → 0.500 → 千克 → zh-CN | 1公斤 → 1 → 公斤 → zh-TW | 250毫升 → 0.250 → 升 → zh-CN
    5升 → 5 → 升 → zh-CN | １０個入 → 10 → 個 → ja-JP | 6本 → 6 → 本 → ja-JP | 10개 → 10 → 개 → ko-KR | 1 กก. → 1 → กก. → th-TH
    500 กรัม → 0.500 → กก. → th-TH | ๑.๕ ลิตร → 1.5 → ลิตร → th-TH | ५ किग्रा → 5 → किग्रा → hi-IN
    200 ग्राम → 0.200 → किग्रा → hi-IN | 1 लीटर → 1 → लीटर → hi-IN | ১ কেজি → 1 → কেজি → bn-BD | 500 g ℮ → 0.500 → kg
    500 Gramm → 0.500 → kg → de-DE | 500 gram → 0.500 → kg → nl-NL | 2 kilogrammes → 2 → kg → fr-FR
    25 dkg → 0.25 → kg → hu-HU | 5 hg → 0.5 → kg → sv-SE | 500 gms → 0.500 → kg → en-IN | 2 litros → 2 → L → es-ES
    500 millilitres → 0.500 → L | 12 fluid oz → 12 → fl oz | 64 fl.oz. → 64 → fl oz | 1 fluid ounce → 1 → fl oz
    500 грамм → 0.500 → кг → ru-RU | 1,5 литра → 1.5 → л → ru-RU | 500 γρ. → 0.500 → κιλό → el-GR | ½ kg → 0.500 → kg
    1½ l → 1.500 → l | 1 1/2 kg → 1.500 → kg | 3/4 l → 0.750 → l | 7/8 oz → 0.875 → oz | ⅕ kg → 0.200 → kg
    4 pcs x 20 m → 80 → m | 2 ¼ lb → 2.250 → lb | .33 l → 0.33 → l | ,5 l → 0.5 → l → de-DE | a dozen → 12 → piece
    2 dozen → 24 → piece | ½ dozen → 6.000 → piece | 1 Dutzend → 12 → Stück → de-DE
    une douzaine → 12 → pièce → fr-FR | 500 g e → 0.500 → kg | e 500 g → 0.500 → kg
    3 pz da 330 ml → 0.990 → L → it-IT | 6 St. à 0,5 l → 3.0 → l → de-DE | 4 uds. de 125 g → 0.500 → kg → es-ES
    500 g (2 × 250 g) → 0.500 → kg | 0.5 l (500 ml) → 0.5 → l | 1 kg (bag) → 1 → kg | bag (500 g) → 0.500 → kg
    16 oz (454 g) → 16 → oz | 33.8 FL OZ (1 L) → 33.8 → fl oz | 500 g (17.6 oz) → 0.500 → kg | 1 lb (16 oz) → 1 → lb
`);

/** `count` × 10^`power` in digits. */
function amountOf({ count, power }: { readonly count: bigint; readonly power: number }): string {
  if (power === 0) return String(count);
  const digits = String(count).padStart(1 - power, '0');
  return `${digits.slice(0, power)}.${digits.slice(power)}`;
}

describe('a quantity', () => {
  test.each(cases)('of %s is %s %s', (text, amount, sign, locale = 'en-US') => {
    const quantity = readQuantity(text, locale);
    expect(quantity && [amountOf(quantity), quantity.sign]).toEqual([amount, sign]);
  });

  test.each([
    ...'|500|g 500|box|6-pack|500 g (250 g)|330 ml (6)|6 (330 ml)|6 of (330 ml)|0.5 cup (130 g)|1 kg (1 l)|16 oz (500 g)|16 oz (448 g)|16 oz (0.5 l)|500 g (501 g)|500 g x 2 kg|1 g x 2 kg|about 500 g|ca. 500 g|0 g|0.0 kg|⅓ l|1/3 l|1/0 kg|. l|half a kg|g e|g|ml|cl|mg|/kg'.split(
      '|',
    ),
    ...'1.2.3 kg|10,00,0 g|x 500 g|6 x|6 x l|-5 g|1e3 g|5 constructor'.split('|'),
    `${'1'.repeat(63)} g`,
  ])('is not read from %j', (text) => {
    expect(readQuantity(text, 'en-US')).toBeUndefined();
  });

  test('is read from 64 characters', () => {
    expect(readQuantity(`${'1'.repeat(62)} g`, 'en-US')?.count).toBe(BigInt('1'.repeat(62)));
  });

  test('is that of the locale that reads it, though another does not read the same text', () => {
    const amounts = ['en-US', 'de-DE', 'en-US'].map((locale) => readQuantity('1,250 g', locale)?.count);
    expect(amounts).toEqual([1250n, undefined, 1250n]);
  });

  test.each([
    ...rowsOf(`
      1.000 g → en-US fr-FR de-CH en-ZA → de-DE es-ES | 1,500 ml → de-DE fr-FR en-ZA → en-US en-GB
      1.000 pcs → en-US → de-DE | 2.500 kg → de-DE it-IT → en-US fr-FR | 1,250 l → en-US en-GB → de-DE fr-FR
    `),
    ['6 330 ml', 'en-US de-DE', 'fr-FR sv-SE'],
    ['24/8 oz', 'en-US', ''],
    ['2/10 lb', 'en-US', ''],
    ['4/5 lb', 'en-US', ''],
    ['3/2 lb', 'en-US', ''],
    ['2/8 oz', 'en-US', ''],
    ['11/2 lb', 'en-US', ''],
    ['60 x 40 cm', 'en-US', ''],
    ['2 x 3 m', 'en-US', ''],
  ])('%j has two readings for %s', (text, unread, read) => {
    for (const locale of unread.split(' ')) expect(readQuantity(text, locale)).toBeUndefined();
    for (const locale of read.split(' ').filter(Boolean)) expect(readQuantity(text, locale)).toBeDefined();
  });

  test('is the same in every script of digits', () => {
    const digits = fc.constantFrom(...Object.values(digitsOf));
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 2, max: 24 }), (own, grams, packs) => {
        const text = `${packs} × ${grams} g`;
        const written = text.replaceAll(/[0-9]/g, (digit) => own[Number(digit)]!);
        expect(readQuantity(written, 'ar-EG')).toEqual(readQuantity(text, 'en-US'));
        expect(readQuantity(text, 'en-US')!.count).toBe(BigInt(packs * grams));
      }),
    );
  });

  test('never throws, whatever the text', () => {
    const signs = fc.constantFrom(' ', ...'5 0 . , x × g kg מ"ל 個 \u200f ٥ \' İ st.'.split(' '));
    let found = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(signs, fc.string({ maxLength: 3 })), { maxLength: 16 }), (parts) => {
        const quantity = readQuantity(parts.join(''), 'de-DE');
        if (!quantity) return;
        found++;
        expect(quantity.count > 0n && quantity.power <= 0 && quantity.sign !== '').toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(20);
  });
});

test('an amount of each unit is the same quantity as before', () => {
  const records = [...units.keys()].map((name) => {
    const quantities = ['', '1,5 ', '6 × 3 '].map((count) =>
      JSON.stringify(readQuantity(`${count}${name}`, 'de-DE') ?? null, (_, each: unknown) =>
        typeof each === 'bigint' ? `${each}` : each,
      ),
    );
    return [name, quantities] as const;
  });
  expectRecorded('quantities', records);
});
