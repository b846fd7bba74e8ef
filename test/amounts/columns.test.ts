import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { rowOfCells } from '../../server/batch/rows/table.js';
import { readCells } from '../../server/page/state/wall/cells.js';
import { readTable } from '../../server/page/state/wall/table.js';
import { batch, filesOf, panel } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';
import { rowsOf } from '../support/tables/table.js';

const folder = temporaryFolder();
let files = 0;

/** The rows of the wall: price, currency and unit, or the reasons why a row is refused. */
async function onWall(csv: string, today?: string): Promise<readonly string[]> {
  const table = await readCells(Buffer.from(csv));
  if ('fault' in table) return [table.fault];
  const read = readTable(table, undefined, undefined, today);
  if ('fault' in read) return [[read.fault, ...('fields' in read ? read.fields : [])].join(' ')];
  return read.rows.map((row) => {
    if ('fault' in row) return row.fault === 'cells' ? row.problems.map(({ reason }) => reason).join(' ') : row.fault;
    const { price, currency, unit } = row.fields;
    return [price, currency, unit].filter((each) => each !== undefined).join(' ');
  });
}

/** The fields of the first row of the wall, or the message why it is refused. */
async function firstRow(csv: string, today = '2026-11-20') {
  const table = await readCells(Buffer.from(csv));
  const read = 'fault' in table ? table : readTable(table, undefined, undefined, today);
  const [row] = 'fault' in read ? [] : read.rows;
  if (!row || ('fault' in row && row.fault !== 'cells')) throw new Error(JSON.stringify(read));
  if ('fault' in row) return row.problems[0]!.message;
  const { product_name, price, unit, sku = '' } = row.fields;
  return `${product_name} ${price} ${unit} ${sku}`.trim();
}

/** The prices and units that `batch --guess` draws, in the order of the names, and what it writes. */
async function inBatch(csv: string, options: readonly string[] = [], name = '{price} {currency} {unit}') {
  const file = join(folder.path, `${++files}.csv`);
  const out = join(folder.path, String(files));
  writeFileSync(file, csv);
  const names = ['--file-name', `{line} ${name}`];
  const { code, stderr } = await batch([file, '--device', panel, '--guess', '--out', out, ...names, ...options]);
  const pictures = code === 64 ? [] : [...filesOf(out).keys()].filter((each) => each.endsWith('.png'));
  return { code, stderr, drawn: pictures.map((each) => each.replace(/^\d+ (.*)\.png$/, '$1')) };
}

describe('what a column’s name adds to its numbers', () => {
  test.each(
    rowsOf(`
      Price (EUR) → 3.50 → 3.50 EUR | Price (€) → 3.50 → 3.50 EUR | Price [GBP] → 3.50 → 3.50 GBP
      Preis in Euro → 3,50 → 3.50 EUR | price_eur → 3.50 → 3.50 EUR | Preis € → 3,50 → 3.50 EUR
      Price ($) → 3.50 → 3.50 USD | Price (cents) → 350 → 3.50 USD | Price in pence → 350 → 3.50 GBP
      Preis (inkl. 19 % MwSt., EUR) → 3,50 → 3.50 EUR | Price (EUR) → €3.50 → 3.50 EUR
      Price (EUR) → 99 ct → 0.99 EUR | Price (EUR) → $3.50 → currency | Price (kr) → 3.50 → currency
      Price incl. VAT → 3.50 → 3.50 | Price [Old Town] → 3.50 → missing price | Price [Main] → 3.50 → 3.50
      Price [Real] → 3.50 → 3.50
  `),
  )('%s: %s is %s', async (name, cell, row) => {
    const csv = `Name;${name};unit\nMilk;${cell};1 L\n`;
    expect(await onWall(csv)).toEqual([/[A-Z0-9]$/.test(row) ? `${row} 1 L` : row]);
  });

  test.each([
    'tax excl.,excl. VAT,net,wholesale,old,per kg,kg,100 g,cost,netto,zzgl. MwSt.,Einkauf,HT,hors taxe,sin IVA,sans TVA,Berlin,EUR/kg,EUR/USD,p'
      .split(',')
      .map((words) => `Price (${words})`),
    ['Price [Cost]', 'Price [net]', 'Net price', 'Price net', 'Preis (EK)'],
  ])('is no selling price: %s', async (...names) => {
    for (const name of names)
      expect([name, await onWall(`Name;${name};unit\nMilk;3.50;1 L\n`)]).toEqual([name, ['missing price']]);
  });

  test('is refused by --guess where no other column has the price', async () => {
    const { code, stderr } = await inBatch('Name,Price (net)\nMilk,3.50\n');
    expect([code, stderr]).toEqual([
      64,
      expect.stringContaining('Expected a column for price but received "Name", "Price (net)"'),
    ]);
  });

  test('is a currency with --map, too', async () => {
    const { drawn } = await inBatch('Name,Shelf (cents)\nMilk,350\n', ['--map', 'Shelf (cents)=price']);
    expect(drawn).toEqual(['3.50 USD piece']);
  });

  test.each([
    ['Price (tax excl.),Price (tax incl.)', '3.00,3.50', '3.50'],
    ['Price,Price incl. VAT', '3.00,3.50', '3.50'],
    ['Price (tax incl.),Price', '3.50,3.00', '3.50'],
  ])('says which of %s is the price', async (columns, cells, price) => {
    const csv = `Name,${columns},unit\nMilk,${cells},1 L\n`;
    expect(await onWall(csv)).toEqual([`${price} 1 L`]);
    expect((await inBatch(csv)).drawn).toEqual([`${price} USD 1 L`]);
  });

  test.each(
    rowsOf(`
      Quantity (pcs) → 12 → piece | Menge (Stk) → 12 → piece | Quantity (kg) → 12.5 → piece | Quantity (ml) → 500 → 500 ml
      Quantity → 500 g → 500 g | Content (ml) → 500 → 500 ml | Content (ml) → 2 x 250 ml → 2 x 250 ml
      Quantity → 5 → piece | Menge → 5 → piece | Quantity,Size → 5,1 L → 1 L | Size,Quantity → 1 L,5 → 1 L
  `),
  )('%s: %s is the unit %s', async (name, cell, unit) => {
    const csv = `Name,Price,${name}\nMilk,3.50,${cell}\nTea,4.50,${cell}\n`;
    expect(await onWall(csv)).toEqual([`3.50 ${unit}`, `4.50 ${unit}`]);
    expect((await inBatch(csv)).drawn).toEqual([`3.50 USD ${unit}`, `4.50 USD ${unit}`]);
  });
});

