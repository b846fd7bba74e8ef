import { type Binding, currencies, currencyDecimals, defaultBinding, locales } from '../renderer/index.js';
import { isTimeZone } from './dates.js';
import { suggestion } from './nearest.js';
import type { FieldProblem, Reason } from './problem.js';
import { cut } from './text.js';

/** What can be named. */
interface Known {
  readonly devices: ReadonlyMap<string, unknown>;
  readonly layouts: ReadonlyMap<string, unknown>;
}

/** The binding that a request describes; what it leaves out takes its default. */
export function bindingOf(fields: Readonly<Record<string, unknown>>): Binding {
  const named = Object.keys(defaultBinding).filter((name) => fields[name] !== undefined);
  return { ...defaultBinding, ...Object.fromEntries(named.map((name) => [name, fields[name]])) };
}

/** The names in a binding that stand for nothing: device, layout, locale, currency, time zone. */
export function unknownNames(binding: Binding, { devices, layouts }: Known): FieldProblem[] {
  const checks: readonly (readonly [keyof Omit<Binding, 'data'>, Reason, string, boolean, () => Iterable<string>])[] = [
    ['device', 'unknown_device', 'a panel profile', devices.has(binding.device), () => devices.keys()],
    ['layout', 'unknown_layout', 'a layout', layouts.has(binding.layout), () => layouts.keys()],
    ['locale', 'unknown_locale', 'a locale of this version', locales.includes(binding.locale), () => locales],
    [
      'currency',
      'unknown_currency',
      'a currency of this version',
      currencies.includes(binding.currency),
      () => currencies,
    ],
    [
      'time_zone',
      'unknown_time_zone',
      'an IANA time zone',
      isTimeZone(binding.time_zone),
      () => ['UTC', ...Intl.supportedValuesOf('timeZone')],
    ],
  ];
  return checks
    .filter(([, , , known]) => !known)
    .map(([field, reason, expected, , names]) => {
      const received = cut(binding[field]);
      const message = `Expected ${expected} for ${field} but received "${received}"${suggestion(received, names())}`;
      return { field, pointer: `#/${field}`, reason, message, received };
    });
}

/** A price with cents in a currency that has none would be drawn as another price, so it is refused. */
export function centsProblem(price: string, currency: string, field: 'price' | 'currency'): FieldProblem[] {
  if (!currencies.includes(currency) || currencyDecimals(currency) > 0 || price.endsWith('.00')) return [];
  const message =
    field === 'price'
      ? `Expected .00 for price, as ${currency} has no decimals, but received "${price}"`
      : `Expected a currency with cents for currency, as the label's price is "${price}", but received "${currency}"`;
  const received = field === 'price' ? price : currency;
  return [{ field, pointer: `#/${field}`, reason: 'currency_decimals', message, received }];
}
