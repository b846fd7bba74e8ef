import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readFormat, shownIn } from '../../server/batch/rows/sheet/number-format.js';
import { readCells } from '../../server/page/state/wall/cells.js';
import { readTable } from '../../server/page/state/wall/table.js';
import { batch, filesOf, panel } from '../support/batch.js';
import { workbook } from '../support/files/workbook.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();

/** A format, a stored number, what the workbook shows, and the price and its currency, or why it is refused. */
const cases: readonly (readonly [code: string, stored: string, shown: string, read: string])[] = [
  ['#,##0.00 [$€-407]', '3.5', '3.50 €', '3.50 EUR'],
  ['[$£-809]#,##0.00', '3.5', '£3.50', '3.50 GBP'],
  ['#,##0.00\\ [$kr-41D]', '3.5', '3.50 SEK', '3.50 SEK'],
  ['[$kr-414]\\ #,##0.00', '3.5', 'NOK 3.50', '3.50 NOK'],
  ['#,##0.00 [$kr.-0406]', '3.5', '3.50 DKK', '3.50 DKK'],
  ['#,##0.00 [$kr]', '3.5', '3.50 kr', 'currency'],
  ['[$$-1009]#,##0.00', '3.5', 'CAD3.50', '3.50 CAD'],
  ['[$¥-411]#,##0', '350', 'JPY350', '350.00 JPY'],
  ['[$€-1009]#,##0.00', '3.5', '€3.50', '3.50 EUR'],
  ['[$USD] #,##0.00', '3.5', 'USD 3.50', '3.50 USD'],
  ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '3.5', '$ 3.50', '3.50 USD'],
  ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', '1234.5', '1234.50 €', '1234.50 EUR'],
  ['[Red]0.00 "EUR"', '3.5', '3.50 EUR', '3.50 EUR'],
  ['0"¢"', '350', '350¢', '3.50 USD'],
  ['0" ct"', '99', '99 ct', '0.99 USD'],
  ['0%', '0.5', '50%', 'format'],
  ['"ab "0.00', '3.5', 'ab 3.50', 'words'],
  ['0.00"/kg"', '3.5', '3.50/kg', 'words'],
  ['0.00 €', '-3.5', '-3.50 €', 'sign'],
  ['0.00 €', '3.4999999999999996', '3.50 €', '3.50 EUR'],
  ['0.00 €', '3.505', '3.505 €', 'currency_decimals'],
  ['0\\.00', '119', '119 in another format', 'words'],
  ['[<1]0" ct";0.00" €"', '2', '2 in another format', 'words'],
  ['0.0,', '2500', '2.5', 'currency'],
  ['0, "k"', '3500', '3.5 k in another format', 'words'],
  ['0.00 €;-0.00 €;"auf Anfrage"', '0', 'auf Anfrage', 'format'],
  ['0.00 €;-0.00 €;"auf Anfrage"', '3.5', '3.50 €', '3.50 EUR'],
  ['0.00;-0.00;"free ";@', '0', 'free', 'format'],
  ['"auf Anfrage"', '3.5', 'auf Anfrage', 'format'],
  ['0.00;;', '0', '', 'missing'],
  [';;;', '3.5', '', 'missing'],
  ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '0', '', 'missing'],
  ['0.00 "a;b"', '3.5', '3.50 a;b', 'words'],
  ['#,##0', '3.5', '3.5 in another format', 'words'],
  ['#,##0 €', '3.5', '3.5 € in another format', 'words'],
  ['#,##0 €', '3', '3 €', '3.00 EUR'],
];

