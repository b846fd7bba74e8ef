import { isDay } from '../../renderer/index.js';
import type { FieldProblem } from './field-problem.js';

/** To make a formatter takes a hundred times as long as to use it. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** There are about 600 zones; more than this are the same ones in other letter cases. */
const mostKept = 700;

/** Whether `name` is an IANA time zone that this version of Node knows. Offsets such as +01:00 are not. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The day of `instant` in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: Date): string {
  // Avoids the first formatter of a process, which takes 10 ms.
  if (timeZone === 'UTC') return instant.toISOString().slice(0, 10);
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')!.padStart(4, '0')}-${parts.get('month')!}-${parts.get('day')!}`;
}

/** The day after a day, as YYYY-MM-DD. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  if (formatters.size >= mostKept) formatters.clear();
  formatters.set(timeZone, formatter);
  return formatter;
}

/** What is wrong with the date to draw. Values that are not texts are left to the schema. */
export function dayProblem(date: unknown): readonly FieldProblem[] {
  if (typeof date !== 'string' || isDay(date)) return [];
  const message = `Expected a day of the calendar for date but received "${date}"`;
  return [{ field: 'date', pointer: '#/date', reason: 'format', message, received: date, example: '2026-11-20' }];
}
