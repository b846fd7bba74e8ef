import { describe, expect, test } from '@jest/globals';
import { dayIn, dayProblem, isTimeZone } from '../../server/fields/dates.js';

describe('the day', () => {
  const instant = new Date('2026-11-20T22:10:06.123Z');

  test.each([
    ['UTC', '2026-11-20'],
    ['Europe/Dublin', '2026-11-20'],
    ['Pacific/Auckland', '2026-11-21'],
    ['pacific/auckland', '2026-11-21'],
    ['Asia/Kolkata', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-20'],
  ])('in %s is %s, in digits of ASCII', (zone, day) => {
    expect(dayIn(zone, instant)).toBe(day);
  });

  test('has a leading zero, and in years before 1000 more of them', () => {
    expect(dayIn('Europe/Dublin', new Date('2026-01-02T12:00:00Z'))).toBe('2026-01-02');
    expect(dayIn('Europe/Dublin', new Date('0987-01-12T12:00:00Z'))).toMatch(/^0987-01-/);
  });

  test('changes at midnight of the zone', () => {
    expect(dayIn('Asia/Kolkata', new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20');
    expect(dayIn('Asia/Kolkata', new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21');
  });
});

describe('a time zone', () => {
  test('is one of IANA, in any case', () => {
    for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+12', 'europe/dublin', 'EST5EDT'])
      expect([zone, isTimeZone(zone)]).toEqual([zone, true]);
  });

  test.each(['', '+01:00', '-05', 'Europe/Dubln', 'Europe/Dublin ', ' UTC', 'Europe/Dublin\n', '1UTC', 'a'.repeat(65)])(
    'is not %j',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false);
    },
  );

  test('is known however many spellings of it were asked for before', () => {
    const zone = 'america/argentina/buenos_aires';
    const spellings = Array.from({ length: 1500 }, (_, bits) =>
      Array.from(zone, (letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    for (const spelling of spellings) expect(isTimeZone(spelling)).toBe(true);
    expect(dayIn(spellings[0]!, new Date('2026-11-21T02:00:00Z'))).toBe('2026-11-20');
  });
});

describe('the day to draw', () => {
  test.each(['2026-11-20', '2028-02-29', '0001-01-01', '9999-12-31'])('may be %s', (date) => {
    expect(dayProblem(date)).toEqual([]);
  });

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31'])('may not be %s', (date) => {
    const message = `Expected a day of the calendar for date but received "${date}"`;
    const said = { field: 'date', pointer: '#/date', reason: 'format', message };
    expect(dayProblem(date)).toEqual([{ ...said, received: date, example: '2026-11-20' }]);
  });

  test('is left to the schema where it is no text', () => {
    for (const date of [undefined, null, 20261120, {}]) expect(dayProblem(date)).toEqual([]);
  });
});