describe('a sale price', () => {
  const day = '2026-11-20';
  const woo = 'Date sale price starts,Date sale price ends';

  test.each(
    rowsOf(`
      Price,Sale price → 3.50,2.99 → 2.99 | Sale price,Price → 2.99,3.50 → 2.99
      price,special_price → 3.50,2.99 → 2.99 | price,sale_price → 3.50, → 3.50 | price,sale_price → 3.50,0 → 3.50
      Price,Sale price → 3.50,0.00 → 3.50 | Preis,Aktionspreis → 3.50,2.99 → 2.99
      Price,Sale price (net) → 3.50,2.99 → 3.50
      Date sale price starts,Date sale price ends,Sale price,Regular price → 2026-11-20,2026-11-20,2.99,3.50 → 2.99
      Date sale price starts,Date sale price ends,Sale price,Regular price → 2026-11-21,,2.99,3.50 → 3.50
      Date sale price starts,Date sale price ends,Sale price,Regular price → ,2026-11-19 23:59:59,2.99,3.50 → 3.50
      Date sale price starts,Date sale price ends,Sale price,Regular price → ,,2.99,3.50 → 2.99
      price,special_price,special_from_date,special_to_date → 3.50,2.99,1/13/26,11/20/26 → 2.99
      price,special_price,special_from_date,special_to_date → 3.50,2.99,1.11.2026,19.11.2026 → 3.50
      price,sale_price,sale_price_effective_date → 3.50,2.99,2026-11-01T11:07+0100/2026-11-29T23:07+0100 → 2.99
      price,sale_price,sale_price_effective_date → 3.50,2.99,2026-10-01T11:07+0100/2026-10-29T23:07+0100 → 3.50
      price,sale_price,sale_price_effective_date,date → 3.50,2.99,2026-10-01/2026-10-29,2026-10-29 → 2.99
      Price,Sale Price,On Sale → 3.50,2.99,No → 3.50 | Price,Sale Price,On Sale → 3.50,2.99,yes → 2.99
      Preis,Angebotspreis,gültig von,gültig bis → 3.50,2.99,1.1.2020,31.1.2020 → 3.50
      Price,Promo price,Valid until → 3.50,2.99,2020-01-31 → 3.50
      Preis,Aktionspreis,Aktionszeitraum → 3.50,2.99,1.1.2020 - 31.1.2020 → 3.50 | Price,Sale price,Sale from/to → 3.50,2.99,2026-11-01 to 2026-11-30 → 2.99
      Price,Sale price,Sale dates → 3.50,2.99,2020-01-01–2020-01-31 → 3.50 | Price,Sale price,Sale dates → 3.50,2.99,2020-01-31 → format
      price,special_price,special_from_date → 3.50,2.99,11/12/26 → format
      price,special_price,special_from_date → 3.50,2.99,soon → format
      price,special_price,special_from_date → 3.50,,soon → 3.50
      Preis,Aktionspreis,Von,Bis → 3.50,2.99,1.12.2026,31.12.2026 → 3.50 | Preis,Aktionspreis,Von,Bis → 3.50,2.99,1.11.2026,30.11.2026 → 2.99
      Price,Promo price,Start,End → 3.50,2.99,2026-12-01,2026-12-31 → 3.50 | Price,Promo price,From Date,To Date → 3.50,2.99,2026-10-01,2026-10-31 → 3.50
      Price,PromoPrice,PromoPriceFrom,PromoPriceUntil → 3.50,2.99,2026-12-01,2026-12-31 → 3.50
      Price,SpecialPrice,SpecialPriceEffectiveDate,SpecialPriceExpirationDate → 3.50,2.99,2026-12-01,2026-12-31 → 3.50
      Price,Sale price,Effective,Expires → 3.50,2.99,2026-10-01,2026-10-31 → 3.50 | Price,Sale price,salestart,saleend → 3.50,2.99,2026-12-01, → 3.50
      Prix,Prix promo,Du,Au → 3.50,2.99,01.12.2026,31.12.2026 → 3.50 | Prix,Prix promo,Date de début,Date de fin → 3.50,2.99,2026-12-01,2026-12-31 → 3.50
      Precio,Precio oferta,Fecha inicio,Fecha fin → 3.50,2.99,2026-12-01,2026-12-31 → 3.50 | Preço,Preço promocional,De,Até → 3.50,2.99,2026-12-01,2026-12-31 → 3.50
      Prezzo,Prezzo offerta,Dal,Al → 3.50,2.99,2026-12-01,2026-12-31 → 3.50 | Prijs,Actieprijs,Van,Tot → 3.50,2.99,2026-12-01,2026-12-31 → 3.50
      Cena,Cena promocyjna,Od,Do → 3.50,2.99,2026-12-01,2026-12-31 → 3.50 | Цена,Акционная цена,Дата начала,Дата окончания → 3.50,2.99,2026-12-01,2026-12-31 → 3.50
      価格,特価,開始日,終了日 → 3.50,2.99,2026-12-01,2026-12-31 → 3.50 | Price,Sale price,Week from,Week to → 3.50,2.99,47,48 → format
      Price,Sale price,Starting stock,Ends → 3.50,2.99,12, → 2.99 | Price,Sale price,Valid from → 3.50,2.99,2026-11-01 - 2026-11-10 → 3.50
      Price,Valid from,Valid to → 3.50,2026-11-01,2026-11-30 → 3.50 | Price,Price valid from → 3.50,2026-12-01 → missing
      Preis,gültig ab,gültig bis → 3.50,01.10.2026,31.10.2026 → missing | Price,Effective date → 3.50,2027-01-01 → missing
      Price,Start,End → 3.50,2026-12-01,2026-12-31 → 3.50 | Price,Sale price,Price from → 3.50,2.99,2.50 → 2.99
       Price,Active → 3.50,yes → 3.50
  `),
  )('of %s with %s: %s', async (columns, cells, price) => {
    const csv = `Name,${columns},unit\nMilk,${cells},1 L\n`;
    const isRefused = /^\p{L}/u.test(price);
    expect(await onWall(csv, day)).toEqual([isRefused ? price : `${price} 1 L`]);
    const dated = columns.endsWith(',date') ? [] : ['--date', day];
    expect((await inBatch(csv, dated)).drawn).toEqual(isRefused ? [] : [`${price} USD 1 L`]);
  });

  test('with days is noted', async () => {
    const { stderr } = await inBatch(`Name,${woo},Sale price,Price\nMilk,2100-01-01,,2.99,3.50\n`);
    expect(stderr).toContain(
      'note: Sale prices count only where these columns say so: "Date sale price starts", "Date sale price ends"',
    );
  });

  test('has the order of --map, and no days of columns that it ignores', async () => {
    const csv = `Name,Sale starts,A,B\nMilk,2100-01-01,0,3.50\nTea,2100-01-01,2.99,3.50\n`;
    const options = ['--map', 'price=A|B', '--map', 'Sale starts='];
    expect((await inBatch(csv, options)).drawn).toEqual(['3.50 USD piece', '2.99 USD piece']);
    const twins = 'Name,A,A\nMilk,3.50,2.99\n';
    expect((await inBatch(twins, ['--map', 'price=#3|#2'])).drawn).toEqual(['2.99 USD piece']);
  });
});

