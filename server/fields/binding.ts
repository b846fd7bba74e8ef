import type { Device } from '../../devices/index.js';
import {
  type Binding,
  checkData,
  currencies,
  currencyDecimals,
  defaultBinding,
  type Layout,
  locales,
  suggestion,
} from '../../renderer/index.js';
import { isTimeZone } from './dates.js';
import type { FieldProblem, Reason } from './field-problem.js';
import { cut } from './text.js';

const bindingFields = Object.keys(defaultBinding);
const knownLocales: ReadonlySet<string> = new Set(locales);
const knownCurrencies: ReadonlySet<string> = new Set(currencies);

/** The binding that a request describes; what it leaves out takes its default. */
export function bindingOf(fields: Readonly<Record<string, unknown>>): Binding {
  const binding: Record<string, unknown> = { ...defaultBinding };
  for (const name of bindingFields) if (fields[name] !== undefined) binding[name] = fields[name];
  return binding as unknown as Binding;
}

/**
 * All that keeps labels from being drawn with a binding: names that stand for nothing, and what the layout misses in
 * its `data`. `layout` is the one that the binding names, null when there is none; `layoutIds` are suggested then. The
 * binding may be one that a schema refused; what is of another type is left to it.
 */
export function problemsOfBinding(
  binding: Binding,
  layout: Layout | null,
  devices: ReadonlyMap<string, Device>,
  layoutIds: Iterable<string>,
): FieldProblem[] {
  const known = {
    device: devices.has(binding.device),
    layout: layout !== null,
    locale: knownLocales.has(binding.locale),
    currency: knownCurrencies.has(binding.currency),
    time_zone: isTimeZone(binding.time_zone),
  };
  const ofData = layout ? dataProblems(binding, layout) : [];
  if (known.device && known.layout && known.locale && known.currency && known.time_zone) return ofData;
  const checks: readonly (readonly [keyof Omit<Binding, 'data'>, Reason, string, boolean, () => Iterable<string>])[] = [
    ['device', 'unknown_device', 'a panel profile', known.device, () => devices.keys()],
    ['layout', 'unknown_layout', 'a layout', known.layout, () => layoutIds],
    ['locale', 'unknown_locale', 'a locale of this version', known.locale, () => locales],
    ['currency', 'unknown_currency', 'a currency of this version', known.currency, () => currencies],
    [
      'time_zone',
      'unknown_time_zone',
      'an IANA time zone',
      known.time_zone,
      () => ['UTC', ...Intl.supportedValuesOf('timeZone')],
    ],
  ];
  const unknown = checks
    .filter(([field, , , isKnown]) => !isKnown && typeof binding[field] === 'string')
    .map(([field, reason, expected, , names]): FieldProblem => {
      const received = cut(binding[field]);
      const message = `Expected ${expected} for ${field} but received "${received}"${suggestion(received, names())}`;
      return { field, pointer: `#/${field}`, reason, message, received };
    });
  return [...unknown, ...ofData];
}

/** What the layout misses in the binding's `data`, in the layout's own words. */
function dataProblems({ data, currency }: Binding, layout: Layout): FieldProblem[] {
  if (!layout.data) return [];
  const given: unknown = data;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const values: readonly (readonly [string, unknown])[] = Object.entries(given);
  // Nothing was said with null; what is no text otherwise, the schema refuses.
  const texts = values.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const others = new Set(
    values.filter(([, value]) => typeof value !== 'string' && value !== null).map(([name]) => name),
  );
  const known = knownCurrencies.has(currency) ? currency : defaultBinding.currency;
  return checkData(Object.fromEntries(texts), layout, known)
    .filter(({ name }) => !others.has(name))
    .map(({ name, reason, message, example }) => {
      const field = `data.${name}`;
      const { type, description } = layout.data![name]!;
      const meaning = description && reason === 'missing' ? ` (${description.replace(/\.$/, '')})` : '';
      const shown = example ?? (type === 'price' ? '3.50' : undefined);
      const received = reason === 'missing' ? {} : { received: cut(data[name]!) };
      return {
        field,
        pointer: `#/data/${name}`,
        reason,
        message: `${message}${meaning}`,
        ...received,
        ...(shown !== undefined && { example: shown }),
      };
    });
}

/** The problems of one request, each field with one: what the schema says of it, unless it is missing altogether. */
export function together(problems: readonly FieldProblem[], further: readonly FieldProblem[]): FieldProblem[] {
  if (further.length === 0) return [...problems];
  const missing = new Set(further.filter(({ reason }) => reason === 'missing').map(({ field }) => field));
  const left = problems.filter(({ field }) => !missing.has(field));
  const wrong = new Set(left.map(({ field }) => field));
  return [...left, ...further.filter(({ field }) => !wrong.has(field))];
}

/** A price with cents in a currency that has none would be drawn as another price, so it is refused. */
export function centsProblem(price: string, currency: string, field: 'price' | 'currency'): FieldProblem[] {
  if (!knownCurrencies.has(currency) || currencyDecimals(currency) > 0 || price.endsWith('.00')) return [];
  const message =
    field === 'price'
      ? `Expected .00 for price, as ${currency} has no decimals, but received "${price}"`
      : `Expected a currency with cents for currency, as the label's price is "${price}", but received "${currency}"`;
  const received = field === 'price' ? price : currency;
  return [{ field, pointer: `#/${field}`, reason: 'currency_decimals', message, received }];
}
