import type { DataField, DataValue, Update } from '../../../../renderer/index.js';
import { currencyDecimals } from '../../../../renderer/amounts/amount.js';
import { currencyOf } from '../currency.js';
import { bindingOf, previewFields } from '../fields.js';
import { firstState, type PreviewState } from '../preview-state.js';
import type { LayoutDocument } from './nodes.js';
import { dataOf } from './offers.js';

export const contentKinds = ['usual', 'long', 'short', 'foreign'] as const;
export type ContentKind = (typeof contentKinds)[number];
/** Those on other panels. */
export const stripContents = ['long', 'short', 'foreign'] as const satisfies readonly ContentKind[];

const foreign: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  'ar-EG': ['زبدة مملحة قليلاً من المراعي', '٢٥٠ غ'],
  'de-DE': ['Bio-Fruchtaufstrich Schwarze Johannisbeere', '100 Gramm'],
  'el-GR': ['Φέτα Π.Ο.Π. από πρόβειο γάλα', '400 γρ.'],
  'hi-IN': ['अमूल नमकीन मक्खन', '500 ग्राम'],
  'ja-JP': ['北海道産バター 食塩不使用', '200g'],
  'ru-RU': ['Масло сливочное крестьянское', '180 г'],
  'th-TH': ['เนยจืดตราอลาวรี่ ขนาดครอบครัว', '227 กรัม'],
};
export const foreignLocales: readonly string[] = Object.keys(foreign);

export type PreviewContent = Update &
  Readonly<Record<'sku' | 'locale' | 'currency', string>> & {
    readonly date?: string;
    readonly data: Readonly<Record<string, DataValue>>;
  };

/** The English contents to try; the foreign one is by locale. */
const english = {
  long: {
    product_name: 'Farmhouse butter from grass-fed cows, churned slowly, lightly salted with sea salt crystals',
    price: '1299.00',
    unit: '4 × 227 g',
  },
  short: { product_name: 'Tea', price: '1.00', unit: '1' },
} as const;

/** A content to preview a layout with. It has all data that the layout asks for. @param typed the usual one */
export function contentFor(
  kind: ContentKind,
  locale: string,
  document: LayoutDocument,
  typed: PreviewState = firstState,
): PreviewContent {
  const rest = { sku: '4006381333931', date: '2026-11-20' };
  if (kind === 'usual') {
    const { view: _, ...fields } = previewFields({ ...typed, check: false, lint: [] }, { id: '' });
    return { ...fields, data: usualData(typed, document) };
  }
  if (kind !== 'foreign')
    return { ...english[kind], locale: 'en-IE', currency: 'EUR', ...rest, data: dataFor(kind, document, '1499.00') };
  const known = Object.hasOwn(foreign, locale) ? locale : 'ar-EG';
  const [product_name, unit] = foreign[known]!;
  const currency = currencyOf(known);
  const [price, before] = currencyDecimals(currency) > 0 ? ['14.50', '18.90'] : ['298.00', '500.00'];
  return { product_name, price, unit, locale: known, currency, ...rest, data: dataFor(kind, document, before) };
}

/** What was typed, and the examples of what was not. */
function usualData(typed: PreviewState, document: LayoutDocument): PreviewContent['data'] {
  const data = Object.fromEntries(Object.entries(dataOf(document)).filter(([name]) => typed.data[name] !== undefined));
  const examples = Object.entries(dataFor('usual', document, '')).filter(([name]) => !data[name]);
  return { ...Object.fromEntries(examples), ...bindingOf(typed, { id: '', data }).data };
}

/** @param before the price before of long and foreign contents */
function dataFor(kind: ContentKind, document: LayoutDocument, before: string): PreviewContent['data'] {
  return Object.fromEntries(
    Object.entries(dataOf(document)).map(([name, field]) => [name, valueFor(kind, field, before)]),
  );
}

const plain: Readonly<Record<DataField['type'], string>> = {
  text: 'Text',
  price: '4.99',
  quantity: '500 g',
  date: '2026-11-30',
  list: '',
};
const longTexts = 'Anniversary week at all of our stores';

function valueFor(kind: ContentKind, { type, example, values, columns = {} }: DataField, before: string): DataValue {
  if (values) return (kind === 'short' ? values.at(-1) : values[0]) ?? '';
  if (type === 'list') {
    const row = Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, plain[of]]));
    return typeof example === 'object' ? example : [row, row, row];
  }
  if (kind === 'long' && type === 'text' && typeof example === 'string' && example.length > 7) return longTexts;
  if (type === 'price' && (kind === 'long' || kind === 'foreign')) return before;
  return example ?? plain[type];
}
