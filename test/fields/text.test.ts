import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cut } from '../../server/fields/field-problem.js';
import { clean } from '../../server/fields/text.js';
import { rowsOf } from '../support/tables/table.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(' ', '\u00a0', '\u200b', '\u00ad', '\ufeff', '\u0301', 'e', '\u2003', '\u200e', '\u200d'),
  }),
);

describe('a cleaned text', () => {
  test('of Latin letters, signs and single blanks is the text as it is: NFC leaves them so', () => {
    const points = Array.from({ length: 0x2ff - 0x20 }, (_, i) => 0x21 + i);
    const letters = points.filter((point) => (point < 0x7f || point > 0xa0) && point !== 0xad);
    const all = letters.map((point) => String.fromCodePoint(point));
    for (const text of [all.join(''), all.join(' '), all.toReversed().join('')]) {
      expect(text.normalize('NFC')).toBe(text);
      expect(clean(text, 200)).toEqual({ ok: true, text, removed: [] });
    }
    for (const edge of ['a  b', ' a', 'a ', 'a\u00a0b', 'a\u00adb'])
      expect(clean(edge, 200)).toMatchObject({ text: edge === 'a\u00adb' ? 'ab' : edge.trim().replace(/\s+/, ' ') });
  });

  test('stays as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = clean(text, 200);
        fc.pre(once.ok);
        expect(clean(once.text, 200)).toEqual({ ok: true, text: once.text, removed: [] });
      }),
    );
  });

  test('is NFC, trimmed, with single blanks, without anything invisible that was promised to go', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = clean(text, 200);
        fc.pre(cleaned.ok);
        expect(cleaned.text).toBe(cleaned.text.normalize('NFC').trim());
        expect(cleaned.text).not.toMatch(/[\u200b\u00ad\ufeff]|\s\s/);
      }),
    );
  });

  test('says something was removed if and only if it was', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = clean(text, 200);
        fc.pre(cleaned.ok);
        const removes = /[\u200b\u00ad\ufeff]/.test(text);
        expect(cleaned.removed.length > 0).toBe(removes);
        seen[`${removes}`]++;
      }),
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(5);
  });

  test.each(rowsOf('e\u200b\u0301 → é | a\u0323\u00ad\u0302 → ậ | a \ufeff b → a b'))(
    'composes and folds what only invisible characters kept apart: %j',
    (text, whole) => {
      expect(clean(text, 200)).toMatchObject({ ok: true, text: whole });
    },
  );

  test('says which characters were removed, each once, in the order in which they came', () => {
    const removed = ['U+200B', 'U+00AD', 'U+FEFF'];
    expect(clean('a\u200bb\u00ad\u200bc\ufeff', 200)).toEqual({ ok: true, text: 'abc', removed });
  });

  test.each(['\u200e', '\u200f', '\u061c', '\u200c', '\u200d'])('keeps %j, which scripts need', (mark) => {
    expect(clean(`a${mark}b`, 200)).toEqual({ ok: true, text: `a${mark}b`, removed: [] });
  });
});

describe('a text that is echoed', () => {
  test('is whole up to 64 code points; of a longer one the first 64 and an ellipsis are left', () => {
    const character = fc.constantFrom('a', '🥛', 'é', '\ud83e', '\udd5b');
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 50, maxLength: 80 }), (text) => {
        const points = Array.from(text.toWellFormed());
        expect(cut(text)).toBe(points.length > 64 ? `${points.slice(0, 64).join('')}…` : points.join(''));
      }),
    );
    expect(cut('🥛'.repeat(65))).toBe(`${'🥛'.repeat(64)}…`);
  });
});
