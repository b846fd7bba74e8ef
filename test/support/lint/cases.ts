import { type Device, type InkName, readDevice, findDevices } from '../../../devices/index.js';
import { type Content, isLintSet, type Layout, type LintSet, lintRules } from '../../../renderer/index.js';
import { content } from '../labels/content.js';
import { layoutOf, withRoot } from '../labels/documents.js';

/** A label for a rule. */
export interface LintCaseLabel {
  readonly content: Content;
  readonly layout: Layout;
  readonly device: Device;
}

/** What differs from the usual label and panel. */
interface Parts {
  readonly root?: object;
  readonly label?: Partial<Content>;
  readonly device?: string;
  readonly dpi?: number;
  readonly size?: { readonly width?: number; readonly height?: number };
  readonly inks?: Readonly<Partial<Record<InkName, string>>>;
}

/** Two labels as near to each other as the rule can tell apart. */
export interface LintCase {
  /** How they differ. */
  readonly step: string;
  readonly set: LintSet;
  readonly pass: LintCaseLabel;
  readonly fail: LintCaseLabel;
}

const paths = findDevices();

const prices = ['previous_price', 'lowest_price', 'member_price', 'offer_price', 'unit_price', 'deposit'];
const texts = ['promotion', 'valid_until', 'quantity', 'pay_quantity', 'unit_quantity', 'sku'];
const data = Object.fromEntries([
  ...prices.map((name) => [name, { type: 'price' }]),
  ...texts.map((name) => [name, { type: 'text' }]),
]) as Readonly<Record<string, object>>;

const box = (...children: readonly object[]) => ({ type: 'box', padding: 4, gap: 4, children });
const row = (...children: readonly object[]) => ({ type: 'box', direction: 'row', children });
const price = (more: object = {}) => ({ type: 'price', grow: 1, style: 'plain', ...more });
const of = (field: string, more: object = {}) => price({ field: `data.${field}`, ...more });
const text = (words: string, size = 24, more: object = {}) => ({
  type: 'text',
  text: words,
  size: { preferred: size, floor: size },
  ...more,
});
const stack = (...children: readonly object[]) => ({ type: 'box', children: [{ type: 'stack', grow: 1, children }] });
const blank = { type: 'line', height: 1, ink: 'white' };
const amount = (cents: number) => (cents / 100).toFixed(2);
const euro = { locale: 'de-AT', currency: 'EUR' } as const;

function label({ root = box(price()), label: fields = {}, device = 'solum-m2-2.9-bwr', dpi, size, inks = {} }: Parts) {
  const panel = readDevice(paths.get(device)!);
  return {
    content: content(fields),
    layout: layoutOf(withRoot(root, { data })),
    device: {
      ...panel,
      ...size,
      dpi: { ...panel.dpi, value: dpi ?? panel.dpi.value },
      inks: panel.inks.map((ink) => ({ ...ink, measured: inks[ink.name] ?? ink.measured })),
    },
  };
}

/** A case for two values. */
function between<T>(step: string, set: LintSet, pass: T, fail: T, parts: (value: T) => Parts): LintCase {
  if (!isLintSet(set)) throw new Error(`Expected a set of rules but received "${String(set)}"`);
  return { step, set, pass: label(parts(pass)), fail: label(parts(fail)) };
}

/** A case of truth for two values of a field of `data`, drawn beside the price. */
function priceCase(name: string, pass: string, fail: string, step = 'one cent', more: Partial<Content> = {}): LintCase {
  return between(step, 'truth', pass, fail, (value) => ({
    root: box(prices.includes(name) ? of(name) : text(`{data.${name}}`), price()),
    label: { ...more, data: { ...more.data, [name]: value } },
  }));
}

/** Sizes of the face of prices with digits of this height in px. */
const sizeOf = { 12: 16, 13: 18, 16: 22, 17: 23, 24: 33, 25: 35, 26: 36, 50: 70, 52: 73 } as const;
type DigitHeight = keyof typeof sizeOf;
const digits = (height: DigitHeight, more: object = {}) => price({ largest: sizeOf[height], ...more });

