import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { unzipSync, zipSync } from 'fflate';
import { dataFields } from '../../server/fields/layout.js';
import { type DecimalSign, isRefused, loadLayouts, readAmount } from '../../renderer/index.js';
import { BatchError } from '../../server/batch/error.js';
import { type InputOptions, openRows } from '../../server/batch/input/open-rows.js';
import { sheetBlocks } from '../../server/batch/input/sheet-blocks.js';
import { readText } from '../../server/batch/input/text-input.js';
import { lettersOf } from '../../server/batch/rows/sheet/sheet.js';
import { readColumns } from '../../server/batch/rows/columns.js';
import { readMap } from '../../server/batch/rows/fields.js';
import { findDelimiter } from '../../server/batch/rows/find-delimiter.js';
import { alphabets } from '../../server/batch/rows/alphabets.js';
import { decoded, type TextEncoding, findEncoding } from '../../server/batch/rows/find-encoding.js';
import { shippedPhrases } from '../../renderer/layout/phrases.js';
import { readRows } from '../../server/batch/rows/read-rows.js';
import { workbook } from '../support/files/workbook.js';
import { expectRecorded } from '../support/tables/records.js';

type BatchFlags = Partial<Omit<InputOptions, 'map'>> & {
  readonly map?: readonly string[];
  readonly decimal?: DecimalSign;
};

/** The results of a file: a text per row, `line: name | price | unit | sku | …` or `line: problem`. */
async function read(bytes: Uint8Array | string, given: BatchFlags = {}, chunk = Infinity) {
  const { map = [], decimal = null, ...options } = given;
  const all = Buffer.from(bytes);
  const chunks = Array.from({ length: Math.ceil(all.length / Math.min(chunk, all.length || 1)) }, (_, i) =>
    Buffer.from(all.subarray(i * Math.min(chunk, all.length), (i + 1) * Math.min(chunk, all.length))),
  );
  const names = readMap(map);
  const source = await openRows(
    { file: '-', format: 'csv', map: names, ...options },
    1,
    Readable.from(chunks),
    new AbortController().signal,
  );
  const { header, delimiter, sheet } = source;
  const rules = { map: names, given: new Map(), data: new Set(dataFields(loadLayouts().get('promotion')!)) };
  const { fields, notes } = readColumns(header!, rules);
  const table = { columns: fields, prices: ['price', 'data.previous_price'], decimal };
  const rows: string[] = [];
  for await (const block of source.blocks) {
    const found = readRows(
      block,
      sheet === null ? { format: 'csv', delimiter, ...table } : { format: 'xlsx', ...table },
    );
    for (const [i, row] of found.entries()) {
      const problems = 'problems' in row ? row.problems : (row.wrong ?? []);
      const { data = {}, ...rest }: Readonly<Record<string, unknown>> = 'object' in row ? row.object : {};
      const values = [...Object.values(rest), ...Object.values(data as Record<string, unknown>)].map(String);
      const said = problems.length > 0 ? problems.map(({ message }) => message) : values;
      rows.push(`${block.lines[i]!}: ${said.join(' | ')}`);
    }
  }
  return { rows, notes: [...source.notes, ...notes], delimiter, sheet };
}

const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le');
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const latin = (text: string) => Buffer.from(text, 'latin1');
const notUtf8 = (words: string) =>
  `The file is not UTF-8 and is read as windows-1252 (${words}); --input-encoding says another`;
const german = ['Artikel=product_name', 'Preis=price', 'Einheit=unit'];

/** The columns of most files, and the result of a row with invalid UTF-8. */
const head = 'product_name,price,unit\n';
const semicolons = head.replaceAll(',', ';');
const notItself = 'Expected UTF-8 for the row but received other bytes';
const aNumber = 'Expected a number such as "3,50" or "1.234,50"';
const [first, third] = ['2: A | 1.00 | 1 L', '3: A,B | 1.00 | 1 L'];
const quoted = '"product_name","price","unit"\n';
const long = 'x'.repeat(1000);
const tabs = (rows: string) => `${head.trim()}\r\n${rows}`.replaceAll(',', '\t');

