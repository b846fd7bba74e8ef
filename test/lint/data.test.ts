import { describe, expect, test } from '@jest/globals';
import { damageOf } from '../../renderer/lint/data/damage.js';
import { linkFault, numberFault } from '../../renderer/lint/data/numbers.js';
import { dataRules } from '../../renderer/lint/data/rules.js';
import { shippedPhrases } from '../../renderer/layout/phrases.js';
import { content } from '../support/labels/content.js';
import { cellsOf, rowsOf } from '../support/tables/table.js';

/** A text as a program shows it that takes its bytes for those of another encoding. */
function misread(text: string, encoding: string): string {
  return new TextDecoder(encoding).decode(Buffer.from(text));
}

describe('damaged text', () => {
  const damages = {
    'an HTML entity': `
      Tee &amp; Polo → &amp; | 14&quot; Pfanne → &quot; | Cr&#232;me → &#232; | Cr&#xe8;me → &#xe8; | 5&nbsp;kg → &nbsp;`,
    'an HTML tag': 'Milk<br/>fresh → <br/> | <b class="x">Milk</b> → <b class="x">',
    'an error of a spreadsheet': `
      #N/A → #N/A | Milk #REF! → #REF! | ######### → ######### | #NV → #NV | #BEZUG! → #BEZUG! | #¡VALOR! → #¡VALOR!
      Err:502 → Err:502`,
    'a placeholder': `
      {{product.name}} → {{product.name}} | {product_name} → {product_name} | %PRODUCT_NAME% → %PRODUCT_NAME%
      <%= name %> → <%= name %> | {0} Milk → {0} | <<name>> → <<name>> | @@NAME@@ → @@NAME@@ | %(name)s → %(name)s
      {% name %} 1 L → {% name %} | %s → %s | $name$ → $name$ | \${name} → \${name} | %1$s → %1$s | <?= name → <?=
      $name → $name | {product name} → {product name} | @name@ → @name@ | #NAME_DE# → #NAME_DE# | <Product Name> → <Product Name>
      [name] → [name] | Product name → Product name | Item_Title → Item_Title | Lorem ipsum dolor → Lorem ipsum
      translation missing: de.milk → translation missing`,
    'a truth value of a spreadsheet': 'TRUE → TRUE | false → false | WAHR → WAHR | FAUX → FAUX',
    'a rounded number of a spreadsheet': '1E+05 → 1E+05 | 1e+21 → 1e+21 | 4,5E+3 → 4,5E+3',
    'a number with the rounding of a program': `
      0.30000000000000004 → 0.30000000000000004 | 2.9999999999996 l → 2.9999999999996 | 1.0000001 kg → 1.0000001`,
    'the notation of a program': `["Milk"] → ["Milk"] | b'Milk' → b'Milk' | {"de":"Milch"} → {"de":"Milch"}`,
    'no value': `
      None → None | (null) → (null) | <null> → <null> | N/A → N/A | null → null | Milk undefined → undefined
      NaN kg → NaN | [object Object] → [object Object] | nan → nan | <NA> → <NA> | NaT → NaT`,
    'letters of another encoding': 'Gr├╝├ƒe → ├╝ | K{se → K{ | Br¤tchen → r¤ | Stra~e → a~',
    'an encoded character': 'K=E4se → =E4 | Gr%FCtze → %FC | M=F6hren → =F6',
    'an escape of a program': String.raw`Milk\nfresh → \n | Caf\u00e9 → \u00e9 | K\344se → \344`,
    'a question mark in place of a letter': 'Jalape?o → e?',
    'a replacement character': 'Cr\ufffdme → \ufffd',
    'an unassigned or private character': 'Milk \u0378 → \u0378 | Milk \ue000 → \ue000',
  };

  test.each(
    Object.entries(damages).flatMap(([name, texts]) => rowsOf(texts).map(([text, found]) => [text, name, found])),
  )('%j has %s', (text, name, found) => {
    expect(damageOf(text)).toEqual({ name, found });
  });

  test.each(
    cellsOf(`
      Crème | Żółty ser | Łosoś wędzony | Größe | Smör | Jambon d’Aoste | Молоко | Γάλα | Süt ürünü | 牛乳 | 5 °C
      12 €
    `),
  )('%j is found where UTF-8 was taken for Windows-1252', (text) => {
    expect(damageOf(misread(text, 'windows-1252'))?.name).toBe('letters of another encoding');
    expect(damageOf(text)).toBeUndefined();
  });

  test.each([
    ['2026-11-19T00:00:00Z', 'a time as programs write it'],
    ['2026-11-19 12:30', 'a time as programs write it'],
    ['Milk%20fresh', 'an encoded character'],
    ['M%C3%BCsli', 'an encoded character'],
    ['=C3=BCber', 'an encoded character'],
    ['=?UTF-8?Q?M=C3=BCsli?=', 'an encoded character'],
    ['=VLOOKUP(A1,B:C,2,0)', 'a formula of a spreadsheet'],
    ['nil', 'no value'],
    ['M??sli', 'a question mark in place of a letter'],
    ['????', 'a question mark in place of a letter'],
    ['K+AOQ-se', 'a letter in UTF-7'],
    ['+BBwEPgQ7BD4EOgQ+-', 'a letter in UTF-7'],
  ])('%j has %s', (text, name) => {
    expect(damageOf(text)?.name).toBe(name);
  });

  test.each([
    '¯ó³ty ser',
    'Ñûð ïëàâëåíûé',
    'Ìîëîêî',
    'Êåôèð 1 ë',
    'K√§se',
    'Beyonc√©',
    'Smˆrgås',
    'CrĂ¨me',
    'Ĺ‚osoĹ›',
    'SĂĽd',
    'РњРѕР»РѕРєРѕ',
    'Хлеб РСѓСЃСЃРєРёР№',
    'K„se',
    'Caf‚s',
    'M”hren',
    'нПМПЛП',
    'Њ®«®Є®',
  ])('%j is found', (text) => {
    expect(damageOf(text)?.name).toBe('letters of another encoding');
  });

  test.each([
    ...cellsOf(`
      Tea & Milk | A&W; root beer | AT&T | R&B 5; 6 | 5 < 6 > 4 | <3 cookies | Cola Null | Nullkommanix
      Vitamin D+B12-Komplex | A+AAA-Batterie | „Bio”käse | кВт | «Слово»® |
      #1 choice | No. #2 | 100 % juice | 50%-ige | C# | Été à la plage | SMÅ” | FRÅ ” | «CAFÉ» | ÄPPLE | naïve | Þorskur | æði | m³
      5 m³/h | MĂR | Ăla | РСФСР | Mo–Fr 8:00–18:00 | 2026-11-19 | 16:9 | ¿Qué? | Why? Because | Nonesuch | a@b.example | √ 2 | ½ kg | Ä | ÜÖ | Ça | São | Ångström | Nanna | NaNo
      （特価） | Mi~ | [1] | True Fruits | Items | 100%Banane | 1.000.000 g | 2.50 | 'n Ei | Product of Spain | https://shop.example/p?id=5 | Wild? Yes | US$ 5, A$ 7 | NV | Tile #NVIDIA | 🐟🐟 | 👨‍👩‍👧
    `),
    'C:\\data',
    'https://shop.example/a%20b',
  ])('%j is none', (text) => {
    expect(damageOf(text)).toBeUndefined();
  });

  test('is in no phrase of a layout', () => {
    const words = Object.values(shippedPhrases).flatMap((languages) => Object.values(languages));
    const texts = words.map((text) => text.replaceAll(/\{[^{}]*\}/g, '1'));
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter((text) => damageOf(text))).toEqual([]);
  });
});