/** Two prices whose digits have these heights, the first of them that of `field`. */
const twoPrices = (field: string, height: DigitHeight, main: DigitHeight) =>
  box(digits(height, { field: `data.${field}` }), digits(main));

const truth: Readonly<Record<string, LintCase>> = {
  PRICE_ZERO: between('one cent', 'truth', 1, 0, (cents) => ({ label: { price: amount(cents) } })),
  OFFER_NOT_LOWER: priceCase('previous_price', '3.51', '3.50'),
  LOWEST_PRICE_BELOW_PRICE: priceCase('lowest_price', '3.50', '3.49'),
  LOWEST_PRICE_ABOVE_PREVIOUS: between('one cent', 'truth', '4.00', '4.01', (lowest_price) => ({
    root: box(row(of('previous_price'), of('lowest_price')), price()),
    label: { data: { previous_price: '4.00', lowest_price } },
  })),
  DISCOUNT_TOO_HIGH: priceCase('promotion', '−30 %', '−31 %', 'one percent', { data: { previous_price: '5.00' } }),
  MEMBER_PRICE_NOT_LOWER: priceCase('member_price', '3.49', '3.50'),
  MULTI_BUY_DEARER: priceCase('offer_price', '6.99', '7.00', 'one cent', { data: { quantity: '2' } }),
  PAY_QUANTITY_NOT_LOWER: priceCase('pay_quantity', '2', '3', 'one piece', { data: { quantity: '3' } }),
  MULTI_BUY_QUANTITY: priceCase('quantity', '2', '1', 'one piece', { data: { offer_price: '3.00' } }),
  PRICE_MAGNITUDE: priceCase('previous_price', '34.99', '35.00'),
  OFFER_ENDED: priceCase('valid_until', '2026-11-20', '2026-11-19', 'one day'),
  OFFER_END_UNREADABLE: priceCase('valid_until', '2026-11-30', '2026-11-31', 'one day'),
  DEPOSIT_ABOVE_PRICE: priceCase('deposit', '3.50', '3.51'),
  UNIT_PRICE_MISMATCH: priceCase('unit_price', '7.01', '7.02', 'one cent', { unit: '500 ml' }),
  UNIT_PRICE_DRAWN: between('one word', 'truth', '{unit_price_unit}', '100 g', (quantity) => ({
    root: box(text(`{unit_price} per ${quantity}`), price()),
    label: { unit: '500 g' },
  })),
  QUANTITY_UNREAD: between('one letter', 'truth', '500 g', '500 q', (unit) => ({
    root: box(text('{unit_price}'), price()),
    label: { unit },
  })),
  FIELD_TWICE: between('one digit', 'truth', '1234567', '1234568', (sku) => ({
    root: box(text('{sku}'), text('{data.sku}')),
    label: { sku: '1234567', data: { sku } },
  })),
};

const damaged: Readonly<Record<string, LintCase>> = {
  TEXT_DAMAGED: between('four letters', 'data', 'Tea & milk', 'Tea &amp; milk', (product_name) => ({
    root: box(text('{product_name}'), price()),
    label: { product_name },
  })),
  NUMBER_DAMAGED: between('one digit', 'data', '4006381333931', '4006381333932', (sku) => ({
    root: box(text('{sku}'), price()),
    label: { sku },
  })),
};

