import { isDay } from '../computed/dates.js';
import { updateSchema } from '../content.js';
import type { Layout } from './document.js';
import { currencyDecimals } from '../price/price.js';

/** What is wrong with a field of a binding's `data` for a layout. */
export interface DataProblem {
  /** The field's name in `data`. */
  readonly name: string;
  readonly reason: 'missing' | 'format' | 'unknown_value' | 'currency_decimals';
  readonly message: string;
  readonly example?: string;
}

const price = new RegExp(updateSchema.properties.price.pattern);

/**
 * Everything that keeps `data` from being drawn with a layout: missing fields, values that are not allowed, malformed
 * prices and dates.
 */
export function checkData(
  data: Readonly<Record<string, string>>,
  layout: Layout,
  currency: string,
): readonly DataProblem[] {
  return Object.entries(layout.data ?? {}).flatMap(([name, field]): DataProblem[] => {
    const { type, required = false, values, example } = field;
    const value = Object.hasOwn(data, name) ? data[name]! : '';
    const problem = (reason: DataProblem['reason'], message: string): DataProblem[] => [
      { name, reason, message, ...(example !== undefined && { example }) },
    ];
    if (value === '')
      return required
        ? problem(
            'missing',
            `Expected a value for data.${name}, which the layout ${layout.id} needs, but received none`,
          )
        : [];
    if (values && !values.includes(value))
      return problem('unknown_value', `Expected one of ${values.join(', ')} for data.${name} but received "${value}"`);
    if (type === 'date' && !isDay(value))
      return problem(
        'format',
        `Expected a day of the calendar as YYYY-MM-DD, such as "2026-11-30", for data.${name} but received "${value}"`,
      );
    if (type !== 'price') return [];
    if (!price.test(value))
      return problem(
        'format',
        `Expected digits, a dot and two digits, such as "3.50", for data.${name} but received "${value}"`,
      );
    if (currencyDecimals(currency) === 0 && !value.endsWith('.00'))
      return problem(
        'currency_decimals',
        `Expected .00 for data.${name}, as ${currency} has no decimals, but received "${value}"`,
      );
    return [];
  });
}