describe('a price that a buyer does not pay', () => {
  const discount = (text: string) => `Expected the price with its discount, "${text}", but received the one without`;
  const taxes = (name: string, text: string) => `Expected a price with its taxes, but "${name}" says "${text}"`;
  const sum = (text: string) => `Expected an article but received the sum of others, "${text}"`;
  test.each([
    ['Name;Price;Discount %', 'Cola;3.50;10', discount('10')],
    ['Bezeichnung;Preis;Rabatt', 'Cola;3,50;10 %', discount('10 %')],
    ['name;price;discountMode;discountValue', 'Cola;3.50;AMOUNT;1', discount('1')],
    ['Nom;Prix;Remise (%)', 'Cola;3,50;5', discount('5')],
    ['Name;Price;Discount', 'Cola;3.50;0', 'Cola 3.50 piece'],
    ['Name;Price;Discount', 'Cola;3.50;No', 'Cola 3.50 piece'],
    ['Name;Old price;Price;Discount', 'Cola;4.00;3.50;12', 'Cola 3.50 piece'],
    ['Name;Price;Sale price;Discount', 'Cola;4.00;3.50;12', 'Cola 3.50 piece'],
    ['Name;Price;Currency;Tax Included', 'Cola;2.92;EUR;No', taxes('Tax Included', 'No')],
    ['Name;Price;Price includes tax', 'Cola;2.92;FALSE', taxes('Price includes tax', 'FALSE')],
    ['Bezeichnung;Preis;inkl. MwSt.', 'Cola;2,92;Netto', taxes('inkl. MwSt.', 'Netto')],
    ['Name;Price;Tax Included', 'Cola;3.50;Yes', 'Cola 3.50 piece'],
    ['Name;Price;Tax Included', 'Cola;$3.50;No', 'Cola 3.50 piece'],
    ['Name;Price;SKU', 'Total;9.50;', sum('Total')],
    ['Bezeichnung;Preis', 'Summe:;9,50', sum('Summe:')],
    ['Nazwa;Cena', 'Razem;9,50', sum('Razem')],
    ['Name;Price;SKU', 'Total;9.50;7', 'Total 9.50 piece 7'],
    ['Name;Price', 'Total Greek yoghurt;9.50', 'Total Greek yoghurt 9.50 piece'],
    [
      'Bezeichnung;ab Menge;Preis',
      'Cola;10;3,00',
      'Expected the price of what is sold, but "ab Menge" says that it is for "10"',
    ],
    ['Name;Tier quantity;Price', 'Cola;1;3.50', 'Cola 3.50 piece'],
  ])('%s: %j is %s', async (names, row, drawn) => {
    expect(await firstRow(`${names}\n${row}\n`)).toBe(drawn);
    const { stderr } = await inBatch(`${names}\n${row}\n`);
    if (drawn.startsWith('Expected')) expect(stderr).toContain(drawn);
  });

  test.each([
    [
      'sku,Name,Price',
      ['1,Milk,3.50', '2,Tea,3.50', '1,Milk,4.50'],
      '"1" has one price in line 2 and another in line 4',
    ],
    ['Name,Price,unit', ['Milk,3.50,1 L', 'Milk,4.50,1 L'], '"Milk" has one price in line 2 and another in line 3'],
    ['Store,Name,Price', ['A,Milk,3.50', 'B,Milk,4.50'], '"Milk" has one price in line 2 and another in line 3'],
    ['Name,Price,unit', ['Milk,3.50,1 L', 'Milk,4.50,2 L'], undefined],
    ['sku,Name,Price', ['1,Milk,3.50', '1,Milk,3.50', ',Tea,2.00', ',Oil,3.00'], undefined],
    ['sku,Name,Price,Currency', ['1,Milk,3.50,EUR', '1,Milk,4.50,USD'], undefined],
  ])('of two in %s %j is said', async (names, rows, note) => {
    const csv = `${names}\n${rows.join('\n')}\n`;
    const { stderr } = await inBatch(csv);
    if (note === undefined) expect(stderr).not.toContain('has one price');
    else expect(stderr).toContain(`note: ${note}\n`);
    const table = await readCells(Buffer.from(csv));
    const read = 'fault' in table ? table : readTable(table);
    const { text, line, other } = ('rows' in read ? read.repeated : undefined) ?? {};
    expect(text && `"${text}" has one price in line ${line!} and another in line ${other!}`).toBe(note);
  });
});

