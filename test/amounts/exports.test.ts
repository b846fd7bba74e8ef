import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readCells } from '../../server/page/state/wall/cells.js';
import { readTable } from '../../server/page/state/wall/table.js';
import { batch, filesOf, panel } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();

/** The columns of other programs' exports, as their documents have them, and a row or two. */
const exports: readonly (readonly [program: string, csv: string, drawn: readonly string[]])[] = [
  [
    'WooCommerce',
    `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images
1,simple,milk-1,,Organic whole milk,1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,,3.50,Dairy,,,
2,simple,tea-1,,Green tea,1,0,visible,,,,,taxable,,1,,,0,0,,,,,1,,2.99,4.50,Tea,,,
`,
    ['Organic whole milk 3.50 milk-1', 'Green tea 2.99 tea-1'],
  ],
  [
    'Shopify',
    `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Status
milk,Organic whole milk,<p>Milk</p>,Farm,Dairy,,TRUE,Title,Default Title,milk-1,1000,shopify,5,3.50,,TRUE,TRUE,4006381333931,,active
`,
    ['Organic whole milk 3.50 milk-1'],
  ],
  [
    'Shopify with variants and pictures',
    `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src,Image Position
shirt,"Shirt ""Coop""",Size,Small,Colour,Red,shirt-1,20.00,https://shop.example/1.png,1
shirt,,,Large,,Red,shirt-2,22.00,https://shop.example/2.png,2
shirt,,,,,,,,https://shop.example/3.png,3
milk,Organic whole milk,Title,Default Title,,,milk-1,3.50,,
`,
    [
      'Shirt "Coop", Small, Red 20.00 shirt-1',
      'Shirt "Coop", Large, Red 22.00 shirt-2',
      'Organic whole milk 3.50 milk-1',
    ],
  ],
  [
    'WooCommerce with variations',
    `ID,Type,SKU,Name,Published,Sale price,Regular price,Parent
1,variable,shirt,Shirt,1,,,
2,variation,shirt-1,Shirt - Small,1,,20.00,shirt
3,simple,milk-1,Organic whole milk,1,,3.50,
`,
    ['Shirt - Small 20.00 shirt-1', 'Organic whole milk 3.50 milk-1'],
  ],
  [
    'Loyverse with variants',
    `Handle,SKU,Name,Category,Option 1 name,Option 1 value,Cost,Barcode,Price [Main]
tea,10001,Tea,Drinks,Size,100 g,1.00,,4.50
tea,10002,,,,250 g,2.00,,9.50
`,
    ['Tea, 100 g 4.50 10001', 'Tea, 250 g 9.50 10002'],
  ],
  [
    'Square with variations',
    `Reference Handle,Token,Item Name,Variation Name,SKU,Price
,XYZ,Coffee,Small,coffee-1,2.50
,ABC,Coffee,Large,coffee-2,3.50
`,
    ['Coffee, Small 2.50 coffee-1', 'Coffee, Large 3.50 coffee-2'],
  ],
  [
    'Square',
    `Reference Handle,Token,Item Name,Variation Name,SKU,Description,Categories,Price,Online Sale Price,Archived,Sellable,Stockable,Option Name 1,Option Value 1
,XYZ,Organic whole milk,Regular,milk-1,,Dairy,3.50,,N,Y,Y,,
`,
    ['Organic whole milk 3.50 milk-1'],
  ],
  [
    'Loyverse',
    `Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Main],Price [Main],In stock [Main]
milk,10000,Organic whole milk,Dairy,,N,,,2.00,4006381333931,,,Y,Y,3.50,5
`,
    ['Organic whole milk 3.50 10000'],
  ],
  [
    'Odoo',
    `External ID,Internal Reference,Name,Barcode,Sales Price,Cost,Unit of Measure
product_1,milk-1,Organic whole milk,4006381333931,3.50,2.0,Units
`,
    ['Organic whole milk 3.50 milk-1'],
  ],
  [
    'Odoo with technical names',
    `default_code,name,standard_price,list_price,uom_id/name,barcode
milk-1,Organic whole milk,1.00,3.50,Units,milk-1
`,
    ['Organic whole milk 3.50 milk-1'],
  ],
  [
    'GK',
    `SKU;Description;UnitOfMeasureCode;RegularPrice;SpecialPrice;SpecialPriceEffectiveDate;SpecialPriceExpirationDate
milk-1;Organic whole milk;EA;3.50;2.99;2100-01-01;2100-01-31
tea-1;Green tea;EA;4.50;3.99;2020-01-01;2100-01-31
`,
    ['Organic whole milk 3.50 milk-1', 'Green tea 3.99 tea-1'],
  ],
  [
    'PrestaShop',
    `Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position
1;;Organic whole milk;milk-1;Dairy;3.18;3.50;25;1;1
`,
    ['Organic whole milk 3.50 milk-1'],
  ],
  [
    'Magento',
    `sku,store_view_code,attribute_set_code,product_type,name,weight,product_online,price,special_price,special_price_from_date,special_price_to_date,qty
milk-1,,Default,simple,Organic whole milk,1,1,3.50,2.99,1/1/20,12/31/20,25
tea-1,,Default,simple,Green tea,1,1,4.50,3.99,1/1/20,,25
`,
    ['Organic whole milk 3.50 milk-1', 'Green tea 3.99 tea-1'],
  ],
  [
    'Google Merchant Center',
    `sku,title,description,link,availability,price,sale_price,unit_pricing_measure
milk-1,Organic whole milk,,https://shop.example/milk,in_stock,3.50 EUR,2.99 EUR,1 L
`,
    ['Organic whole milk 2.99 milk-1'],
  ],
];

test.each(exports)('the export of %s is drawn with --guess, and on the wall without a choice', async (...row) => {
  const [program, csv, drawn] = row;
  const file = join(folder.path, `${program}.csv`);
  writeFileSync(file, csv);
  const out = join(folder.path, program);
  // The files' names are those of the rows' fields.
  const options = ['--device', panel, '--guess', '--out', out, '--file-name', '{sku}'];
  const { code, stderr } = await batch([file, ...options]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('note: Columns are guessed: ')]);
  const images = [...filesOf(out).keys()].filter((name) => name.endsWith('.png'));
  expect(images.sort()).toEqual(drawn.map((line) => `${line.split(' ').at(-1)!}.png`).sort());

  const table = await readCells(Buffer.from(csv));
  if ('fault' in table) throw new Error(table.fault);
  const read = readTable(table);
  if ('fault' in read) throw new Error(read.fault);
  const fields = read.rows.map((each) => ('fields' in each ? each.fields : {}));
  expect(fields.map(({ product_name, price, sku }) => [product_name, price, sku].join(' '))).toEqual(drawn);
  const lines = csv.trimEnd().split('\n').length - 1;
  expect([read.rows.length, read.leftOut]).toEqual([drawn.length, lines - drawn.length]);
});