describe('a text', () => {
  /** Title, bytes, resulting rows, and notes. */
  test.each<[string, Buffer | string, string, BatchFlags?, (readonly string[])?]>([
    [
      'of a German Excel: semicolons, decimal commas, Windows-1252',
      latin('Artikel;Preis;Einheit;EAN\r\nK\xe4se;3,5;100 g;4006381333931\r\nM\xfcsli \x96 Beeren;1.234,50;1 kg;\r\n'),
      '2: Käse | 3.50 | 100 g | 4006381333931\n3: Müsli – Beeren | 1234.50 | 1 kg',
      { map: [...german, 'EAN=sku'], decimal: 'comma' },
      [notUtf8('"Käse", "Müsli"')],
    ],
    [
      'of the same with quoted names and semicolons within',
      latin('"Artikel";"Preis";"Einheit"\r\n"K\xe4se; alt";"3,50";"1 ""kg"""\r\n'),
      '2: Käse; alt | 3.50 | 1 "kg"',
      { map: german, decimal: 'comma' },
      [notUtf8('"Käse"')],
    ],
    [
      'with the euro, at 0x80',
      latin(`${semicolons}Nur 1 \x80;3.50;1 L\n`),
      '2: Nur 1 € | 3.50 | 1 L',
      {},
      ['The file is not UTF-8 and is read as windows-1252; --input-encoding says another'],
    ],
    [
      'of UTF-16LE with tabs, Excel’s "Unicode Text"',
      utf16(tabs('Łosoś 🐟,3.50,1 kg\r\n')),
      '2: Łosoś 🐟 | 3.50 | 1 kg',
    ],
    ['in UTF-16BE', swapped(utf16(`${head}Löss,3.50,1 kg\n`)), '2: Löss | 3.50 | 1 kg'],
    ['in UTF-16LE without a mark', utf16(`${head}牛乳,3.50,1 L\n`, ''), '2: 牛乳 | 3.50 | 1 L'],
    ['in UTF-16BE without a mark', swapped(utf16(`${head}Молоко,3.50,1 л\n`, '')), '2: Молоко | 3.50 | 1 л'],
    [
      'in UTF-16 with half a character in one row, and half a unit at the end',
      Buffer.concat([utf16(`${head}A\ud83d,1.00,1 L\nB,2.00,1 L\nC,3.00,1 L`), Buffer.of(0x0a)]),
      `2: ${notItself}\n3: B | 2.00 | 1 L\n4: ${notItself}`,
    ],
    ['with commas, and more semicolons in quotes', `${quoted}"a;b;c;d;e","1.00","1 L"\n`, '2: a;b;c;d;e | 1.00 | 1 L'],
    [
      'with commas, and names that have more semicolons than there are commas',
      `${head.trim()},"x;y;z;w;v"\nA,1.00,1 L,2\n`,
      '2: A | 1.00 | 1 L',
      { map: ['x;y;z;w;v='] },
    ],
    ['with bars', `${head.replaceAll(',', '|')}A,B|1.00|1 L\n`, '2: A,B | 1.00 | 1 L'],
    ['with a given delimiter', `${semicolons}A;1.00;1 L`, '2: A | 1.00 | 1 L', { delimiter: ';' }],
    ['that is a header only', head, ''],
    ['that is a header without an end', head.trim(), ''],
    [
      'with carriage returns only',
      `${head}A,1.00,1 L\nB,2.00,1 L`.replaceAll('\n', '\r'),
      `${first}\n3: B | 2.00 | 1 L`,
    ],
    ['with CRLF and empty lines', `\n${head}\nA,1.00,1 L\n\n`.replaceAll('\n', '\r\n'), '4: A | 1.00 | 1 L'],
    ['with a mark, and a first line that says the delimiter', `\ufeffsep=;\r\n${semicolons}A,B;1.00;1 L\r\n`, third],
    ['with a delimiter that only such a line can say', 'sep=^\nproduct_name^price^unit\nA,B^1.00^1 L\n', third],
    [
      'with quotes in the middle',
      `${head}5" nail,1.00,1 L\n"5"" nail",2.00,1 L\n"x"y,3.00,1 L\nok,4.00,1 L\n`,
      `2: Expected a field that contains quotes to be quoted, and each quote in it doubled, but received it unquoted
3: 5" nail | 2.00 | 1 L
4: Expected a comma after the closing quote of a field but received text
5: ok | 4.00 | 1 L`,
    ],
    [
      'with a quote after which there is no semicolon',
      `${semicolons}"x"y;3.00;1 L\n`,
      '2: Expected a semicolon after the closing quote of a field but received text',
    ],
    [
      'with one line of 1 MB',
      `${head}${'x'.repeat(1_000_000)}\nA,1.00,1 L\n`,
      '2: Expected at most 64 KB for a row but received more\n3: A | 1.00 | 1 L',
    ],
    [
      'with a broken row in UTF-8',
      Buffer.concat([
        Buffer.from(`${head}Käse,1.00,1 L\nJe`),
        Buffer.of(0xfc),
        Buffer.from(`,1.00,1 L\nBrühe,1.00,1 L\n`),
      ]),
      `2: Käse | 1.00 | 1 L\n3: ${notItself}\n4: Brühe | 1.00 | 1 L`,
    ],
    [
      'whose first byte that is not UTF-8 comes late',
      Buffer.concat([Buffer.from(`${head}${`${long},1.00,1 L\n`.repeat(70)}`), latin('K\xe4se,1.00,1 L\n')]),
      [...Array.from({ length: 70 }, (_, i) => `${i + 2}: ${long} | 1.00 | 1 L`), `72: ${notItself}`].join('\n'),
    ],
    [
      'that is said to be Windows-1252, whatever it looks like',
      Buffer.from(`${head}Käse,1.00,1 L\n`),
      '2: KÃ¤se | 1.00 | 1 L',
      { encoding: 'windows-1252' },
    ],
    [
      'with separators after the last column',
      'Product Name;PRICE;Unit;;\nA;1.00;1 L;;\n',
      first,
      {},
      [
        'Columns are read by names that are nearly their fields: "Product Name" as product_name, "PRICE" as price, "Unit" as unit',
        'Columns without a name are ignored: 4, 5',
      ],
    ],
    ['with the labels that its rows are for', 'Label;product_name;price;unit\ndairy-1;A;1.00;1 L\n', first],
    [
      'with prices as people write them, and texts that are no prices',
      `${semicolons.trim()};data.previous_price\nA;1 234,50;1 L;9\nB;3,50 €;1 L;\nC;1.23;1 L;x\nD;0,5;1 L;1’234’567,80\n`,
      `2: A | 1234.50 | 1 L | 9.00
3: B | 3.50 | 1 L | EUR
4: ${aNumber} for price but received "1.23" | ${aNumber} for data.previous_price but received "x"
5: D | 0.50 | 1 L | 1234567.80`,
      { decimal: 'comma' },
    ],
  ])('%s', async (_, bytes, rows, given = {}, notes = []) => {
    const found = await read(bytes, given);
    expect(found.rows.join('\n')).toBe(rows);
    expect(found.notes).toEqual(notes);
  });

  test.each([1, 2, 3, 7])('is the same however its bytes arrive: %d at a time', async (chunk) => {
    const texts = [
      utf16('product_name,price,unit\nŁosoś 🐟🐟,3.50,1 kg\n'),
      swapped(utf16('product_name,price,unit\r\n🐟a🐟,3.50,1 kg\r\n')),
      latin('product_name;price;unit\rK\xe4se \x80;3.50;1 kg\r'),
    ];
    for (const text of texts) expect(await read(text, {}, chunk)).toEqual(await read(text));
  });

  test('of any size is held in pieces: the rows of UTF-16 without an end come one by one', async () => {
    const line = utf16('Milk,3.50,1 L\n', '');
    let given = 0;
    // oxlint-disable-next-line typescript/require-await -- endless
    async function* endless() {
      yield utf16('product_name,price,unit\n');
      for (;;) {
        given += line.length * 1000;
        yield Buffer.alloc(line.length * 1000, line);
      }
    }
    const options = { file: '-', format: 'csv', map: new Map() } as const;
    const source = await openRows(options, 1, Readable.from(endless()), new AbortController().signal);
    for (let i = 0; i < 20; i++) expect((await source.blocks.next()).done).toBe(false);
    // 20 blocks of 128 rows with 14 characters each, and the head.
    expect(given).toBeLessThan(1_000_000);
    expect(source.position(14 * 2560)).toBeGreaterThan(14 * 2560 * 1.9);
    source.close();
  });
});