describe('the unit of goods that are weighed', () => {
  test.each([
    ['Unit and Precision', '.123 lb', 'lb'],
    ['Unit and Precision', '.12 kg', 'kg'],
    ['Unit and Precision', '', 'piece'],
    ['Price Unit', 'lb', 'lb'],
    ['Sales unit', 'kg', 'kg'],
    ['Unit of measurement', '100 g', '100 g'],
    ['ME', 'kg', 'kg'],
    ['Sold by weight', 'N', 'piece'],
    ['Sold by weight', 'Y', 'missing'],
    ['Sold by weight,unit', 'Y,kg', 'kg'],
  ])('%s: %s is %s', async (columns, cells, unit) => {
    const csv = `Name,Price,${columns}\nMilk,3.50,${cells}\n`;
    const isRefused = unit === 'missing';
    expect(await onWall(csv)).toEqual([isRefused ? unit : `3.50 ${unit}`]);
    const { drawn, stderr } = await inBatch(csv);
    expect(drawn).toEqual(isRefused ? [] : [`3.50 USD ${unit}`]);
    if (isRefused)
      expect(stderr).toContain(
        'Expected a unit, as "Sold by weight" says that the row is sold by weight, but received none',
      );
  });

  test('is wanted where a workbook has a number for yes', () => {
    const row = ['Milk', '3.50', { number: '1' }];
    const weighed = { column: 2, name: 'Sold by weight' };
    const table = {
      columns: ['product_name', 'price', null],
      prices: ['price'],
      decimal: null,
      unit: 'piece',
      weighed,
    };
    expect(rowOfCells(row, table)).toMatchObject({ wrong: [{ field: 'unit', reason: 'missing' }] });
  });

  test('may be that of --unit', async () => {
    const { drawn } = await inBatch('Name,Price,Sold by weight\nMilk,3.50,Y\n', ['--unit', 'kg']);
    expect(drawn).toEqual(['3.50 USD kg']);
  });
});

