import { datePatterns } from '../../computed/date-patterns.js';
import { isDay } from '../../computed/dates.js';
import { inAscii } from './digits.js';

/** The first letters of the months in languages that write them in words, by month. */
const months: readonly RegExp[] = [
  /^(jan|jän|gen|ene|sty|st[yj]cz|янв|ян|січ|يناير|ינו|जन|ม\.?ค|мкр)/iu,
  /^(feb|fév|fev|lut|фев|лют|فبراير|פבר|फ़?र|फर|ก\.?พ)/iu,
  /^(mar|mär|maa|mrt|март|мар|бер|مارس|מרץ|मार्च|มี\.?ค)/iu,
  /^(apr|avr|abr|kwi|апр|кві|أبريل|אפר|अप्रैल|เม\.?ย)/iu,
  /^(may|mai|maj|mag|mei|май|мая|тра|مايو|מאי|मई|พ\.?ค)/iu,
  /^(jun|juin|giu|cze|июн|чер|يونيو|יונ|जून|มิ\.?ย)/iu,
  /^(jul|juil|lug|lip|июл|лип|يوليو|יול|जुल|ก\.?ค)/iu,
  /^(aug|aoû|aou|ago|sie|авг|сер|أغسطس|אוג|अग|ส\.?ค)/iu,
  /^(sep|set|wrz|сен|вер|سبتمبر|ספט|सित|ก\.?ย)/iu,
  /^(oct|okt|ott|out|paź|paz|окт|жов|أكتوبر|אוק|अक्|ต\.?ค)/iu,
  /^(nov|lis|ноя|лист|نوفمبر|נוב|नव|พ\.?ย)/iu,
  /^(dec|dez|déc|dic|gru|дек|гру|ديسمبر|דצמ|दिस|ธ\.?ค)/iu,
];

/**
 * The day that a text names, as YYYY-MM-DD: 2026-11-30, a day in numbers in the locale's order, or a day and a month in words.
 * Undefined for any other text. Without a year it is the one nearest to `near`.
 */
export function readDay(text: string, locale: string, near: string): string | undefined {
  const plain = inAscii(text)
    .replaceAll(/[\u200e\u200f]/g, '')
    .trim();
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(plain)) return isDay(plain) ? plain : undefined;
  const named = /^(\d{1,2})\.?\s*([\p{L}\p{M}.]+)\s*(\d{4})?$/u.exec(plain) ?? undefined;
  const other = /^([\p{L}\p{M}.]+)\s*(\d{1,2}),?\s*(\d{4})?$/u.exec(plain);
  const [date, word, year] = named ? named.slice(1) : other ? [other[2], other[1], other[3]] : [];
  const month = word === undefined ? -1 : months.findIndex((name) => name.test(word));
  if (month >= 0) return dayOf(Number(date), month + 1, year, near);
  return inNumbers(plain, locale, near);
}

function inNumbers(text: string, locale: string, near: string): string | undefined {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  if (!/^[\d\s./\-年月日월일]+$/u.test(text) || numbers.length < 2 || numbers.length > 3) return undefined;
  const pattern = datePatterns.get(locale)?.[numbers.length === 3 ? 'short' : 'day'] ?? 'd.M.y';
  const order = pattern.replaceAll(/[^yMd]/g, '').replaceAll(/(.)\1+/g, '$1');
  const at = (part: string) => numbers[order.indexOf(part)] ?? 0;
  const year = numbers.length === 3 ? at('y') : undefined;
  const full = year === undefined ? undefined : String(year < 100 ? 2000 + year : year);
  return dayOf(at('d'), at('M'), full, near);
}

function dayOf(date: number, month: number, year: string | undefined, near: string): string | undefined {
  const on = (ofYear: number) =>
    `${String(ofYear).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  if (year !== undefined) return isDay(on(Number(year))) ? on(Number(year)) : undefined;
  const days = [-1, 0, 1].map((more) => on(Number(near.slice(0, 4)) + more)).filter(isDay);
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(near));
  return days.sort((a, b) => away(a) - away(b))[0];
}