test.each([
  ['valid_until', '46355', true],
  ['best_before', '46355.5', true],
  ['date', '38000', false],
  ['stock', '46355', false],
  ['valid_until', '2026', false],
  ['valid_until', '30/11/2569', false],
])('a field %s of "%s" is a number in place of a day: %j', (name, value, isDamaged) => {
  expect(
    dataRules.flatMap((rule) =>
      rule.check({ content: content({ sku: '', data: { [name]: value } }) } as never).map(({ drawn }) => drawn),
    ),
  ).toEqual(isDamaged ? [value] : []);
});

test.each([
  [{ date: '0026-11-20' }, 'date has a year of another time, "0026-11-20"'],
  [{ date: '9999-12-31' }, 'date has a year of another time, "9999-12-31"'],
  [{ data: { valid_until: '2126-11-30' } }, 'data.valid_until has a year of another time, "2126-11-30"'],
  [{ data: { valid_until: '31.12.9999' } }, 'data.valid_until has a year of another time, "31.12.9999"'],
  [{ data: { best_before: '30.12.1899' } }, 'data.best_before has a year of another time, "30.12.1899"'],
  [{ data: { valid_until: '30.11.0026' } }, 'data.valid_until has a year of another time, "30.11.0026"'],
  [{ product_name: '2026-11-20' }, 'product_name has a day of a spreadsheet, "2026-11-20"'],
  [{ product_name: '–' }, 'product_name has no value, "–"'],
  [{ unit: '€' }, 'unit has no value, "€"'],
  [{ unit: 'EUR' }, 'unit has a currency, "EUR"'],
  [{ data: { promotion: '0,3' } }, 'data.promotion has a number without words, "0,3"'],
  [{ data: { promotion: '30' } }, 'data.promotion has a number without words, "30"'],
  [{ data: { promotion: '-30 %' } }, undefined],
  [{ unit: '01-Feb' }, 'unit has a day of a spreadsheet, "01-Feb"'],
  [{ unit: '6. Mai' }, 'unit has a day of a spreadsheet, "6. Mai"'],
  [{ unit: 'Nov-26' }, 'unit has a day of a spreadsheet, "Nov-26"'],
  [{ sku: '1-Dec' }, 'sku is "1-Dec", which is a day of a spreadsheet'],
  [{ sku: '4.00638E+12' }, 'sku is "4.00638E+12", which is a rounded number of a spreadsheet'],
  [
    { product_name: '1900-Whisky', unit: '5 Mar', sku: '', data: { origin: '–', since: '1950-01-01' } },
    'unit has a day of a spreadsheet, "5 Mar"',
  ],
  [{ product_name: 'May', unit: '1 L', data: { valid_until: '2026-11-30' } }, undefined],
])('of %j it says: %s', (fields, message) => {
  const faults = dataRules.flatMap((rule) => rule.check({ content: content(fields) } as never));
  expect(faults.map((fault) => fault.message)).toEqual(message === undefined ? [] : [message]);
});

