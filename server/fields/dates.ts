import type { FieldProblem } from './field-problem.js';

/** Making a formatter costs a hundred times its use. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** There are about 600 zones; only their spellings in other cases are more. */
const mostKept = 700;

/** Whether `name` is an IANA time zone that this Node knows. Offsets such as +01:00 are none. */
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
  // The first formatter of a process takes 10 ms.
  if (timeZone === 'UTC') return instant.toISOString().slice(0, 10);
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')!.padStart(4, '0')}-${parts.get('month')!}-${parts.get('day')!}`;
}

/** Whether a YYYY-MM-DD text is a day of the calendar. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
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

/** What is wrong with the day to draw. What is no text, the schema refuses. */
export function dayProblem(date: unknown): readonly FieldProblem[] {
  if (typeof date !== 'string' || isDay(date)) return [];
  const message = `Expected a day of the calendar for date but received "${date}"`;
  return [{ field: 'date', pointer: '#/date', reason: 'format', message, received: date, example: '2026-11-20' }];
}
