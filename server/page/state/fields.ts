import type { DataField, DataValue } from '../../../renderer/index.js';
import { currencyOf } from './currency.js';
import { apiPrice, typedPrice } from './decimals.js';
import type { PreviewState } from './preview-state.js';

/** The part of a layout that says which data it draws. */
export interface AskingLayout {
  readonly id: string;
  readonly data?: Readonly<Record<string, DataField>> | undefined;
}

/** What stands in a field of a layout's data: what was typed or, where nobody has, the example of one that must be there. */
export function dataValue(state: PreviewState, name: string, field: DataField): DataValue {
  const typed = state.data[name];
  if (typed !== undefined) return typed;
  if (!field.required) return '';
  const { example = field.values?.[0] ?? '' } = field;
  return field.type === 'price' && typeof example === 'string' ? typedPrice(example, state.locale) : example;
}

/** The currency that prices are drawn in. */
export function currencyFor({ currency, locale }: PreviewState): string {
  return currency === '' ? currencyOf(locale) : currency;
}

/** The update that is sent: prices as the API takes them. What is no price is sent as it is, and refused. */
export function updateOf({ name, price, unit }: PreviewState) {
  return { product_name: name, price: apiPrice(price) ?? price, unit };
}

/** The binding of the label, for a panel and a layout that may be others than those chosen. */
export function bindingOf(state: PreviewState, layout: AskingLayout, device = state.device) {
  const { sku, locale, time_zone } = state;
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
  };
}

/** All that a preview is drawn from. */
export function previewFields(state: PreviewState, layout: AskingLayout, device = state.device) {
  const { view, date } = state;
  return { ...updateOf(state), ...bindingOf(state, layout, device), view, ...(date !== '' && { date }) };
}

function sentValue(value: DataValue, { type }: DataField): DataValue {
  return type === 'price' && typeof value === 'string' ? (apiPrice(value) ?? value) : value;
}

/** The state in another locale: prices change their decimal sign, and the currency is that of the locale. */
export function inLocale(state: PreviewState, locale: string, layout: AskingLayout | undefined): PreviewState {
  const data = Object.entries(state.data).map(([name, value]) => {
    const isPrice = layout?.data?.[name]?.type === 'price' && typeof value === 'string';
    return [name, isPrice ? typedPrice(value, locale) : value] as const;
  });
  return { ...state, locale, currency: '', price: typedPrice(state.price, locale), data: Object.fromEntries(data) };
}
