import { computedPrices, computedUnits } from '../../computed/arithmetic.js';
import { dateFormats, isDateFormat } from '../../computed/dates.js';
import type { DataField, Layout } from '../document.js';
import { fields } from '../../kinds/values.js';
import { isFrame } from '../template.js';
import { type Report, reportExpected, type ShownField } from './phrases.js';
import { suggestion } from '../../suggestion.js';

/** A text in the first row of a list, or the row itself: the fields of "row.name" and "row". */
const inRow = /^data\.([a-z][a-z0-9_]*)\.0(?:\.(.*))?$/;

/** Checks that a layout's fields exist, and have the type that their use requires. */
export function createFieldCheck({ data }: Pick<Layout, 'data'>, report: Report) {
  const knownFields = [...fields, ...Object.keys(data ?? {}).map((name) => `data.${name}`)];

  /** The declared type of a field of `data`, or of a text in a list. */
  function typeOf(field: string): DataField['type'] | undefined {
    const [, list, column] = inRow.exec(field) ?? [];
    if (list === undefined) return field.startsWith('data.') ? data?.[field.slice('data.'.length)]?.type : undefined;
    const columns = data?.[list]?.columns ?? {};
    return column !== undefined && Object.hasOwn(columns, column) ? columns[column] : undefined;
  }

  function exists(field: string, pointer: string): boolean {
    // Without a declaration any field of `data` is allowed.
    if (data === undefined && /^data\.[a-z][a-z0-9_]{0,31}(\.0(\.[a-z][a-z0-9_]{0,31})?)?$/.test(field)) return true;
    if (knownFields.includes(field) || typeOf(field) !== undefined) return true;
    const [, list, column] = inRow.exec(field) ?? [];
    if (list !== undefined && column === undefined) return true;
    const columns = Object.keys(data?.[list ?? '']?.columns ?? {}).map((name) => `row.${name}`);
    const name = column === undefined ? field : `row.${column}`;
    const received = () => `{${name}}${suggestion(name, list === undefined ? knownFields : columns)}`;
    reportExpected(report, pointer, 'unknown_field', 'a known field', received);
    return false;
  }

  function hasFormat({ field, format }: ShownField, pointer: string): void {
    if (format === undefined) return;
    const isAny = data === undefined && field.startsWith('data.');
    const isQuantity = field === 'unit' || computedUnits.includes(field) || typeOf(field) === 'quantity';
    if (isFrame(format) && (field === 'sku' || isQuantity || isAny)) return;
    const isDate = field === 'date' || typeOf(field) === 'date' || isAny;
    const received = `{${field}:${format}}`;
    const date = `date, or ${declared('date')}, before the colon`;
    const form = `one of ${dateFormats.join(', ')} as the form of the date`;
    if (!isDate) reportExpected(report, pointer, 'not_a_date', date, () => received);
    else if (!isDateFormat(format))
      reportExpected(report, pointer, 'unknown_value', form, () => received + suggestion(format, dateFormats));
  }

  /** Checks a field in a text, and its format. */
  function isShown(shown: ShownField, pointer: string): void {
    if (exists(shown.field, pointer)) hasFormat(shown, pointer);
  }

  function isPrice(field = 'price', pointer: string): void {
    if (field === 'price' || computedPrices.includes(field) || typeOf(field) === 'price') return;
    const name = field.replace(/^data\.[a-z0-9_]+\.0/, 'row');
    const expected = `price, ${computedPrices.join(', ')}, or ${declared('price')},`;
    reportExpected(report, pointer, 'not_a_price', expected, () => `"${name}"`);
  }

  function isList(field: string, pointer: string): void {
    if (data === undefined || typeOf(field) === 'list') return;
    const lists = knownFields.filter((name) => typeOf(name) === 'list');
    const received = () => `"${field}"${suggestion(field, lists)}`;
    reportExpected(report, pointer, 'not_a_list', declared('list'), received);
  }

  return { exists, isShown, isPrice, isList };
}

function declared(type: DataField['type']): string {
  return `a field that data declares with the type ${type}`;
}