const readability: Readonly<Record<string, LintCase>> = {
  TEXT_SMALL: between('one px of height', 'readability', 20, 18, (size) => ({
    root: box(text('Hx', size)),
    device: 'waveshare-4.2-b',
  })),
  CONTRAST_LOW: between('one level of 255', 'readability', '#767676', '#777777', (red) => ({
    root: box(text('{product_name}', 24, { ink: 'red' })),
    inks: { white: '#ffffff', red },
  })),
  STROKE_THIN: between('one dpi', 'readability', 145, 146, (dpi) => ({ root: box(text('Milk', 14)), dpi })),
  STRUCK_UNREADABLE: between('one px of height', 'readability', 16, 15, (largest) => ({
    root: box(of('previous_price', { largest, strike: 'black' })),
    label: { data: { previous_price: '5.00' } },
  })),
  NUMBER_CROWDED: between('one px', 'readability', 5, 4, (gap) => ({
    root: {
      type: 'box',
      direction: 'row',
      gap,
      children: [text('{sku}', 24, { align: 'end', grow: 1 }), text('{data.quantity}', 24, { grow: 1 })],
    },
    label: { sku: '1204', data: { quantity: '12' } },
  })),
  TEXT_CROWDED: between('one px', 'readability', 1, 0, (padding) => ({
    root: { type: 'box', padding, children: [price({ largest: 40, align: 'start' })] },
  })),
};

const sku = '4006381333931';
const barcode = (width: number) => ({ type: 'barcode', text: '{sku}', width, grow: 1, align: 'start' });

const qr = (width: number) => ({ type: 'qr', text: 'https://example.com/milk', width, height: width });

const codes: Readonly<Record<string, LintCase>> = {
  CODE_OMITTED: between('one px', 'codes', 226, 225, (width) => ({
    root: { type: 'box', children: [barcode(width)] },
    label: { sku },
  })),
  MODULE_SIZE: between('one dpi', 'codes', 135, 136, (dpi) => ({
    root: box(qr(66)),
    dpi,
  })),
  QUIET_ZONE: between('one px', 'codes', 70, 71, (width) => ({
    root: stack(barcode(226), {
      type: 'box',
      direction: 'row',
      justify: 'end',
      children: [{ type: 'box', fill: 'red', width, children: [blank] }],
    }),
    label: { sku },
  })),
  BAR_CONTRAST: between('one level of 255', 'codes', '#aaaaaa', '#a9a9a9', (white) => ({
    root: { type: 'box', children: [barcode(226)] },
    label: { sku },
    inks: { white, black: '#000000' },
  })),
};

const day = (date: string) => ({ label: { date } });

