import { isContentField } from '../kinds/values.js';
import { computed } from '../computed/arithmetic.js';
import { isBareUnit, readQuantity, withoutPer } from '../computed/quantity.js';
import { isDateFormat, isDay, writeDate } from '../computed/dates.js';
import { type Content, textIn } from '../content.js';
import { inDigitsOf, writePrice } from '../price/price.js';

/** A layout's text with its fields in braces. */
export interface Template {
  /** The fields that it names, such as "price" or "data.origin". */
  readonly fields: readonly string[];
  /** The format of each field, which follows a colon: "short" in "{date:short}"; undefined without one. */
  readonly formats: readonly (string | undefined)[];
  /** The values of the fields in a content. */
  read(content: Content): readonly string[];
  /** Whether a content has these values for the fields. */
  has(values: readonly string[], content: Content): boolean;
  /**
   * The text with these values filled in. `content`'s locale formats those of the fields in `prices`, and those with a date
   * format. Undefined when the text names fields and all of them are empty.
   */
  fill(values: readonly string[], prices: ReadonlySet<string>, content: Content): string | undefined;
}

interface Filled {
  readonly values: readonly string[];
  readonly prices: ReadonlySet<string>;
  readonly text: string | undefined;
}

/**
 * @param isRead whether people read the text: its words, quantities and percentages have the digits of the locale. Those of a
 * barcode do not
 */
export function compileTemplate(text: string, isRead = false): Template {
  const joined = text.split(dot);
  if (joined.length > 1) return joinTemplates(joined.map((part) => compileTemplate(part, isRead)));
  // As the pattern has a group, split returns text and field names in turn.
  const parts = text.split(/\{([^{}]*)\}/);
  const placeholders = parts.filter((_, i) => i % 2 === 1).map((name) => name.split(/:(.*)/s, 2));
  const fields = placeholders.map(([field]) => field!);
  const formats = placeholders.map(([, format]) => format);
  const readers = fields.map(readerOf);
  const inDigits = (words: string, locale: string) => (isRead ? inDigitsOf(locale, words) : words);
  const written = (value: string, i: number, locale: string, date: string) => {
    // A day that a field of data has as programs write it, in a text that people read.
    const format = formats[i] ?? (isRead && fields[i]!.startsWith('data.') && isDay(value) ? 'short' : undefined);
    const formatted = inFormat(value, format, fields[i]!, locale, date);
    return isAmount(fields[i]!, value, locale) ? inDigits(formatted, locale) : formatted;
  };
  /** The last text: a label's metadata needs those that it shows. */
  let last: (Pick<Content, 'locale' | 'currency' | 'date'> & Filled) | undefined;
  return {
    fields,
    formats,
    read: (content) => readers.map((read) => read(content)),
    has: (values, content) => readers.every((read, i) => read(content) === values[i]),
    fill(values, prices, { locale, currency, date }) {
      if (
        last?.locale === locale &&
        last.currency === currency &&
        last.date === date &&
        last.prices === prices &&
        values.every((value, i) => value === last!.values[i])
      )
        return last.text;
      let [filled, empty] = [inDigits(parts[0]!, locale), fields.length > 0];
      for (let i = 0; i < fields.length; i++) {
        const value = values[i]!;
        if (value !== '') empty = false;
        const price = value !== '' && prices.has(fields[i]!);
        filled += price ? writePrice(value, { locale, currency }) : written(value, i, locale, date);
        filled += inDigits(parts[i * 2 + 2]!, locale);
      }
      const text = empty ? undefined : filled;
      last = { values, prices, locale, currency, date, text };
      return text;
    },
  };
}

/** What separates the parts of a text, each of which is left out when its fields are all empty. */
const dot = ' · ';

function joinTemplates(parts: readonly Template[]): Template {
  const fields = parts.flatMap((part) => part.fields);
  const read = (content: Content) => parts.flatMap((part) => part.read(content));
  return {
    fields,
    formats: parts.flatMap((part) => part.formats),
    read,
    has: (values, content) => read(content).every((value, i) => value === values[i]),
    fill(values, prices, content) {
      if (fields.length > 0 && values.every((value) => value === '')) return undefined;
      let start = 0;
      const filled = parts.map((part) =>
        part.fill(values.slice(start, (start += part.fields.length)), prices, content),
      );
      return filled.filter((each) => each !== undefined).join(dot);
    },
  };
}

/** Whether a reader takes a day without its year for this one: it is less than half a year from the label's day. */
function isNear(day: string, date: string): boolean {
  return !(Math.abs(Date.parse(day) - Date.parse(date)) > halfYearMs);
}

const halfYearMs = 183 * 86_400_000;

/** What the unit takes the place of in a frame such as "per *". */
const framed = /\*\*?/;

/** Whether a format is a frame: "per *" writes "per kg" and leaves "12 × 0.7 L" unchanged; "per **" frames both, and any SKU. */
export function isFrame(format: string): boolean {
  return framed.test(format);
}

/** Units that say without a "per" that a price is for one of them. */
const isEach = /^(?:(?:each|ea|je|la|le)(?![\p{L}\p{M}])|l['’])/iu;

function inFrame(value: string, frame: string, field: string): string {
  if (value === '') return '';
  // "EA-12" is no unit.
  const isRead = isEach.test(value) || withoutPer(value) !== value;
  const isFramed = field === 'sku' || isBareUnit(value) || (frame.includes('**') && !isRead);
  return isFramed ? frame.replace(framed, () => value) : value;
}

function inFormat(value: string, format: string | undefined, field: string, locale: string, date: string): string {
  if (format === undefined) return value;
  if (isFrame(format)) return inFrame(value, format, field);
  if (!isDateFormat(format)) return value;
  return writeDate(value, format === 'short' || isNear(value, date) ? format : 'short', locale);
}

/** Whether a field is a percentage or a quantity; a number without a unit may be an article's. */
function isAmount(field: string, value: string, locale: string): boolean {
  return field === 'discount' || (field !== 'sku' && /[0-9]/.test(value) && readQuantity(value, locale) !== undefined);
}

/** The display name of a text: its fields or, without any, its words. */
export function nameOfText({ fields }: Pick<Template, 'fields'>, words: string): string {
  return [...new Set(fields)].join(' and ') || JSON.stringify(words);
}

/** The value of a field: see {@link readerOf}. */
export function fieldOf(content: Content, field: string): string {
  return readerOf(field)(content);
}

type ReadField = (content: Content) => string;

/**
 * Returns the reader of a field by its name in a layout: "price", "data.origin". "data.rows.0.name" is the text `name` in the
 * first row of a list, and "data.rows.0" the number of that row, 1. An absent field is empty.
 */
export function readerOf(field: string): ReadField {
  if (Object.hasOwn(computed, field)) return computed[field as keyof typeof computed];
  if (!field.startsWith('data.')) return isContentField(field) ? (content) => content[field] : () => '';
  const [key = '', row, column] = field.slice('data.'.length).split('.');
  if (row === undefined) return ({ data }) => textIn(data, key) ?? '';
  return ({ data }) => {
    const list = Object.hasOwn(data, key) ? data[key]! : '';
    const cells = typeof list === 'string' ? undefined : list[Number(row)];
    if (!cells) return '';
    if (column === undefined) return String(Number(row) + 1);
    return Object.hasOwn(cells, column) ? cells[column]! : '';
  };
}
