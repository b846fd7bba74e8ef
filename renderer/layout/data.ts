import { isDay } from '../computed/dates.js';
import { updateSchema } from '../content.js';
import type { Layout } from './document.js';
import { asQuestion, nearest } from './suggestion.js';
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

/** So many fields are looked at for the misspelt name of a missing one: a binding has no more. */
const mostGuessed = 32;

/**
 * Everything that keeps `data` from being drawn with a layout: missing fields, values that are not allowed, malformed
 * prices and dates.
 */
export function checkData(
  data: Readonly<Record<string, string>>,
  layout: Layout,
  currency: string,
): readonly DataProblem[] {
  const insteadOf = (missing: string): string => {
    const others = Object.keys(data).slice(0, mostGuessed);
    const near = nearest(
      missing,
      others.filter((name) => !Object.hasOwn(layout.data!, name)),
    );
    return near === undefined ? 'none' : `data.${near}${asQuestion(missing)}`;
  };
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
            `Expected a value for data.${name}, which the layout ${layout.id} needs, but received ${insteadOf(name)}`,
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