const laws: Readonly<Record<string, LintCase>> = {
  UNIT_PRICE_MISSING: between('one ml', 'eu', '1000 ml', '999 ml', (unit) => ({ label: { ...euro, unit } })),
  LOWEST_PRICE_MISSING: between('one day', 'eu', '2022-05-27', '2022-05-28', (date) => ({
    root: box(of('previous_price'), price()),
    label: { ...euro, date, data: { previous_price: '5.00' } },
  })),
  REDUCTION_FROM_OTHER_PRICE: between('one percent', 'eu', '−30 %', '−31 %', (promotion) => ({
    root: box(text('{data.promotion}'), row(of('previous_price'), of('lowest_price')), price()),
    label: { ...euro, data: { promotion, previous_price: '6.00', lowest_price: '5.00' } },
  })),
  NORMAL_PRICE_MISSING: between('one day', 'uk', '2026-04-05', '2026-04-06', (date) => ({
    root: box(of('member_price')),
    label: { ...day(date).label, data: { member_price: '2.99' } },
  })),
  AT_PRICE_HEIGHT: between('one px of height', 'at', 26, 25, (height) => ({
    root: box(digits(height as DigitHeight)),
    label: euro,
    dpi: 82,
  })),
  AT_UNIT_PRICE_HEIGHT: between('one px of height', 'at', 17, 16, (height) => ({
    root: box(digits(height as DigitHeight, { field: 'data.unit_price' })),
    label: { ...euro, data: { unit_price: '3.50' } },
    dpi: 119.8,
  })),
  AT_UNIT_PRICE_RATIO: between('one px of height', 'at', 25, 24, (height) => ({
    root: twoPrices('unit_price', height as DigitHeight, 50),
    label: { ...euro, data: { unit_price: '3.50' } },
    device: 'waveshare-4.2-b',
  })),
  DE_UNIT_PRICE_UNIT: between('one day', 'de', '2022-05-27', '2022-05-28', (date) => ({
    root: box(of('unit_price'), text('{data.unit_quantity}'), price()),
    label: {
      locale: 'de-DE',
      currency: 'EUR',
      unit: '500 g',
      date,
      data: { unit_price: '0.70', unit_quantity: '100 g' },
    },
  })),
  NZ_UNIT_PRICE_RATIO: between('one px of height', 'nz', 13, 12, (height) => ({
    root: twoPrices('unit_price', height as DigitHeight, 52),
    label: { locale: 'en-NZ', currency: 'NZD', data: { unit_price: '3.50' } },
    device: 'waveshare-4.2-b',
  })),
  UK_MEMBER_UNIT_PRICE: between('one ml', 'uk', '1000 ml', '999 ml', (unit) => ({
    root: box(of('member_price'), price()),
    label: { locale: 'en-GB', currency: 'GBP', unit, data: { member_price: '2.99' } },
  })),
  QC_PRICE_POINTS: between('one px of height', 'ca-qc', 26, 25, (height) => ({
    root: box(digits(height as DigitHeight)),
    dpi: 94,
  })),
  QC_TEXT_POINTS: between('one px of height', 'ca-qc', 17, 16, (size) => ({
    root: box(text('Hx', size)),
    dpi: 124.5,
  })),
  QC_LABEL_AREA: between('one px', 'ca-qc', 84, 83, (height) => ({ size: { height } })),
  QC_MEMBER_SIMILAR: between('one px of height', 'ca-qc', 25, 24, (height) => ({
    root: twoPrices('member_price', height as DigitHeight, 50),
    label: { data: { member_price: '3.49' } },
    device: 'waveshare-4.2-b',
  })),
  QC_SINGLE_PRICE: between('one box', 'ca-qc', [price()], [], (more) => ({
    root: box(of('offer_price'), ...more),
    label: { data: { offer_price: '6.00', quantity: '2' } },
  })),
  MA_PRICE_HEIGHT: between('one px of height', 'us-ma', 26, 25, (height) => ({
    root: box(digits(height as DigitHeight)),
    dpi: 51,
  })),
  MA_LABEL_HEIGHT: between('one px', 'us-ma', 112, 111, (height) => ({ size: { height } })),
  CT_UNIT_PRICE_HEADING: between('one letter', 'us-ct', 'Unit Price', 'Unit Pric', (words) => ({
    root: box(text(words), of('unit_price'), price()),
    label: { data: { unit_price: '3.50' } },
  })),
  CT_UNIT_PRICE_PLACE: between('one px', 'us-ct', 100, 101, (width) => ({
    root: stack(
      row({ type: 'box', width, children: [of('unit_price', { largest: 30, align: 'end' })] }),
      row(
        { type: 'box', width: 100, children: [blank] },
        { type: 'box', grow: 1, children: [price({ align: 'start', largest: 60 })] },
      ),
    ),
    label: { data: { unit_price: '3.50' } },
  })),
  CT_UNIT_PRICE_DIGITS: between('one cent', 'us-ct', '1.00', '0.99', (unit_price) => ({
    root: box(of('unit_price'), price()),
    label: { unit: '1 bag', data: { unit_price } },
  })),
  NJ_UNIT_PRICE_CENTS: between('one cent', 'us-nj', '1.00', '0.99', (unit_price) => ({
    root: box(of('unit_price'), price()),
    label: { unit: '1 bag', data: { unit_price } },
  })),
};

const greyOf = (size: number, red: string) => ({
  root: box(text('{product_name}', size, { ink: 'red' })),
  inks: { white: '#ffffff', red },
});

