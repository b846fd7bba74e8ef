import { inDigitsOf } from '../price/price.js';
import { datePatterns } from './date-patterns.js';

/** The formats of a date: `short` with the year, `day` without it. */
export const dateFormats = ['short', 'day'] as const;
export type DateFormat = (typeof dateFormats)[number];

export function isDateFormat(name: string): name is DateFormat {
  return (dateFormats as readonly string[]).includes(name);
}

const longMonths = [1, 3, 5, 7, 8, 10, 12];

/** Whether a text is a day of the Gregorian calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : longMonths.includes(month) ? 31 : 30;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/**
 * A day in a locale's format and digits: "22.11.2026". Returns any other text unchanged.
 * @param day YYYY-MM-DD
 * @throws {RangeError} for a locale that the table of prices lacks
 */
export function writeDate(day: string, format: DateFormat, locale: string): string {
  const patterns = datePatterns.get(locale);
  if (!patterns || !isDay(day)) return day;
  const [year, month, date] = day.split('-') as [string, string, string];
  const parts: Readonly<Record<string, string>> = {
    y: String(Number(year)),
    MM: month,
    M: String(Number(month)),
    dd: date,
    d: String(Number(date)),
  };
  return inDigitsOf(
    locale,
    patterns[format].replace(/y|MM?|dd?/g, (part) => parts[part]!),
  );
}