describe('an article number', () => {
  test.each(
    rowsOf(`
      4.00638E+12 → is a rounded number of a spreadsheet | 4E+12 → is a rounded number of a spreadsheet
      4,00638E12 → is a rounded number of a spreadsheet | 4006381333931.0 → ends like a number with decimals
      ="4006381333931" → is a formula of a spreadsheet | 4,006,381,333,931 → has separators of thousands
      '4006381333931 → begins with the apostrophe of a spreadsheet | 36000291452 → is a GTIN without its first zeros
      4 006381 333931 → has blanks or hyphens, which a scanned code does not have
      0000000000000 → has no digit but 0 | 4OO6381333931 → has letters that look like digits
      EAN: 4006381333931 → has more than the digits of a number | (01)04006381333931 → has more than the digits of a number
      (01)04006381333931(10)AB7 → has more than the digits of a number | 0104006381333931 → has more than the digits of a number
      https://id.gs1.org/01/04006381333931/10/AB7 → has more than the digits of a number
      00000000 → has no digit but 0 | 12345678901234500 → is a rounded number of a spreadsheet
      00004006381333931 → has more zeros before it than a GTIN | 000036000291452 → has more zeros before it than a GTIN
      4006381333931;4006381333948 → has several numbers | 4006381333931, 96385074 → has several numbers
      4006381333931/4006381333948 → has several numbers | 2026-11-20 → is a day of a spreadsheet
      01-Feb → is a day of a spreadsheet | 3. Okt → is a day of a spreadsheet | Nov-26 → is a day of a spreadsheet
      4006381333932 → has a check digit that is not 1 | 036000291453 → has a check digit that is not 2
    `),
  )('%j %s', (number, fault) => {
    expect(numberFault(number)).toBe(fault);
  });

  test.each([
    ...cellsOf(`
      4006381333931 | 036000291452 | 10012345 | 1E5 | 12E40 | ART-100 | ART-10012345 | 12345678901 | A-4006381333932 | 3.5
      00000000000010001 | 0000 | 1-2 | DEC-1 | 12345678901234567 | MAY-100
    `),
    '',
  ])('%j is right, or one of the shop', (number) => {
    expect(numberFault(number)).toBeUndefined();
  });
});

describe('a Digital Link', () => {
  const sku = '4006381333931';
  test.each([
    [`https://id.gs1.org/21/7/01/0${sku}`, 'has its keys in another order than 01, 22, 10, 21'],
    [`https://shop.example/01/0${sku}/21/7/10/A`, 'has its keys in another order than 01, 22, 10, 21'],
    [`https://id.gs1.org/10/AB7/01/0${sku}`, 'has its keys in another order than 01, 22, 10, 21'],
    [`https://id.gs1.org/gtin/0${sku}/ser/7/lot/AB7`, 'has its keys in another order than 01, 22, 10, 21'],
    [`https://id.gs1.org/01/0${sku}/10/A/10/B`, 'has its keys in another order than 01, 22, 10, 21'],
    [`https://id.gs1.org/01/0${sku}/17/261231`, 'has the key 17 in its path, which is one of its query'],
    ['https://id.gs1.org/01/0400638133393A', 'has a GTIN of other than 8, 12, 13 or 14 digits'],
    ['https://id.gs1.org/01/40063813339', 'has a GTIN of other than 8, 12, 13 or 14 digits'],
    ['https://id.gs1.org/gtin/04006381333932/lot/AB7', 'has a check digit that is not 1'],
    ['https://id.gs1.org/01/04006381333932', 'has a check digit that is not 1'],
    ['https://id.gs1.org/01/00036000291452', `names another article than ${sku}`],
  ])('%s %s', (address, fault) => {
    expect(linkFault(address, sku)).toBe(fault);
  });

  test.each([
    `https://id.gs1.org/01/0${sku}`,
    `https://shop.example/de/01/${sku}/10/A/21/7?17=261231`,
    `https://id.gs1.org/01/0${sku}/10/AB-7c/21/XY/`,
    `https://id.gs1.org/gtin/0${sku}/lot/AB7`,
    'https://shop.example/2026/01/offers-2026',
    'https://shop.example/milk/21/01',
    'ftp://id.gs1.org/01/04006381333932',
    'Milk',
  ])('%s is right, or another address', (address) => {
    expect(linkFault(address, sku)).toBeUndefined();
  });
});