test('NDJSON is UTF-8 unless another encoding is given', async () => {
  const read = async (...rest: [TextEncoding | undefined, boolean]) =>
    (await readText({ chunks: Readable.from([latin('{"product_name":"Käse"}')]) }, 'prices', ...rest)).head;
  expect(await read(undefined, false)).toContain('K\ufffdse');
  expect([await read(undefined, true), await read('windows-1252', false)].join()).toMatch(/Käse.*Käse/);
});

test('of what may part columns, the first wins that parts as well as another; what is in quotes parts none', () => {
  expect(['a,b;c', 'a;b|c', '"a;b;c",d', 'a'].map((head) => findDelimiter(head, () => false).delimiter)).toEqual([
    ...[',', ';', ',', ','],
  ]);
});

describe('the encoding of a text', () => {
  /** A text in an encoding with a byte for each character; undefined: it lacks one of them. */
  const bytesIn = (text: string, encoding: TextEncoding): Buffer | undefined => {
    const byte = new Map(Array.from({ length: 256 }, (_, i) => [decoded(Buffer.of(i), encoding), i]));
    const bytes = Array.from(text, (character) => byte.get(character));
    return bytes.every((each) => each !== undefined) ? Buffer.from(bytes) : undefined;
  };
  /** Lists of words in each language: those of the phrases of layouts. */
  const lists = (language: string) => {
    const words = Object.values(shippedPhrases).flatMap((phrase) => phrase[language] ?? []);
    const all = words.map((text) => text.replaceAll(/\{[^{}]*\}/g, '')).filter((text) => /[^\P{L}A-Za-z]/u.test(text));
    return [all, all.slice(0, 3), all.slice(3, 6)].map((list) => list.join('\n'));
  };
  const single = alphabets.flatMap(({ languages, encodings: names }) =>
    languages
      .split(' ')
      .flatMap((language) => names.split(' ').map((name) => [language, name as TextEncoding] as const)),
  );
  const cases = single.flatMap(([language, encoding]) =>
    lists(language).flatMap((text) => {
      const bytes = bytesIn(text, encoding);
      return bytes && !isUtf8(bytes) ? [[language, encoding, bytes] as const] : [];
    }),
  );

  test.each(cases)(
    'of a file in %s in %s is not taken for certain where it is wrong, and is with the locale',
    (...row) => {
      const [language, encoding, bytes] = row;
      const text = decoded(bytes, encoding);
      const alone = findEncoding(bytes);
      if (alone.isCertain) expect(decoded(bytes, alone.encoding)).toBe(text);
      const known = findEncoding(bytes, `${language}-XX`);
      if (known.isCertain) expect(decoded(bytes, known.encoding)).toBe(text);
    },
  );

  test('is known of most', () => {
    expect(cases.length).toBeGreaterThan(60);
    const known = cases.filter(([language, , bytes]) => findEncoding(bytes, `${language}-XX`).isCertain);
    expect(known.length / cases.length).toBeGreaterThan(0.8);
  });

  test.each<[string, TextEncoding, string]>([
    ['Żółty ser, Łosoś', 'windows-1250', 'Żółty, Łosoś'],
    ['Żółty ser, Łosoś', 'iso-8859-2', 'Żółty, Łosoś'],
    ['Сыр плавленый', 'windows-1251', 'Сыр, плавленый'],
    ['Сыр плавленый', 'koi8-r', 'Сыр, плавленый'],
    ['Τυρί φέτα', 'windows-1253', 'Τυρί, φέτα'],
    ['Größere Brötchen, 2 €', 'windows-1252', 'Größere, Brötchen'],
    ['Crème brûlée', 'windows-1252', 'Crème, brûlée'],
    ['Grüße, Käse', 'macintosh', 'Grüße, Käse'],
    ['Käse und Müsli, Möhren', 'ibm437', 'Käse, Müsli, Möhren'],
    ['Käse und Müsli', 'ibm850', 'Käse, Müsli'],
    ['Żółty ser, Łosoś', 'ibm852', 'Żółty, Łosoś'],
  ])('of %j in %s is found, with words', (text, encoding, words) => {
    const found = findEncoding(bytesIn(text, encoding)!);
    expect([found.isCertain, found.possible[0]!.words.join(', ')]).toEqual([true, words]);
  });

  test('is not certain where two languages have the words', () => {
    const bytes = latin('Crème');
    expect(findEncoding(bytes)).toMatchObject({
      isCertain: false,
      possible: [{ words: ['Crème'] }, { words: ['Crčme'] }],
    });
    expect(findEncoding(bytes, 'fr-FR')).toMatchObject({ isCertain: true, encoding: 'windows-1252' });
    expect(findEncoding(bytes, 'cs-CZ')).toMatchObject({ isCertain: true, encoding: 'windows-1250' });
  });

  test.each([
    [Buffer.from('K\u00e4se'), 'utf-8'],
    [Buffer.from('K\u00e4se').subarray(0, 2), 'utf-8'],
    [Buffer.from(`a\0${'b'.repeat(100)}`), 'utf-8'],
    [Buffer.from('\ufeffKäse', 'utf16le'), 'utf-16le'],
  ])('of %j is %s', (bytes, encoding) => {
    expect(findEncoding(bytes)).toEqual({ encoding, isCertain: true, possible: [] });
  });

  test.each([0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff])(
    'is UTF-8 where one byte is wrong and one character right: code point %d',
    (code) => {
      const right = Buffer.from(String.fromCodePoint(code));
      const isUtf8Of = (...parts: readonly Uint8Array[]) => findEncoding(Buffer.concat(parts)).encoding === 'utf-8';
      expect(isUtf8Of(right, Buffer.of(0xff), latin('a'))).toBe(true);
      expect(isUtf8Of(right, Buffer.of(0xff, 0xff), latin('a'))).toBe(false);
      // Half a character is wrong within a text, and not at its end.
      const part = right.subarray(0, -1);
      expect([isUtf8Of(latin('a'), part, latin('a')), isUtf8Of(latin('a'), part)]).toEqual([false, true]);
    },
  );

  test('is UTF-8 where no character is outside of its ranges', () => {
    const isUtf8Of = (...bytes: readonly number[]) => findEncoding(Buffer.of(...bytes, 0x61)).encoding === 'utf-8';
    for (const sequence of [[0x7f], [0xc2, 0x80], [0xdf, 0xbf], [0xf4, 0x80, 0x80, 0x80]])
      expect([sequence, isUtf8Of(...sequence, ...sequence)]).toEqual([sequence, true]);
    for (const sequence of [[0x80], [0xc1, 0xbf], [0xc2, 0x7f], [0xc2, 0xc0], [0xf5, 0x80, 0x80, 0x80]])
      expect([sequence, isUtf8Of(...sequence, ...sequence)]).toEqual([sequence, false]);
  });

  test('is UTF-16 where one in twenty units is ASCII, and eight times as many zeros are on one side', () => {
    const units = (zeros: readonly (readonly [number, number])[], others: number) =>
      Buffer.from([...zeros.flat(), ...Array.from({ length: 2 * others }, () => 0x4e)]);
    const little = (count: number) => Array.from({ length: count }, () => [0x61, 0] as const);
    const big = (count: number) => Array.from({ length: count }, () => [0, 0x61] as const);
    const encodingOf = (zeros: readonly (readonly [number, number])[], others: number) =>
      findEncoding(units(zeros, others)).encoding;
    expect([4, 5, 6].map((count) => encodingOf(little(count), 100 - count))).toEqual(['utf-8', 'utf-16le', 'utf-16le']);
    expect([4, 5, 6].map((count) => encodingOf(big(count), 100 - count))).toEqual(['utf-8', 'utf-16be', 'utf-16be']);
    expect([16, 17].map((count) => encodingOf([...little(count), ...big(2)], 2))).toEqual(['utf-8', 'utf-16le']);
    expect([16, 17].map((count) => encodingOf([...big(count), ...little(2)], 2))).toEqual(['utf-8', 'utf-16be']);
    expect([encodingOf(little(1), 0), encodingOf(big(1), 0)]).toEqual(['utf-16le', 'utf-16be']);
  });
});

