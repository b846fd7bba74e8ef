import { language } from '../../../texts/index.js';

const day = 24 * 60 * 60 * 1000;

/** A time of today as "20:41:07", one of yesterday as "yesterday 18:02", others with their date. */
export function timeOf(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (at.getTime() >= midnight)
    return new Intl.DateTimeFormat(language.value, { ...clock, second: '2-digit' }).format(at);
  if (at.getTime() < midnight - day)
    return new Intl.DateTimeFormat(language.value, { ...clock, day: 'numeric', month: 'short' }).format(at);
  const yesterday = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }).format(-1, 'day');
  return `${yesterday} ${new Intl.DateTimeFormat(language.value, clock).format(at)}`;
}