/** Further numbers of the same rules. */
export const furtherCases: readonly (readonly [code: string, LintCase])[] = [
  // A box with nothing but the quantity is compared; one with other words or a field is not.
  ...['per {}', '/ {}', '{}', 'pro {}'].map((words): readonly [string, LintCase] => [
    'UNIT_PRICE_DRAWN',
    between('one word, in another box', 'truth', '1 kg', '100 g', (quantity) => ({
      root: box(text('{unit_price}'), text(words.replace('{}', quantity)), text('{unit}', 12), price()),
      label: { unit: '500 g' },
    })),
  ]),
  ...['Max. order 100 g a day', '{data.sku} 100 g', 'per 100 ml'].map((words): readonly [string, LintCase] => [
    'UNIT_PRICE_DRAWN',
    between('other words', 'truth', words, 'per 100 g', (quantity) => ({
      root: box(text('{unit_price}'), text(quantity), price()),
      label: { unit: '500 g' },
    })),
  ]),
  [
    'FIELD_TWICE',
    between('one letter, not in its case or width', 'truth', 'ab ｃ1', 'ABD1', (sku) => ({
      root: box(text('{sku}'), text('{data.sku}')),
      label: { sku: 'ABC1', data: { sku } },
    })),
  ],
  ...(['sku', 'data.sku'] as const).map((field): readonly [string, LintCase] => [
    'FIELD_TWICE',
    between(`the other field beside ${field}`, 'truth', text(`{${field}}`), text('{sku} {data.sku}'), (root) => ({
      root: box(root),
      label: { sku: 'ABC1', data: { sku: 'ABD1' } },
    })),
  ]),
  ...[' 3', '３ ', '٣'].map((quantity): readonly [string, LintCase] => [
    'PAY_QUANTITY_NOT_LOWER',
    priceCase('pay_quantity', '2', '3', `one piece of "${quantity}"`, { data: { quantity } }),
  ]),
  ['MODULE_SIZE', between('one dpi, too large', 'codes', 52, 51, (dpi) => ({ root: box(qr(66)), dpi }))],
  ...(['row', 'column'] as const).flatMap((direction) =>
    [false, true].map((isBefore): readonly [string, LintCase] => {
      const [pass, fail] = isBefore ? [10, 11] : [76, 75];
      const length = direction === 'row' ? 'width' : 'height';
      const along = (...children: readonly object[]) => ({ type: 'box', direction, children });
      const red = { type: 'box', fill: 'red', children: [blank] };
      const step = `one px ${isBefore ? 'before' : 'after'} a QR code in a ${direction}`;
      return [
        'QUIET_ZONE',
        between(step, 'codes', pass, fail, (px) => ({
          root: stack(
            along({ type: 'box', [length]: 10, children: [blank] }, { ...qr(66), align: 'start' }),
            isBefore
              ? along({ ...red, [length]: px })
              : { ...along({ ...red, [length]: (direction === 'row' ? 296 : 128) - px }), justify: 'end' },
          ),
        })),
      ];
    }),
  ),
  ['CONTRAST_LOW', between('one level, large', 'readability', '#949494', '#959595', (red) => greyOf(40, red))],
  ['CONTRAST_LOW', between('one px of size', 'readability', 28, 27, (size) => greyOf(size, '#888888'))],
  [
    'AT_UNIT_PRICE_RATIO',
    between('a price of exactly 8 mm', 'at', 158.75, 158.74, (dpi) => ({
      root: twoPrices('unit_price', 24, 50),
      label: { ...euro, data: { unit_price: '3.50' } },
      device: 'waveshare-4.2-b',
      dpi,
    })),
  ],
];

/** By code. */
export const lintCases: ReadonlyMap<string, LintCase> = new Map(
  Object.entries({ ...truth, ...damaged, ...readability, ...codes, ...laws }),
);

/** The codes of all rules. */
export const ruleCodes: readonly string[] = lintRules.map(({ code }) => code);