describe('a price without a currency', () => {
  const rows = (...prices: readonly string[]) => `Name;Price;unit\n${prices.map((one) => `A;${one};kg\n`).join('')}`;

  test('has the one that all others of its column have, and that is said', async () => {
    const { drawn, stderr } = await inBatch(rows('3,50 €', '4,00', '€ 5,00'));
    expect(drawn).toEqual(['3.50 EUR kg', '4.00 EUR kg', '5.00 EUR kg']);
    expect(stderr).toContain(
      'note: Prices without a currency such as "4,00" in line 3 are in EUR, because of "3,50 €"; --currency says otherwise',
    );
    expect((await onWall(rows('3,50 €', '4,00', '€ 5,00'))).slice(0, 2)).toEqual(['3.50 EUR kg', '4.00 EUR kg']);
  });

  test('is refused beside several', async () => {
    const csv = rows('3.50 €', '4.00', '$5.00');
    expect(await onWall(csv)).toEqual(['3.50 EUR kg', 'currency', '5.00 USD kg']);
    const { drawn, stderr } = await inBatch(csv);
    expect(drawn).toEqual(['3.50 EUR kg', '5.00 USD kg']);
    expect(stderr).toContain(
      'Expected an amount with its currency for price, as other rows have several, but received "4.00"',
    );
  });

  test('has that of its row, or of --currency', async () => {
    expect(await onWall('Name,Price,Price Currency,unit\nA,3.50,EUR,kg\nB,4.00,GBP,kg\n')).toEqual([
      '3.50 EUR kg',
      '4.00 GBP kg',
    ]);
    expect((await inBatch(rows('3,50 €', '4,00'), ['--currency', 'EUR'])).drawn).toEqual([
      '3.50 EUR kg',
      '4.00 EUR kg',
    ]);
    expect((await inBatch(rows('3.50', '4.00'))).drawn).toEqual(['3.50 USD kg', '4.00 USD kg']);
  });
});

test('an empty currency beside others is theirs, and that is said', async () => {
  const { drawn, stderr } = await inBatch('Name,Price,Currency,unit\nA,3.50,EUR,kg\nB,4.99,,kg\n');
  expect(drawn).toEqual(['3.50 EUR kg', '4.99 EUR kg']);
  expect(stderr).toContain('note: Prices without a currency such as "4.99" in line 3 are in EUR, because of "EUR"');
});

test('a price of several pieces is refused, and columns that are not read are named', async () => {
  const csv = 'Name;Preis;Preiseinheit;Lager;ME\nA;3,50;1;5;kg\nB;3,50;100;5;kg\n';
  const { drawn, stderr } = await inBatch(csv);
  expect(drawn).toEqual(['3.50 USD kg']);
  expect(await onWall(csv)).toEqual(['3.50 kg', 'ambiguous']);
  expect(stderr).toContain('Expected the price of what is sold, but "Preiseinheit" says that it is for "100"');
  expect(stderr).toContain('note: Columns are ignored: "Lager"\n');
});

test.each([
  ['Name,Price,Sale price,Valid from,Valid to', 'Milk,2.00,1.50,2024-01-01,2024-01-31', '2.00 USD piece'],
  ['Name,Price,Sale price,Start date,End date', 'Milk,2.00,1.50,2024-01-01,2024-01-31', '2.00 USD piece'],
  ['Name,Price,Sale price,On sale', 'Milk,2.00,1.50,F', '2.00 USD piece'],
  ['Artikel,Bezeichnung,Preis', '10023,Vollmilch,1.19', '1.19 USD piece'],
  ['Name,List price,Selling price', 'Milk,2.00,1.50', '1.50 USD piece'],
  ['Name,Price,Quantity', 'Milk,1.19,12\nBread,1.19,-3\nTea,1.19,unlimited', '1.19 USD piece'],
  ['Name,Gewicht,Einheit,Preis', 'Brot,0.5,kg,2.50', '2.50 USD 0.5 kg'],
  ['Name,Cena promocyjna,Cena', 'Mleko,1.50,2.00', '1.50 USD piece'],
  ['Name,Type,Price', 'Apples,Variable,', 'refused'],
  ['Handle,Title,Option1 Value,Variant Price', 'shirt,Shirt,S,9.90\nshirt,,L,', '9.90 USD piece'],
  ['Name,Price', 'TV,"$1,299"\nMilk,$3.49', '1299.00 USD piece'],
])('%s with %j is drawn as %s', async (names, rows, first) => {
  const { code, drawn } = await inBatch(`${names}\n${rows}\n`);
  expect(drawn[0] ?? 'refused').toBe(first);
  if (names.includes('Option1') || first === 'refused') expect(code).toBe(65);
});

describe('an amount and its measure in two columns', () => {
  test.each(
    rowsOf(`
      Inhalt;Einheit → 500;g → 500 g | Einheit;Inhalt → kg;0,5 → 0,5 kg | Content;UOM → 1;L → 1 L | Contents;Unit → 6;pcs → 6 pcs
      Inhalt;Einheit → 500 g;Stück → 500 g | Einheit;Inhalt → Stück;500 g → Stück | Einheit;Inhalt → kg; → kg
      Inhalt;Einheit → 6;330 ml → ambiguous | Inhalt;Einheit → 500; → ambiguous | Quantity;Unit → 25;kg → kg
      Inhalt (g);Einheit → 500;Stück → 500 g | Einheit;Inhalt (g) → Stück;500 → 500 g | Size;Unit → 38;pair → pair
  `),
  )('%s: %s is %s', async (names, cells, unit) => {
    const csv = `Name;${names};Price\nMilk;${cells};3.50\n`;
    const { drawn } = await inBatch(csv);
    const isDrawn = unit !== 'ambiguous';
    expect([await onWall(csv), drawn]).toEqual([
      [isDrawn ? `3.50 ${unit}` : unit],
      isDrawn ? [`3.50 USD ${unit}`] : [],
    ]);
  });
});

