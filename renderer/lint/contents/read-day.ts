import { datePatterns } from '../../computed/date-patterns.js';
import { isDay } from '../../computed/dates.js';
import { inAscii } from '../../amounts/digits.js';
import { monthOf } from './months.js';

/** "30. November 2026", "30 de noviembre", "1er décembre", "30th of November". */
const dayFirst =
  /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s*(?:(?:de|of)\s+|d['’])?([\p{L}\p{M}.॰]+),?\s*(?:(?:de|del)\s+)?(\d{4})?$/iu;
/** "November 30th, 2026", and "2026. november 30." */
const monthFirst = /^(?:(\d{4})\.?\s*)?([\p{L}\p{M}.॰]+)\s*(\d{1,2})(?:\.|st|nd|rd|th)?,?\s*(\d{4})?$/iu;

/**
 * The day that a text names, as YYYY-MM-DD: 2026-11-30, a day in numbers in the locale's order, or a day and a month in words
 * of the locale's language or English. Undefined for any other text. Without a year it is the one nearest to `near`.
 */
export function readDay(text: string, locale: string, near: string): string | undefined {
  const plain = inAscii(text.normalize('NFKC'))
    .replaceAll(/[\u200e\u200f]/g, '')
    .replace(/(?<!\s)\s*г\.$/u, '')
    .trim();
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(plain)) return isDay(plain) ? plain : undefined;
  const [, first, firstWord, firstYear] = dayFirst.exec(plain) ?? [];
  const [, yearBefore, otherWord, other, yearAfter] = monthFirst.exec(plain) ?? [];
  const month = monthOf(firstWord ?? otherWord ?? '', locale);
  if (month !== undefined) return dayOf(Number(first ?? other), month, firstYear ?? yearBefore ?? yearAfter, near);
  return inNumbers(plain, locale, near);
}

function inNumbers(text: string, locale: string, near: string): string | undefined {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  if (!/^[\d\s./\-年月日년월일]+$/u.test(text) || numbers.length < 2 || numbers.length > 3) return undefined;
  const pattern = text.includes('年')
    ? 'yMd'
    : (datePatterns.get(locale)?.[numbers.length === 3 ? 'short' : 'day'] ?? 'd.M.y');
  const order = pattern.replaceAll(/[^yMd]/g, '').replaceAll(/(.)\1+/g, '$1');
  const at = (part: string) => numbers[order.indexOf(part)] ?? 0;
  const year = numbers.length === 3 ? at('y') : undefined;
  const full = year === undefined ? undefined : String(year < 100 ? 2000 + year : year);
  return dayOf(at('d'), at('M'), full, near);
}

/** Years before the first one and from the last one on are those of another calendar, as of Iran or Thailand. */
const [firstYear, lastYear] = [1900, 2400];

function dayOf(date: number, month: number, year: string | undefined, near: string): string | undefined {
  const on = (ofYear: number) =>
    `${String(ofYear).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  if (year !== undefined) {
    const isKnown = Number(year) >= firstYear && Number(year) < lastYear;
    return isKnown && isDay(on(Number(year))) ? on(Number(year)) : undefined;
  }
  const days = [-1, 0, 1].map((more) => on(Number(near.slice(0, 4)) + more)).filter(isDay);
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(near));
  return days.sort((a, b) => away(a) - away(b))[0];
}
