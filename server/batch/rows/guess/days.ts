import { datePatterns } from '../../../../renderer/computed/date-patterns.js';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const yearLast = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?!\d)/;

/**
 * The days that a text may mean, YYYY-MM-DD: both orders of "1/2/2026", unless one is known; none for other texts.
 * @param isDayFirst whether days come before months; undefined: unknown
 */
export function daysIn(text: string, isDayFirst: () => boolean | undefined): readonly string[] {
  const [, year, month, day] = yearFirst.exec(text.trim()) ?? [];
  if (year !== undefined) return dayOf(year, month!, day!);
  const [, first, sign, second, last] = yearLast.exec(text.trim()) ?? [];
  if (first === undefined) return [];
  const fullYear = last!.padStart(4, '20');
  const [usual, other] = [dayOf(fullYear, second!, first), dayOf(fullYear, first, second!)];
  // With dots, days come first.
  if (sign === '.' || usual[0] === other[0] || other.length === 0) return usual;
  if (usual.length === 0) return other;
  const order = isDayFirst();
  return order === undefined ? [...usual, ...other] : order ? usual : other;
}

/** Whether days come before months in a text that has only one reading; undefined: it has none, or two. */
export function orderIn(text: string): boolean | undefined {
  const [, first, sign, second] = yearLast.exec(text.trim()) ?? [];
  if (first === undefined || sign === '.' || Number(first) > 12 === Number(second) > 12) return undefined;
  return Number(first) > 12;
}

/** Whether days come before months in a locale; undefined: it writes years first, or is unknown. */
export function orderOf(locale: string): boolean | undefined {
  const pattern = datePatterns.get(locale)?.short ?? 'y';
  return pattern.startsWith('y') ? undefined : pattern.indexOf('d') < pattern.indexOf('M');
}

function dayOf(year: string, month: string, day: string): readonly string[] {
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`] : [];
}
