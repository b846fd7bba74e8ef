import { signal } from '@preact/signals';
import type { DataValue, LintSet } from '../../../renderer/index.js';
import { isLintSet } from '../../../renderer/lint-sets.js';
import { apiPrice, typedPrice } from './decimals.js';
import { plainText } from './layout/json.js';
import { oneOf, searchOf } from './query.js';

/** A number: screen pixels per label pixel. */
export type Zoom = 'fit' | 'real' | number;

/** The state of Preview in its address. Texts are as the user typed them. */
export interface PreviewState {
  readonly label: string;
  readonly device: string;
  readonly layout: string;
  readonly locale: string;
  /** Empty: the default of the locale. */
  readonly currency: string;
  readonly time_zone: string;
  readonly name: string;
  /** With the locale's decimal separator. */
  readonly price: string;
  readonly unit: string;
  readonly sku: string;
  /** YYYY-MM-DD; empty: today. */
  readonly date: string;
  readonly data: Readonly<Record<string, DataValue>>;
  readonly zoom: Zoom;
  readonly view: 'ink' | 'panel' | 'tag';
  /** The picture of what is typed, or of the label on the shelf. */
  readonly show: 'typed' | 'shelf';
  readonly grid: boolean;
  readonly boxes: boolean;
  /** The sets of rules that check the label. */
  readonly lint: readonly LintSet[];
  /** Whether the findings are shown instead of the fields. */
  readonly check: boolean;
}

/** The article number of the sample: that of the label `default`. */
export const sampleSku = signal('');

/** The sample, which is shown where nothing is given. Its article number is {@link sampleSku}. */
export const firstState: PreviewState = {
  label: 'default',
  device: 'solum-m2-2.9-bwr',
  layout: 'standard',
  locale: 'en-US',
  currency: '',
  time_zone: 'UTC',
  name: 'Organic whole milk',
  price: '3.50',
  unit: '1 L',
  sku: '',
  date: '',
  data: {},
  zoom: 'fit',
  view: 'ink',
  show: 'typed',
  grid: false,
  boxes: false,
  lint: [],
  check: false,
};

const texts = ['label', 'device', 'layout', 'locale', 'currency', 'time_zone', 'name', 'unit', 'sku', 'date'] as const;
const inData = 'data.';

/** Parses the query of an address. Missing members have their defaults. Unknown ids are kept, so that they can be reported. */
export function readState(search: string): PreviewState {
  const query = new URLSearchParams(search);
  const text = (name: string, otherwise: string): string => query.get(name) ?? otherwise;
  const named = Object.fromEntries(texts.map((name) => [name, text(name, firstState[name])])) as Pick<
    PreviewState,
    (typeof texts)[number]
  >;
  return {
    ...named,
    sku: query.get('sku') ?? usualSku(named.name),
    price: typedPrice(text('price', firstState.price), named.locale),
    data: Object.fromEntries(
      [...query].filter(([name]) => name.startsWith(inData)).map(([name, value]) => [name.slice(5), valueOf(value)]),
    ),
    zoom: zoomOf(query.get('zoom')),
    view: oneOf(query, 'view', ['ink', 'panel', 'tag']),
    show: oneOf(query, 'show', ['typed', 'shelf']),
    grid: query.has('grid'),
    boxes: query.has('boxes'),
    lint: setsIn(query),
    check: query.has('check'),
  };
}

/** The query with its question mark; empty for the defaults. Prices are written as the API expects them. */
export function writeState(state: PreviewState): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string, first: string): void => {
    if (value !== first) query.set(name, value);
  };
  for (const name of texts) put(name, state[name], name === 'sku' ? usualSku(state.name) : firstState[name]);
  put('price', apiPrice(state.price) ?? state.price, firstState.price);
  // Including emptied fields: an untouched field has its example.
  for (const [name, value] of Object.entries(state.data)) query.set(inData + name, plainText(value));
  put('zoom', String(state.zoom), firstState.zoom as string);
  put('view', state.view, firstState.view);
  put('show', state.show, firstState.show);
  if (state.grid) query.set('grid', '1');
  if (state.boxes) query.set('boxes', '1');
  if (state.lint.length > 0) query.set('lint', state.lint.join(','));
  if (state.check) query.set('check', '1');
  return searchOf(query);
}

/** The article number of the sample is that of no other product. */
function usualSku(name: string): string {
  return name === firstState.name ? sampleSku.value : '';
}

/** The sets of rules in a query. Unknown ones are dropped. */
export function setsIn(query: URLSearchParams): readonly LintSet[] {
  return (query.get('lint') ?? '').split(',').filter(isLintSet);
}

function zoomOf(text: string | null): Zoom {
  if (text === 'real') return 'real';
  const times = Number(text);
  return Number.isInteger(times) && times >= 1 && times <= 16 ? times : 'fit';
}

function valueOf(text: string): DataValue {
  try {
    return text.startsWith('[{') ? (JSON.parse(text) as DataValue) : text;
  } catch {
    return text;
  }
}