test('variants of a product have its name in each shard, and beside rows that can’t be read', async () => {
  const csv = Buffer.concat([
    Buffer.from('Handle|Title|Option1 Value|Variant SKU|Variant Price\na|Äpfel|Small|1|2.00\na||Large|2|3.00\n'),
    Buffer.from('a|\xff||3|4.00\n', 'latin1'),
    Buffer.from('a||Huge|4|5.00|6\na||"Large "|5|6.00\nb||Other|6|7.00\n'),
  ]);
  const file = join(folder.path, 'variants.csv');
  writeFileSync(file, csv);
  const drawn: string[] = [];
  for (const shard of ['1/2', '2/2']) {
    const out = join(folder.path, `shard ${shard[0]!}`);
    const options = ['--guess', '--input-encoding', 'utf-8', '--delimiter', '|', '--shard', shard, '--out', out];
    const { code } = await batch([file, '--device', panel, '--file-name', '{sku} {product_name}', ...options]);
    expect(code).toBe(65);
    drawn.push(...[...filesOf(out).keys()].filter((name) => name.endsWith('.png')));
  }
  expect(drawn.sort()).toEqual(['1 Äpfel, Small.png', '2 Äpfel, Large.png', '5 Äpfel, Large.png']);
});

describe('a size of clothes', () => {
  test.each([
    ['Name;Size;Price', 'Shirt;L;9.90', 'Shirt, L 9.90 piece'],
    ['Name;Größe;Preis', 'Shirt;L;9,90\nShirt;XL;9,90', 'Shirt, L 9.90 piece'],
    ['Name;Taille;Prix', 'Jupe;38;9,90', 'Jupe, 38 9.90 piece'],
    ['Name;Size;Price', 'Jeans;W32 L34;9.90', 'Jeans, W32 L34 9.90 piece'],
    ['Name;Size;Unit;Price', 'Shoe;38/40;pair;9.90', 'Shoe, 38/40 9.90 pair'],
    ['Name;Size;Price', 'Rice;500 g;1.00\nShirt;XL;9.90', 'Rice 1.00 500 g'],
    ['Name;Size;Price', 'Milk;L;1.00\nRice;kg;1.00', 'Milk 1.00 L'],
    ['Name;Size;Price', 'Cola;2L;1.00', 'Cola 1.00 2L'],
    ['Name;Size;Unit;Price', 'Cloth;20x30 cm;each;1.00', 'Cloth 1.00 each'],
    ['Handle;Title;Option1 Value;Variant Price', 'a;Shirts;S;9.90', 'Shirts, S 9.90 piece'],
  ])('in %s: %j is %s', async (names, rows, first) => {
    expect(await firstRow(`${names}\n${rows}\n`)).toBe(first);
  });

  test('is said to complete the names, and a column without one to be ignored', async () => {
    const csv = 'Name;Size;Taille;Price\nShirt;XL;?;9.90\nSocks;;?;2.00\n';
    const { drawn, stderr } = await inBatch(csv, [], '{product_name} {unit}');
    expect(drawn).toEqual(['Shirt, XL piece', 'Socks piece']);
    expect(stderr).toContain('note: Names are completed by the sizes in "Size"\nnote: Columns are ignored: "Taille"\n');
  });
});

describe('a price unit', () => {
  test.each([
    [
      'Name;Price Unit;Price',
      'Screw;100;3.50',
      'Expected the price of what is sold, but "Price Unit" says that it is for "100"',
    ],
    ['Name;Price Unit;Price', 'Screw;1;3.50', 'Screw 3.50 piece'],
    ['Name;Preiseinheit;Preis', 'Reis;100 g;1,00', 'Reis 1.00 100 g'],
    ['Name;Preiseinheit;ME;Preis', 'Reis;1;kg;1,00', 'Reis 1.00 kg'],
    ['Name;Preiseinheit;ME;Preis', 'Reis;kg;kg;1,00', 'Reis 1.00 kg'],
    [
      'Name;Preisbasis;ME;Preis',
      'Reis;10;kg;1,00',
      'Expected the price of what is sold, but "Preisbasis" says that it is for "10"',
    ],
  ])('in %s: %s is %s', async (names, row, first) => {
    expect(await firstRow(`${names}\n${row}\n`)).toBe(first);
  });
});

test.each([
  [
    'Name,Sale price,RRP,Sale ends',
    'Milk,2.99,3.50,2020-01-01',
    'Expected a price for the day of the label, as "2.99" is that of a sale on other days, but received none',
  ],
  [
    'Name,Promo price,Promotion valid from',
    'Milk,2.99,2100-01-01',
    'Expected a price for the day of the label, as "2.99" is that of a sale on other days, but received none',
  ],
  ['Name,Sale price,RRP,Sale ends', 'Milk,2.99,3.50,', 'Milk 2.99 piece'],
  ['Product ID,Reference,Name,Price', '1,R1,Milk,3.50', 'Milk 3.50 piece R1'],
  ['Product ID,Name,Price,EAN', '1,Milk,3.50,4006381333931', 'Milk 3.50 piece 4006381333931'],
  ['Product ID,Name,Price', '17,Milk,3.50', 'Milk 3.50 piece 17'],
  ['Product Name *,Price:,Unit', 'Milk,3.50,1 L', 'Milk 3.50 1 L'],
])('%s with %s: %s', async (names, row, first) => {
  expect(await firstRow(`${names}\n${row}\n`)).toBe(first);
});

