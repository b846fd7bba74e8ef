import { describe, expect, test } from '@jest/globals';
import { type TestContext, Ledger } from '../../server/snapshots/ledger.js';
import { baselineStem, namedStem } from '../../server/snapshots/names.js';
import { isSet } from '../../server/snapshots/writing.js';

const odd = [
  ...'milk Milk MILK milk! milk? a-b Käse Kase 牛乳 ☕ 🥛🥛 - _ 1 milk-1 milk.2'.split(' '),
  ...String.raw`. .. ... ../../etc/passwd a/b a\b C:\a con CON nul com1 lpt9 aux.png`.split(' '),
  ...['milk (1 L)', 'a b', 'a  b', 'milk 1', 'milk 12345678'],
  ...['x'.repeat(300), `${'x'.repeat(300)}y`, `${'very '.repeat(30)}long`],
];

describe('files of baselines', () => {
  test.each([
    ['tests', (name: string) => `${baselineStem(name)}-1`],
    ['their second twins', (name: string) => `${baselineStem(name, 2)}-1`],
    ['labels', namedStem],
  ])('have names that every file system takes and tells apart, whatever the names of %s', (_, stemOf) => {
    const stems = odd.map(stemOf);
    expect(new Set(stems.map((stem) => stem.toLowerCase())).size).toBe(stems.length);
    for (const stem of stems) {
      expect(stem).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,91}(\.2)?(-1)?$/);
      expect(stem).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/i);
    }
  });

  test('are those of tests or of named labels, never both', () => {
    const numbered = odd.flatMap((name) =>
      [1, 2].flatMap((nth) => [1, 2].map((n) => `${baselineStem(name, nth)}-${n}`)),
    );
    for (const name of odd) expect(numbered).not.toContain(namedStem(name));
    // One hash in forty has only digits.
    for (let i = 0; i < 400; i++) expect(namedStem(`Milk${i}`)).not.toMatch(/-\d+$/);
  });

  test('have no blanks at their ends', () => {
    const stems = ['milk', ' milk', 'milk ', ' milk > price '].map((name) => baselineStem(name));
    expect(stems).toEqual(['milk', 'milk', 'milk', 'milk-price']);
  });

  test('say plain names as they are, and are the same with vitest and jest', () => {
    expect(namedStem('milk on the big tag')).toBe('milk-on-the-big-tag');
    expect([80, 81].map((length) => namedStem('x'.repeat(length)).length)).toEqual([80, 90]);
    expect(baselineStem('the shelf shows milk')).toBe('the-shelf-shows-milk');
    expect(baselineStem('the shelf > shows milk')).toBe('the-shelf-shows-milk');
  });
});

test('a variable says yes unless it is empty, 0 or false', () => {
  expect([undefined, '', '0', 'false', '1', 'true'].map(isSet)).toEqual([false, false, false, false, true, true]);
});

describe('labels of tests', () => {
  const testOf = (testName: string, attempt: unknown = 1, ordinal = 1): TestContext => ({
    ...{ testPath: '/t/label.test.js', testName, ordinal, attempt: [attempt] },
  });

  test('are numbered in each test, and from 1 in each attempt', () => {
    const ledger = new Ledger();
    const stems = [testOf('a'), testOf('b'), testOf('a'), testOf('a', 2), testOf('a', 2), testOf('a', 1, 2)];
    expect(stems.map((each) => ledger.stem(each, undefined))).toEqual(['a-1', 'b-1', 'a-2', 'a-1', 'a-2', 'a.2-1']);
    expect([ledger.stem(testOf('a'), 'milk'), ledger.stem(testOf('b'), 'milk')]).toEqual(['milk', 'milk']);
  });

  test('of one name are one baseline, which only another attempt of the same test may replace', () => {
    const ledger = new Ledger();
    ledger.note(testOf('a'), 'milk.png', true);
    ledger.note(testOf('a'), 'kept.png', false);
    const fresh = [testOf('a'), testOf('a', 2), testOf('b'), testOf('a', 1, 2)].map((each) =>
      ledger.isFresh(each, 'milk.png'),
    );
    expect(fresh).toEqual([true, false, true, true]);
    expect(ledger.isFresh(testOf('b'), 'kept.png')).toBe(false);
  });
});
