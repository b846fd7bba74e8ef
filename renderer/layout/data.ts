import { isDay } from '../computed/dates.js';
import { type Content, type DataRow, updateSchema } from '../content.js';
import type { DataField, Layout } from './document.js';
import { currencyDecimals } from '../price/price.js';

/** What is wrong with a field of a binding's `data` for a layout. */
export interface DataProblem {
  /** The field's path in `data`: "origin", or in a list "rows.0.name". */
  readonly name: string;
  readonly reason: 'missing' | 'type' | 'format' | 'unknown_value' | 'currency_decimals';
  readonly message: string;
  readonly example?: string;
}

const price = new RegExp(updateSchema.properties.price.pattern);

/**
 * Everything that keeps `data` from being drawn with a layout: missing fields, values that are not allowed, malformed
 * prices and dates. A field in a list is named by its path: "rows.0.price".
 */
export function checkData(data: Content['data'], layout: Layout, currency: string): readonly DataProblem[] {
  return Object.entries(layout.data ?? {}).flatMap(([name, field]): readonly DataProblem[] => {
    const { type, required = false, values, example } = field;
    const value = Object.hasOwn(data, name) ? data[name]! : '';
    const problem = (reason: DataProblem['reason'], message: string): DataProblem => ({
      name,
      reason,
      message,
      ...(typeof example === 'string' && { example }),
    });
    if (value === '')
      return required
        ? [
            problem(
              'missing',
              `Expected a value for data.${name}, which the layout ${layout.id} needs, but received none`,
            ),
          ]
        : [];
    if (type === 'list') {
      if (typeof value !== 'string') return rowProblems(name, value, field, currency);
      return [problem('type', `Expected a list of rows for data.${name} but received "${value}"`)];
    }
    if (typeof value !== 'string')
      return [problem('type', `Expected a text for data.${name} but received a list of rows`)];
    if (values && !values.includes(value))
      return [
        problem('unknown_value', `Expected one of ${values.join(', ')} for data.${name} but received "${value}"`),
      ];
    const wrong = wrongValue(type, value, `data.${name}`, currency);
    return wrong ? [problem(wrong.reason, wrong.message)] : [];
  });
}

/** What is wrong with the rows of a list: texts that are missing, and prices. */
function rowProblems(name: string, rows: readonly DataRow[], { columns = {} }: DataField, currency: string) {
  return rows.flatMap((row, i) =>
    Object.entries(columns).flatMap(([column, type]): readonly DataProblem[] => {
      const path = `${name}.${i}.${column}`;
      const value = Object.hasOwn(row, column) ? row[column]! : '';
      if (value === '')
        return [
          { name: path, reason: 'missing', message: `Expected a value for data.${path} but received none` } as const,
        ];
      const wrong = wrongValue(type, value, `data.${path}`, currency);
      return wrong ? [{ name: path, ...wrong }] : [];
    }),
  );
}

/** What is wrong with a price or a date. */
function wrongValue(
  type: DataField['type'],
  value: string,
  field: string,
  currency: string,
): Pick<DataProblem, 'reason' | 'message'> | undefined {
  const expected = (form: string, reason: DataProblem['reason'] = 'format') => ({
    reason,
    message: `Expected ${form} for ${field}${reason === 'format' ? '' : `, as ${currency} has no decimals,`} but received "${value}"`,
  });
  if (type === 'date')
    return isDay(value) ? undefined : expected('a day of the calendar as YYYY-MM-DD, such as "2026-11-30",');
  if (type !== 'price') return undefined;
  if (!price.test(value)) return expected('digits, a dot and two digits, such as "3.50",');
  return currencyDecimals(currency) > 0 || value.endsWith('.00') ? undefined : expected('.00', 'currency_decimals');
}
