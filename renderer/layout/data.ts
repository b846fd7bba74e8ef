import { isDay } from '../computed/dates.js';
import type { Content, DataRow, DataValue } from '../content.js';
import type { DataField, Layout } from './document.js';
import { asQuestion, nearest } from '../suggestion.js';
import { type AmountFault, amountMessage, priceFault } from '../amounts/amount.js';

/** A problem of a field of a binding's `data` for a layout. */
export interface DataProblem {
  /** The field's path in `data`: "origin", or in a list "rows.0.name". */
  readonly name: string;
  readonly reason: 'missing' | 'type' | 'unknown_value' | AmountFault;
  readonly message: string;
  readonly example?: string;
}

/** How many fields are searched for the misspelt name of a missing one: a binding has no more. */
const maxGuessedFields = 32;

/**
 * All problems that prevent drawing `data` with a layout: missing fields, values that are not allowed, malformed prices and
 * dates. A field in a list is named by its path: "rows.0.price".
 */
export function checkData(data: Content['data'], layout: Layout, currency: string): readonly DataProblem[] {
  const insteadOf = (missing: string): string => {
    const others = Object.keys(data).slice(0, maxGuessedFields);
    const near = nearest(
      missing,
      others.filter((name) => !Object.hasOwn(layout.data!, name)),
    );
    return near === undefined ? 'none' : `data.${near}${asQuestion(missing)}`;
  };
  return Object.entries(layout.data ?? {}).flatMap(([name, field]): readonly DataProblem[] => {
    const { type, required = false, example } = field;
    const value = Object.hasOwn(data, name) ? data[name]! : '';
    if (value === '' && !required) return [];
    if (type === 'list' && typeof value !== 'string') return rowProblems(name, value, field, currency);
    const missing = (): Mistake => ({
      reason: 'missing',
      message: `Expected a value for data.${name}, which the layout ${layout.id} needs, but received ${insteadOf(name)}`,
    });
    const wrong = value === '' ? missing() : wrongText(value, field, `data.${name}`, currency);
    return wrong ? [{ name, ...wrong, ...(typeof example === 'string' && { example }) }] : [];
  });
}

type Mistake = Pick<DataProblem, 'reason' | 'message'>;

/** The problem of a value that should be a text, or of a text that should be a list. */
function wrongText(
  value: DataValue,
  { type, values }: DataField,
  field: string,
  currency: string,
): Mistake | undefined {
  if (typeof value !== 'string')
    return { reason: 'type', message: `Expected a text for ${field} but received a list of rows` };
  if (type === 'list')
    return { reason: 'type', message: `Expected a list of rows for ${field} but received "${value}"` };
  if (values && !values.includes(value))
    return {
      reason: 'unknown_value',
      message: `Expected one of ${values.join(', ')} for ${field} but received "${value}"`,
    };
  return wrongForm(value, type, field, currency);
}

/** The problems of a list's rows: missing texts, and prices. */
function rowProblems(name: string, rows: readonly DataRow[], { columns = {} }: DataField, currency: string) {
  return rows.flatMap((row, i) =>
    Object.entries(columns).flatMap(([column, type]): readonly DataProblem[] => {
      const path = `${name}.${i}.${column}`;
      const value = Object.hasOwn(row, column) ? row[column]! : '';
      if (value === '')
        return [
          { name: path, reason: 'missing', message: `Expected a value for data.${path} but received none` } as const,
        ];
      const wrong = wrongForm(value, type, `data.${path}`, currency);
      return wrong ? [{ name: path, ...wrong }] : [];
    }),
  );
}

/** The problem of a malformed price or date. */
function wrongForm(value: string, type: DataField['type'], field: string, currency: string): Mistake | undefined {
  const expected = (form: string): Mistake => ({
    reason: 'format',
    message: `Expected ${form}, for ${field} but received "${value}"`,
  });
  if (type === 'date')
    return isDay(value) ? undefined : expected('a day of the calendar as YYYY-MM-DD, such as "2026-11-30"');
  if (type !== 'price') return undefined;
  const fault = priceFault(value, currency);
  return fault && { reason: fault.reason, message: amountMessage(fault, field, value) };
}