test.each<[DecimalSign, Readonly<Record<string, string>>, readonly string[]]>([
  [
    'comma',
    { '3,50': '3.50', '3,5': '3.50', '3': '3.00', '1.234': '1234.00', '1.234.567,8': '1234567.80' },
    ['1.234 567', '12.34', '3,505', '007', '-3,50', '3,'],
  ],
  ['point', { '3.5': '3.50', '1,234.50': '1234.50' }, ['3,50', '']],
])('prices with a decimal %s are read: %j; not %j', (decimal, amounts, others) => {
  for (const [text, price] of Object.entries(amounts))
    expect([text, readAmount(text, { decimal, currency: 'EUR' })]).toEqual([text, { price, currency: 'EUR' }]);
  for (const text of others)
    expect([text, isRefused(readAmount(text, { decimal, currency: 'EUR' }))]).toEqual([text, true]);
});

test('a workbook under the name of a text is refused, with the option that reads it', async () => {
  const bytes = workbook([{ name: 'Prices', rows: [['product_name', 'price', 'unit']] }]);
  const message = /^Expected text in \S+ but received a workbook: --input-format xlsx reads it$/;
  for (const format of ['csv', 'ndjson'] as const) await expect(read(bytes, { format }, 2)).rejects.toThrow(message);
});