test.each([
  [
    'Artikelnummer;Name;Beschreibung;Datum, an dem Angebotspreis endet;Angebotspreis;Regulärer Preis',
    'A;B;c;2020-01-01;1,00;2,00',
  ],
  ['UGS;Nom;Date de fin de promo;Tarif promo;Tarif régulier', 'A;B;2020-01-01;1,00;2,00'],
  ['SKU;Nombre;Día en que termina el precio rebajado;Precio rebajado;Precio normal', 'A;B;2020-01-01;1,00;2,00'],
  ['COD;Nome;Data di fine del prezzo in offerta;Prezzo in offerta;Prezzo di listino;Tag', 'A;B;2020-01-01;1,00;2,00;c'],
  ['SKU;Naam;Einddatum actieprijs;Actieprijs;Reguliere prijs', 'A;B;2020-01-01;1,00;2,00'],
  ['SKU;Nome;Data de preço promocional termina em;Preço promocional;Preço', 'A;B;2020-01-01;1,00;2,00'],
  ['Artikelnummer;Namn;Slutdatum för reapris;Reapris;Ordinarie pris', 'A;B;2020-01-01;1,00;2,00'],
  ['Varenummer;Navn;Tilbudspris;Normalpris', 'A;B;;2,00'],
  ['Tuotenumero;Nimi;Tarjoushinta;Hinta', 'A;B;;2,00'],
  ['Kod kreskowy;Nazwa;Cena promocyjna;Cena regularna', 'A;B;;2,00'],
  ['Čárový kód;Název;Akční cena;Běžná cena', 'A;B;;2,00'],
  ['Cikkszám;Megnevezés;Akciós ár;Bruttó ár', 'A;B;;2,00'],
  ['Cod de bare;Denumire;Preț promoțional;Preț', 'A;B;;2,00'],
  ['Šifra;Naziv;Akcijska cijena;Cijena', 'A;B;;2,00'],
  ['Артикул;Наименование;Цена со скидкой;Цена', 'A;B;;2,00'],
  ['Штрихкод;Назва;Акційна ціна;Ціна', 'A;B;;2,00'],
  ['Κωδικός;Ονομασία;Τιμή προσφοράς;Τιμή', 'A;B;;2,00'],
  ['Barkod;Ürün Adı;İndirimli Fiyat;Satış Fiyatı', 'A;B;;2,00'],
  ['Tootekood;Nimetus;Soodushind;Hind', 'A;B;;2,00'],
  ['Artikuls;Nosaukums;Akcijas cena;Cena', 'A;B;;2,00'],
  ['Barkodas;Pavadinimas;Akcijos kaina;Kaina', 'A;B;;2,00'],
  ['الباركود;الاسم;سعر التخفيض;السعر', 'A;B;;2,00'],
  ['ברקוד;שם מוצר;מחיר מבצע;מחיר', 'A;B;;2,00'],
  ['JANコード;商品名;セール価格;通常価格', 'A;B;;2,00'],
  ['条码;商品名称;促销价;售价', 'A;B;;2,00'],
  ['바코드;상품명;할인가;판매가', 'A;B;;2,00'],
  ['บาร์โค้ด;ชื่อสินค้า;ราคาพิเศษ;ราคา', 'A;B;;2,00'],
  ['Mã hàng;Tên hàng;Giá khuyến mãi;Giá bán', 'A;B;;2,00'],
  ['Kode barang;Nama barang;Harga promo;Harga', 'A;B;;2,00'],
])('the columns %s are known', async (names, row) => {
  expect(await firstRow(`${names}\n${row}\n`)).toBe('B 2.00 piece A');
});

test('a price whose sale is over is refused by batch, too', async () => {
  const { drawn, stderr } = await inBatch('Name,Sale price,RRP,Sale ends\nMilk,2.99,3.50,2020-01-01\n');
  expect([drawn, stderr]).toEqual([[], expect.stringContaining('as "2.99" is that of a sale on other days')]);
});

test('units have names in many languages', async () => {
  const names =
    'Enhet,Enhed,Yksikkö,UM,Unità di misura,U.M.,Unidade de medida,Jednostka miary,MJ,Mértékegység,Jedinica mjere,Ед. изм.,Одиниця виміру,Μονάδα μέτρησης,Birim,الوحدة,יחידה,単位,单位,단위,หน่วย,Đơn vị tính,Satuan';
  for (const name of names.split(','))
    expect([name, await onWall(`Name;Price;${name}\nMilk;3.50;kg\n`)]).toEqual([name, ['3.50 kg']]);
});

