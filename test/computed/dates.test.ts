import { describe, expect, test } from '@jest/globals';
import { datePatterns } from '../../renderer/computed/date-patterns.js';
import { isDay, writeDate } from '../../renderer/computed/dates.js';
import { localeRules } from '../../renderer/price/locales.js';
import { rowsOf } from '../support/tables/table.js';

describe('a date', () => {
  test.each(
    rowsOf(`
      en-US → 3/5/2026 → 3/5 | en-GB → 05/03/2026 → 05/03 | en-CA → 2026-03-05 → 03-05 | de-DE → 5.3.2026 → 5.3.
      fr-FR → 05/03/2026 → 05/03 | pl-PL → 5.03.2026 → 5.03 | cs-CZ → 5.\u00a03.\u00a02026 → 5.\u00a03.
      hu-HU → 2026.\u00a003.\u00a005. → 3.\u00a05. | sv-SE → 2026-03-05 → 5/3 | nl-NL → 5-3-2026 → 5-3
      bg-BG → 5.03.2026\u00a0г. → 5.03 | ja-JP → 2026/3/5 → 3月5日 | zh-CN → 2026/3/5 → 3月5日
      ko-KR → 2026.\u00a03.\u00a05. → 3월\u00a05일 | th-TH → 5/3/2026 → 5/3 | hi-IN → 5/3/2026 → 5/3
      mr-IN → ५/३/२०२६ → ५/३ | bn-BD → ৫/৩/২০২৬ → ৫/৩
      ar-EG → ٥\u200f/٣\u200f/٢٠٢٦ → ٥\u200f/٣
      fa-IR → ۲۰۲۶/۳/۵ → ۳/۵
      he-IL → 5.3.2026 → 5.3 | lt-LT → 2026-03-05 → 03-5 | lv-LV → 5.03.2026. → 05.03.
      mt-MT → 3/5/2026 → 03-05 | en-AU → 05/03/2026 → 5/3 | en-NZ → 5/03/2026 → 5/3 | en-IN → 5/3/2026 → 05/03
      tr-TR → 05.03.2026 → 5/3
  `),
  )('in %s is %s, without the year %s', (locale, short, day) => {
    expect(writeDate('2026-03-05', 'short', locale)).toBe(short);
    expect(writeDate('2026-03-05', 'day', locale)).toBe(day);
  });

  test('before the year 1000 has no zeros in front of its year', () => {
    expect(writeDate('0987-03-05', 'short', 'en-US')).toBe('3/5/987');
  });

  test('has patterns for each locale of the product, and for no other', () => {
    expect([...datePatterns.keys()].sort()).toEqual(Object.keys(localeRules).sort());
  });

  test.each(Object.keys(localeRules))('in %s has the order of CLDR, whichever version this Node has', (locale) => {
    const options = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;
    const numbers = (month: 'numeric' | 'short', more: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, ...more, month, day: 'numeric' })
        .format(new Date('2026-11-22'))
        .match(/[0-9]+/g);
    const latin = (text: string) =>
      text.replaceAll(/\p{Nd}/gu, (digit) =>
        String(
          ['٠', '۰', '०', '০'].map((zero) => digit.charCodeAt(0) - zero.charCodeAt(0)).find((n) => n >= 0 && n < 10) ??
            digit,
        ),
      );
    const month = /^(ja|zh|ko)/.test(locale) ? 'short' : 'numeric';
    expect(latin(writeDate('2026-11-22', 'short', locale)).match(/[0-9]+/g)).toEqual(
      numbers('numeric', { year: 'numeric' }),
    );
    expect(latin(writeDate('2026-11-22', 'day', locale)).match(/[0-9]+/g)).toEqual(numbers(month, {}));
  });

  test.each(['', '2026-02-29', '30 Nov', '2026-13-01', '2026-1-1'])(
    'that is none, %j, is written unchanged',
    (text) => {
      expect(writeDate(text, 'short', 'en-US')).toBe(text);
    },
  );
});

test('each day of the calendar is one, and no other', () => {
  for (const year of [0, 1900, 2000, 2024, 2026, 2100, 9999])
    for (let month = 0; month <= 13; month++)
      for (let date = 0; date <= 32; date++) {
        const text = [String(year).padStart(4, '0'), ...[month, date].map((n) => String(n).padStart(2, '0'))].join('-');
        const day = new Date(`${text}T00:00:00Z`);
        const real = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
        expect([text, isDay(text)]).toEqual([text, real]);
      }
  for (const text of ['2026-1-1', '02026-01-01', '2026-01-01 ', '2026/01/01', '२०२६-०१-०१', ''])
    expect(isDay(text)).toBe(false);
});
