import { describe, expect, test } from '@jest/globals';
import { damageOf } from '../../renderer/lint/data/damage.js';
import { linkFault, numberFault } from '../../renderer/lint/data/numbers.js';
import { shippedPhrases } from '../../renderer/layout/phrases.js';

/** A text as a program shows it that takes its bytes for those of another encoding. */
function misread(text: string, encoding: string): string {
  return new TextDecoder(encoding).decode(Buffer.from(text));
}

describe('damaged text', () => {
  test.each([
    ['Tee &amp; Polo', 'an HTML entity', '&amp;'],
    ['14&quot; Pfanne', 'an HTML entity', '&quot;'],
    ['Cr&#232;me', 'an HTML entity', '&#232;'],
    ['Cr&#xe8;me', 'an HTML entity', '&#xe8;'],
    ['5&nbsp;kg', 'an HTML entity', '&nbsp;'],
    ['Milk<br/>fresh', 'an HTML tag', '<br/>'],
    ['<b class="x">Milk</b>', 'an HTML tag', '<b class="x">'],
    ['#N/A', 'an error of a spreadsheet', '#N/A'],
    ['Milk #REF!', 'an error of a spreadsheet', '#REF!'],
    ['#########', 'an error of a spreadsheet', '#########'],
    ['{{product.name}}', 'a placeholder', '{{product.name}}'],
    ['${name}', 'a placeholder', '${name}'],
    ['{product_name}', 'a placeholder', '{product_name}'],
    ['%PRODUCT_NAME%', 'a placeholder', '%PRODUCT_NAME%'],
    ['<%= name %>', 'a placeholder', '<%= name %>'],
    ['{0} Milk', 'a placeholder', '{0}'],
    ['<<name>>', 'a placeholder', '<<name>>'],
    ['@@NAME@@', 'a placeholder', '@@NAME@@'],
    ['%(name)s', 'a placeholder', '%(name)s'],
    ['{% name %} 1 L', 'a placeholder', '{% name %}'],
    ['%s', 'a placeholder', '%s'],
    ['$name$', 'a placeholder', '$name$'],
    ['#NV', 'an error of a spreadsheet', '#NV'],
    ['#BEZUG!', 'an error of a spreadsheet', '#BEZUG!'],
    ['#¡VALOR!', 'an error of a spreadsheet', '#¡VALOR!'],
    ['Err:502', 'an error of a spreadsheet', 'Err:502'],
    ['None', 'no value', 'None'],
    ['(null)', 'no value', '(null)'],
    ['<null>', 'no value', '<null>'],
    ['N/A', 'no value', 'N/A'],
    ['Gr├╝├ƒe', 'letters of another encoding', '├╝'],
    ['Milk\\nfresh', 'an escape of a program', '\\n'],
    ['Caf\\u00e9', 'an escape of a program', '\\u00e9'],
    ['Jalape?o', 'a question mark in place of a letter', 'e?'],
    ['null', 'no value', 'null'],
    ['Milk undefined', 'no value', 'undefined'],
    ['NaN kg', 'no value', 'NaN'],
    ['[object Object]', 'no value', '[object Object]'],
    ['Cr\ufffdme', 'a replacement character', '\ufffd'],
    ['Milk \u0378', 'an unassigned or private character', '\u0378'],
    ['Milk \ue000', 'an unassigned or private character', '\ue000'],
  ])('%j has %s', (text, name, found) => {
    expect(damageOf(text)).toEqual({ name, found });
  });

  test.each([
    'Crème',
    'Żółty ser',
    'Łosoś wędzony',
    'Größe',
    'Smör',
    'Jambon d’Aoste',
    'Молоко',
    'Γάλα',
    'Süt ürünü',
    '牛乳',
    '5 °C',
    '12 €',
  ])('%j is found where UTF-8 was taken for Windows-1252', (text) => {
    expect(damageOf(misread(text, 'windows-1252'))?.name).toBe('letters of another encoding');
    expect(damageOf(text)).toBeUndefined();
  });

  test.each(['¯ó³ty ser', 'Ñûð ïëàâëåíûé', 'Ìîëîêî', 'Êåôèð 1 ë', 'K√§se', 'Beyonc√©', 'Smˆrgås'])(
    '%j is found',
    (text) => {
      expect(damageOf(text)?.name).toBe('letters of another encoding');
    },
  );

  test.each([
    ...[
      'Tea & Milk',
      'A&W; root beer',
      'AT&T',
      'R&B 5; 6',
      '5 < 6 > 4',
      '<3 cookies',
      'Cola Null',
      'Nullkommanix',
      '#1 choice',
      'No. #2',
    ],
    ...[
      '100 % juice',
      '50%-ige',
      'C#',
      'Été à la plage',
      'SMÅ”',
      'FRÅ ”',
      '«CAFÉ»',
      'ÄPPLE',
      'naïve',
      'Þorskur',
      'æði',
      'm³',
      '5 m³/h',
    ],
    ...[
      '¿Qué?',
      'Why? Because',
      'Nonesuch',
      'C:\\data',
      'a@b.example',
      '√ 2',
      '½ kg',
      'Ä',
      'ÜÖ',
      'Ça',
      'São',
      'Ångström',
      'Nanna',
      'NaNo',
      '（特価）',
      'https://shop.example/p?id=5',
      'Wild? Yes',
      'US$ 5, A$ 7',
      'NV',
      'Tile #NVIDIA',
      '🐟🐟',
      '👨‍👩‍👧',
    ],
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

describe('an article number', () => {
  test.each([
    ['4.00638E+12', 'is a rounded number of a spreadsheet'],
    ['4E+12', 'is a rounded number of a spreadsheet'],
    ['4,00638E12', 'is a rounded number of a spreadsheet'],
    ['4006381333931.0', 'ends like a number with decimals'],
    ['="4006381333931"', 'is a formula of a spreadsheet'],
    ['4,006,381,333,931', 'has separators of thousands'],
    ["'4006381333931", 'begins with the apostrophe of a spreadsheet'],
    ['4 006381 333931', 'has blanks or hyphens, which a scanned code does not have'],
    ['36000291452', 'is a GTIN without its first zeros'],
    ['4006381333932', 'has a check digit that is not 1'],
    ['036000291453', 'has a check digit that is not 2'],
  ])('%j %s', (number, fault) => {
    expect(numberFault(number)).toBe(fault);
  });

  test.each([
    '',
    '4006381333931',
    '036000291452',
    '10012345',
    '1E5',
    '12E40',
    'ART-100',
    '12345678901',
    'A-4006381333932',
    '3.5',
  ])('%j is right, or one of the shop', (number) => {
    expect(numberFault(number)).toBeUndefined();
  });
});

describe('a Digital Link', () => {
  const sku = '4006381333931';
  test.each([
    [`https://id.gs1.org/21/7/01/0${sku}`, 'has its keys in another order than 01, 22, 10, 21'],
    [`https://shop.example/01/0${sku}/21/7/10/A`, 'has its keys in another order than 01, 22, 10, 21'],
    ['https://id.gs1.org/01/04006381333932', 'has a check digit that is not 1'],
    ['https://id.gs1.org/01/00036000291452', `names another article than ${sku}`],
  ])('%s %s', (address, fault) => {
    expect(linkFault(address, sku)).toBe(fault);
  });

  test.each([
    `https://id.gs1.org/01/0${sku}`,
    `https://shop.example/de/01/${sku}/10/A/21/7?17=261231`,
    'https://shop.example/milk/21/01',
    'ftp://id.gs1.org/01/04006381333932',
    'Milk',
  ])('%s is right, or another address', (address) => {
    expect(linkFault(address, sku)).toBeUndefined();
  });
});