test.each([
  ['Name;Price [€/m²]', 'Tile;29,90', '29.90 EUR m²'],
  ['Name;Price per 100g (EUR)', 'Ham;1.99', '1.99 EUR 100g'],
  ['Name;Preis €/qm', 'Fliese;29,90', '29.90 EUR m²'],
  ['Name;€/kg', 'Apples;2,99', '2.99 EUR kg'],
  ['Nom;Prix au kilo', 'Pommes;2,99', '2.99 kg'],
  ['Name;Preis pro kg;Preis', 'Apfel;2,99;1,50', '1.50 piece'],
])('%s with %s is the price %s', async (names, row, price) => {
  expect(await onWall(`${names}\n${row}\n`)).toEqual([price]);
});

test('a column’s price for a quantity is drawn by batch, with this unit or that of --unit', async () => {
  const csv = 'Name;Price [€/m²]\nTile;29,90\n';
  expect((await inBatch(csv)).drawn).toEqual(['29.90 EUR m²']);
  expect((await inBatch(csv, ['--unit', 'sqm'])).drawn).toEqual(['29.90 EUR sqm']);
});

describe('a day', () => {
  const rows = async (csv: string) => {
    const table = await readCells(Buffer.from(csv));
    const read = 'fault' in table ? table : readTable(table, undefined, undefined, '2026-11-20');
    if (!('rows' in read)) throw new Error(read.fault);
    return read.rows.map((row) =>
      'fields' in row ? (row.fields.date ?? ('problems' in row ? row.problems[0]!.message : undefined)) : row.fault,
    );
  };
  const twoReadings =
    'Expected a day with one reading for date, or a locale, but received "03/04/2024", which is 2024-04-03 or 2024-03-04';

  test.each([
    [['12.03.2024'], ['2024-03-12']],
    [['3. 4. 24'], ['2024-04-03']],
    [['2024-03-12 00:00:00'], ['2024-03-12']],
    [['03/04/2024'], [twoReadings]],
    [
      ['03/04/2024', '13/04/2024'],
      ['2024-04-03', '2024-04-13'],
    ],
    [
      ['03/04/2024', '04/13/2024'],
      ['2024-03-04', '2024-04-13'],
    ],
    [
      ['03/04/2024', '04/13/2024', '13/04/2024'],
      [twoReadings, '2024-04-13', '2024-04-13'],
    ],
    [['03/03/2024'], ['2024-03-03']],
    [['soon'], ['soon']],
  ])('%j is %j', async (days, read) => {
    expect(await rows(`Name;Datum;Price;unit\n${days.map((day) => `A;${day};1.00;kg\n`).join('')}`)).toEqual(read);
  });

  test('has the order of its locale', async () => {
    const csv =
      'Name;Date;Price;unit;locale\nA;03/04/2024;1.00;kg;en-GB\nB;03/04/2024;1.00;kg;en-US\nC;03/04/2024;1.00;kg;x y\n';
    expect(await rows(csv)).toEqual(['2024-04-03', '2024-03-04', twoReadings]);
  });

  test('has the order of --locale, also in a sale', async () => {
    const csv = 'Name;Date;Price;Sale price;Sale ends\nMilk;03/04/2024;3.50;2.99;04/04/2024\n';
    expect((await inBatch(csv, ['--locale', 'en-GB'], '{price} {date}')).drawn).toEqual(['2.99 2024-04-03']);
    expect((await inBatch(csv, ['--locale', 'en-US'], '{price} {date}')).drawn).toEqual(['2.99 2024-03-04']);
    const { drawn, stderr } = await inBatch(csv);
    expect([drawn, stderr]).toEqual([[], expect.stringContaining(twoReadings)]);
  });
});

describe('rows of a CSV', () => {
  const csv = 'Price list\n"Valid from ""Monday"" on"\n\nName;Price;unit\nMilk;3.50;1 L;;\nTea;4.50;1 kg\n';

  test('may have titles above the names of the columns, and separators at their end', async () => {
    expect(await onWall(csv)).toEqual(['3.50 1 L', '4.50 1 kg']);
    const { drawn } = await inBatch(csv);
    expect(drawn).toEqual(['3.50 USD 1 L', '4.50 USD 1 kg']);
    expect((await inBatch(csv, ['--delimiter', ';'])).drawn).toEqual(drawn);
  });

  test('have the lines of the file, and at most a value for each column', async () => {
    const { stderr } = await inBatch(`${csv}Rice;1.50;1 kg;;x\n`);
    expect(stderr).toContain('line 7: Expected 3 columns for the row but received 5');
  });

  test('may lack the cells of columns without names', async () => {
    const nameless = 'Name;Price;unit;;\nMilk;3.50;1 L\nTea;4.50;1 kg;;x\nRice;1.50\n';
    expect(await onWall(nameless)).toEqual(['3.50 1 L', '4.50 1 kg', 'columns']);
    expect((await inBatch(nameless)).drawn).toEqual(['3.50 USD 1 L', '4.50 USD 1 kg']);
  });

  test('complete the names of variants beside separators at their end', async () => {
    expect(await firstRow('Handle;Title;Option1 Value;Variant Price\na;Shirt;Blue;9.90;;\n')).toBe(
      'Shirt, Blue 9.90 piece',
    );
  });
});