describe('a workbook', () => {
  const head = ['product_name', 'price', 'unit', 'sku', 'date', 'data.previous_price'];
  const error = (xml: string) => ({ attributes: 't="e"', xml });
  const xlsx = { format: 'xlsx' } as const;
  const sheet = (...rows: Parameters<typeof workbook>[0][number]['rows'][number][]) =>
    workbook([{ name: 'Prices', rows: [head, ...rows] }]);
  const day = (style: number) => ({ attributes: `s="${style}"`, xml: '<v>46346</v>' });

  test.each<[string, Uint8Array, readonly string[], BatchFlags?]>([
    [
      'with numbers, days and texts',
      sheet(['Milk & Co', 3.5, '1 L', 4006381333931, day(1), 4], ['Tea', 1234.5, 6, '0042', day(2), null]),
      ['2: Milk & Co | 3.50 | 1 L | 4006381333931 | 2026-11-20 | 4.00', '3: Tea | 1234.50 | 6 | 0042 | 2026-11-20'],
    ],
    [
      'with numbers as floating-point arithmetic leaves them, and as it writes them',
      sheet(
        ['A', { xml: '<v>3.4999999999999996</v>' }, '1 L', { xml: '<v>4.006381333931E12</v>' }],
        ['B', 3.5, '1 L', 0.1 + 0.2],
        ['C', 3.505, '1 L'],
      ),
      [
        '2: A | 3.50 | 1 L | 4006381333931',
        '3: B | 3.50 | 1 L | 0.3',
        `4: Expected at most 2 decimals for price, as USD has no more, but received "3.505"`,
      ],
    ],
    [
      'with article numbers in formats of zeros',
      sheet(
        ['A', 1, '1 L', { attributes: 's="4"', xml: '<v>36000291452</v>' }],
        ['B', 1, '1 L', { attributes: 's="5" t="n"', xml: '<v>420017</v>' }],
        ['C', 1, '1 L', { attributes: 's="5"', xml: '<v>123456789</v>' }],
        ['D', { attributes: 's="3"', xml: '<v>5</v>' }, '1 L', { attributes: 's="4"', xml: '<v>1.5</v>' }],
      ),
      [
        '2: A | 1.00 | 1 L | 0036000291452',
        '3: B | 1.00 | 1 L | 0042-0017',
        '4: C | 1.00 | 1 L | 12345-6789',
        '5: D | 5.00 | 1 L | 1.5',
      ],
    ],
    [
      'with titles above the names of its columns, on its second sheet',
      workbook([
        { name: 'Cover', rows: [['Prices of November'], ['Shop', 'Vienna']] },
        { name: 'List', rows: [['Prices'], [], [null, 'price'], head, ['A', 1, '1 L']] },
      ]),
      ['5: A | 1.00 | 1 L'],
    ],
    [
      'with formulas, one of them never calculated',
      sheet(
        [{ attributes: 't="str"', xml: '<f>A1&amp;"x"</f><v>Tea</v>' }, { xml: '<f>1+1</f><v>2</v>' }, '1 L'],
        ['B', { attributes: 's="3"', xml: '<f>B2*2</f>' }, '1 L'],
      ),
      [
        '2: Tea | 2.00 | 1 L',
        '3: Expected a value for price but received the error of a formula that has not been calculated: save the workbook in a spreadsheet program',
      ],
    ],
    [
      'with errors',
      sheet(['A', error('<v>#DIV/0!</v>'), '1 L', error('<f>x</f><v>#N/A</v>')]),
      [
        '2: Expected a value for price but received the error #DIV/0! | Expected a value for sku but received the error #N/A',
      ],
    ],
    [
      'with empty rows, and texts of blanks',
      sheet([], ['A', 1, '1 L'], [], ['  ', null, ''], ['B', 2, ' 1 L ']),
      ['3: A | 1.00 | 1 L', '6: B | 2.00 | 1 L'],
    ],
    [
      'with numbers as texts, by a decimal comma',
      sheet(['A', '3,50', '1 L'], ['B', 3.5, '1 L'], ['C', '3.50', '1 L']),
      [
        '2: A | 3.50 | 1 L',
        '3: B | 3.50 | 1 L',
        '4: Expected a number such as "3,50" or "1.234,50" for price but received "3.50"',
      ],
      { decimal: 'comma' },
    ],
    [
      'with merged cells: the first has the value',
      workbook([
        {
          name: 'Prices',
          rows: [head, ['A', 1, '1 L'], ['B', 2]],
          after: '<mergeCells count="1"><mergeCell ref="C2:C3"/></mergeCells>',
        },
      ]),
      ['2: A | 1.00 | 1 L', '3: B | 2.00'],
    ],
    [
      'with two sheets, the first of them hidden',
      workbook([
        { name: 'Old', state: 'hidden', rows: [head, ['old', 1, '1 L']] },
        { name: 'New', rows: [head, ['new', 2, '1 L']] },
      ]),
      ['2: new | 2.00 | 1 L'],
    ],
    [
      'with a sheet by its name',
      workbook([
        { name: 'A', rows: [head] },
        { name: 'Käse & "Co"', rows: [[], [], head, ['B', 2, '1 L']] },
      ]),
      ['4: B | 2.00 | 1 L'],
      { sheet: 'Käse & "Co"' },
    ],
    ['with true and false', sheet(['A', 1, { attributes: 't="b"', xml: '<v>1</v>' }]), ['2: A | 1.00 | TRUE']],
  ])('%s', async (_, bytes, rows, given = {}) => {
    expect((await read(bytes, { ...xlsx, ...given })).rows).toEqual(rows);
  });

  const many = (attributes: string) => ({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c ${attributes}><v>1</v></c></row></sheetData></worksheet>`,
  });
  const one = [{ name: 'Prices', rows: [] }];
  /** A workbook of 1 MB whose archive declares another size. */
  const saying = (size: number) => {
    const bytes = Buffer.from(workbook(one, { 'xl/bomb.xml': ' '.repeat(1_000_000) }));
    for (let at = bytes.indexOf('40420f00', 'hex'); at >= 0; at = bytes.indexOf('40420f00', at + 1, 'hex'))
      bytes.writeUInt32LE(size, at);
    return bytes;
  };

  const bombMessage = 'Expected at most 100 MB when unpacked for a workbook in - but received more';
  const otherSheet = 'Expected one of "Prices" for --sheet but received "prices" (did you mean "Prices"?)';
  test.each<[string, Uint8Array, string, BatchFlags?, string?]>([
    ['no workbook', Buffer.from('product_name,price\n'), 'received another file, or one with a password'],
    ['a torn one', sheet(['A', 1, '1 L']).subarray(0, 700), 'Expected a workbook of Excel (.xlsx) in - but'],
    ['another archive', workbook([]), 'received one without sheets'],
    ['an empty sheet', workbook(one), 'received the empty sheet "Prices"'],
    ['a sheet that it has not', workbook(one), otherSheet, { sheet: 'prices' }, 'usage'],
    ['rows without an end', workbook(one, many('r="A1000000000"')), 'at most 1000000 cells for sheet "Prices"'],
    ['columns without an end', workbook(one, many("r='ZZZZZZ1'")), 'Expected at most 1000000 cells'],
    ['a bomb', saying(101_000_000), bombMessage],
    ['one that declares less than its size', saying(100), ''],
    ['a large file', Buffer.alloc(50_000_001, 'PK'), 'Expected at most 50 MB for a workbook'],
  ])('is refused: %s', async (_, bytes, message, given = {}, kind = 'invalid') => {
    const expected = expect.stringContaining(message) as unknown;
    await expect(read(bytes, { ...xlsx, ...given }, 1 << 20)).rejects.toMatchObject({ kind, message: expected });
  });

  test('with letters missing is read or refused as before, wherever they are missing', async () => {
    const outcome = (bytes: Uint8Array): Promise<string> =>
      read(bytes, xlsx).then(
        ({ rows }) => rows.join('; ') || 'no rows',
        (error: unknown) => (error instanceof BatchError ? error.message : `a fault: ${String(error)}`),
      );
    const parts = unzipSync(sheet(['Milk & Co', 3.5, '1 L', 4006381333931, day(1), 4]));
    const records: [string, readonly string[]][] = [];
    for (const [path, part] of Object.entries(parts)) {
      const lines: string[] = [];
      for (let at = 0; at < part.length; at += 19) {
        const broken = Buffer.concat([part.subarray(0, at), part.subarray(at + 9)]);
        lines.push(await outcome(zipSync({ ...parts, [path]: broken })));
      }
      records.push([path, lines.filter((line, i) => line !== lines[i - 1])]);
    }
    expectRecorded('broken-workbooks', records);
  });

  test('has its last rows, also where empty ones follow', async () => {
    const lines: (readonly number[])[] = [];
    for await (const block of sheetBlocks([['name'], ['A'], [''], ['B'], ['', '']], 1, 1)) lines.push(block.lines);
    expect(lines).toEqual([[2, 4]]);
  });

  test('has columns with letters as Excel has', () => {
    expect([0, 25, 26, 701, 702].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});