describe('a number of a workbook', () => {
  test.each(cases.map(([code, stored, shown]) => [code, stored, shown]))('in %s: %s is %s', (code, stored, shown) => {
    expect(shownIn(readFormat(code, stored)!, stored)).toBe(shown);
  });

  test.each(['General', '0.00', '#,##0.00_ ', 'dd.mm.yyyy', '# ?/?', '0.00E+00', '@', '', '[$-407]0.00', 'yyyy"年"'])(
    'has no other text in %s',
    (code) => {
      expect(readFormat(code)).toBeUndefined();
    },
  );

  test('is read as the workbook shows it, by the wall and by batch', async () => {
    const codes = cases.map(([code]) =>
      code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    );
    const styles = `<styleSheet><numFmts>${codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('')}</numFmts>
      <cellXfs><xf numFmtId="0"/>${codes.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs></styleSheet>`;
    const rows = cases.map(([, stored], i) => [
      `A${i}`,
      { attributes: `s="${i + 1}"`, xml: `${i % 2 === 0 ? '' : '<f>1+1</f>'}<v>${stored}</v>` },
      'kg',
    ]);
    const bytes = workbook([{ name: 'List', rows: [['product_name', 'price', 'unit'], ...rows] }], {
      'xl/styles.xml': styles,
    });
    const table = await readCells(bytes);
    if ('fault' in table) throw new Error(table.fault);
    const read = readTable(table);
    if ('fault' in read) throw new Error(read.fault);
    const found = read.rows.map((row) => {
      if ('fault' in row) return row.fault === 'cells' ? row.problems[0]!.reason : row.fault;
      const { price = 'missing', currency } = row.fields;
      return [price, currency].filter((each) => each !== undefined).join(' ');
    });
    expect(found).toEqual(cases.map(([, , , each]) => each));
    const file = join(folder.path, 'list.xlsx');
    writeFileSync(file, bytes);
    const out = join(folder.path, 'labels');
    await batch([file, '--device', panel, '--out', out, '--file-name', '{line} {price} {currency}']);
    const drawn = [...filesOf(out).keys()].filter((name) => name.endsWith('.png'));
    expect(drawn.map((name) => name.replace(/^\d+ (.*)\.png$/, '$1'))).toEqual(
      cases.flatMap(([, , , each]) => (/^[0-9]/.test(each) ? [each] : [])),
    );
  });

  test('or a text is read from hidden rows and columns, too, and that is said', async () => {
    const row = (number: number, ...texts: readonly string[]) =>
      `<row r="${number}"${number === 3 ? ' ht="1" hidden="1"' : ''}>${texts
        .map((text, i) => `<c r="${'ABCD'[i]!}${number}" t="inlineStr"><is><t>${text}</t></is></c>`)
        .join('')}</row>`;
    const rows = [
      row(1, 'product_name', 'price', 'Unit', 'Cost'),
      row(2, 'Milk', '3.50', '1 L', '1'),
      row(3, 'Tea', '4.50', '1 kg', '2'),
    ];
    const columns = '<cols><col min="1" max="1" width="9"/><col min="3" max="16384" width="9" hidden="1"/></cols>';
    const sheet = `<worksheet>${columns}<sheetData>${rows.join('')}</sheetData></worksheet>`;
    const bytes = workbook([{ name: 'List', rows: [] }], { 'xl/worksheets/sheet1.xml': sheet });
    const file = join(folder.path, 'hidden.xlsx');
    writeFileSync(file, bytes);
    const out = join(folder.path, 'hidden');
    const { code, stderr } = await batch([file, '--device', panel, '--guess', '--out', out]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Hidden rows of the sheet are read, too: 1\n')]);
    expect(stderr).toContain('Hidden columns of the sheet are read, too: "Unit"\n');
    expect([...filesOf(out).keys()].filter((name) => name.endsWith('.png'))).toHaveLength(2);
    const table = await readCells(bytes);
    const read = 'fault' in table ? table : readTable(table);
    expect(read).toMatchObject({
      hidden: { rows: 1 },
      columns: [{}, {}, { name: 'Unit', hidden: true }, { field: '', hidden: true }],
    });
    expect('columns' in read && read.columns.filter(({ hidden }) => hidden)).toHaveLength(2);
  });

  test('has a text that its format changes refused', async () => {
    const styles = `<styleSheet><numFmts>${['&quot;Art. &quot;@', '0;0;0;_(@_)', ';;;']
      .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs>${[164, 165, 166].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const name = (style: number) => ({ attributes: `s="${style}" t="str"`, xml: '<v>Milk</v>' });
    const rows = [['product_name', 'price', 'unit'], ...[0, 1, 2].map((style) => [name(style), '3.50', 'kg'])];
    const table = await readCells(workbook([{ name: 'List', rows }], { 'xl/styles.xml': styles }));
    const read = 'fault' in table ? table : readTable(table);
    const message = 'Expected a value for product_name but received the error of a format that shows another text';
    expect(
      'rows' in read && read.rows.map((each) => ('problems' in each ? each.problems[0]!.message : 'read')),
    ).toEqual([message, 'read', message]);
  });
});
