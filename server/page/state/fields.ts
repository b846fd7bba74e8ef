import type { DataField, DataValue } from '../../../renderer/index.js';
import { currencyOf } from './currency.js';
import { apiPrice, typedPrice } from './decimals.js';
import type { PreviewState } from './preview-state.js';

export interface AskingLayout {
  readonly id: string;
  readonly data?: Readonly<Record<string, DataField>> | undefined;
}

/** The value of a data field: what was typed or, for a required field, its example. */
export function dataValue(state: PreviewState, name: string, field: DataField): DataValue {
  const typed = state.data[name];
  if (typed !== undefined) return typed;
  if (!field.required) return '';
  const { example = field.values?.[0] ?? '' } = field;
  return field.type === 'price' && typeof example === 'string' ? typedPrice(example, state.locale) : example;
}

export function currencyFor({ currency, locale }: PreviewState): string {
  return currency === '' ? currencyOf(locale) : currency;
}

/** Prices are converted for the API. Texts that are no price are sent unchanged, and refused. */
export function updateOf({ name, price, unit }: PreviewState) {
  return { product_name: name, price: apiPrice(price) ?? price, unit };
}

export function bindingOf(state: PreviewState, layout: AskingLayout, device = state.device) {
  const { sku, locale, time_zone, lint } = state;
  const data = Object.entries(layout.data ?? {})
    .map(([name, field]) => [name, sentValue(dataValue(state, name, field), field)] as const)
    .filter(([, value]) => value.length > 0);
  return {
    device,
    layout: layout.id,
    sku,
    locale,
    currency: currencyFor(state),
    time_zone,
    data: Object.fromEntries(data) as Record<string, DataValue>,
    ...(lint.length > 0 && { lint: [...lint] }),
  };
}

export function previewFields(state: PreviewState, layout: AskingLayout, device = state.device) {
  const { date, check } = state;
  return {
    ...updateOf(state),
    // A user who looks at the findings sees what the label says of itself without choosing a set.
    ...(check && { lint: ['truth' as const] }),
    ...bindingOf(state, layout, device),
    view: flatView(state),
    ...(date !== '' && { date }),
  };
}

/** The view of small pictures, in which a tag would only blur. */
export function flatView({ view }: Pick<PreviewState, 'view'>) {
  return view === 'tag' ? ('panel' as const) : view;
}

function sentValue(value: DataValue, { type }: DataField): DataValue {
  return type === 'price' && typeof value === 'string' ? (apiPrice(value) ?? value) : value;
}

/** Prices get the decimal separator of the locale, and the currency is its default. */
export function inLocale(state: PreviewState, locale: string, layout: AskingLayout | undefined): PreviewState {
  const data = Object.entries(state.data).map(([name, value]) => {
    const isPrice = layout?.data?.[name]?.type === 'price' && typeof value === 'string';
    return [name, isPrice ? typedPrice(value, locale) : value] as const;
  });
  return { ...state, locale, currency: '', price: typedPrice(state.price, locale), data: Object.fromEntries(data) };
}
