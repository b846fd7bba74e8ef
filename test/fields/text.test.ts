import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseBody } from '../../server/fields/json.js';
import { nearest } from '../../renderer/layout/suggestion.js';
import { clean, cut } from '../../server/fields/text.js';
import { checkUpdate } from '../../server/fields/validate.js';

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
      expect(clean(text)).toEqual({ ok: true, text, removed: [] });
    }
    for (const edge of ['a  b', ' a', 'a ', 'a\u00a0b', 'a\u00adb'])
      expect(clean(edge)).toMatchObject({ text: edge === 'a\u00adb' ? 'ab' : edge.trim().replace(/\s+/, ' ') });
  });

  test('stays as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = clean(text);
        if (once.ok) expect(clean(once.text)).toEqual({ ok: true, text: once.text, removed: [] });
      }),
    );
  });

  test('is NFC, trimmed, with single blanks, without anything invisible that was promised to go', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = clean(text);
        if (!cleaned.ok) return;
        expect(cleaned.text).toBe(cleaned.text.normalize('NFC').trim());
        expect(cleaned.text).not.toMatch(/[\u200b\u00ad\ufeff]|\s\s/);
      }),
    );
  });

  test('says something was removed if and only if it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = clean(text);
        if (cleaned.ok) expect(cleaned.removed.length > 0).toBe(/[\u200b\u00ad\ufeff]/.test(text));
      }),
    );
  });

  test.each(['\u200e', '\u200f', '\u061c', '\u200c', '\u200d'])('keeps %j, which scripts need', (mark) => {
    expect(clean(`a${mark}b`)).toEqual({ ok: true, text: `a${mark}b`, removed: [] });
  });
});

describe('a price', () => {
  test('is taken if and only if it is a text of that one form', () => {
    const near = fc.string({ unit: fc.constantFrom('0', '1', '9', '.', ',', '-', ' ', '٣', 'e'), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(near, fc.string(), fc.double(), fc.constant(null)), (price) => {
        const { problems } = checkUpdate({ price, product_name: 'a', unit: 'b' });
        const good =
          typeof price === 'string' && /^(0|[1-9][0-9]{0,6})\.[0-9]{2}$/.test(price) && !price.includes('\n');
        expect(problems.length === 0).toBe(good);
      }),
    );
  });
});

describe('any update', () => {
  test('is either taken, clean and within its limits, or refused with a reason for each field that is wrong', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.constantFrom('price', 'product_name', 'unit', 'data'), fc.string()), fc.jsonValue()),
        (body) => {
          const { fields, problems } = checkUpdate(body);
          for (const { reason, message } of problems)
            expect([typeof reason, message.length > 0]).toEqual(['string', true]);
          if (problems.length > 0) return;
          expect(Object.keys(fields).sort()).toEqual(['price', 'product_name', 'unit']);
          expect(Array.from(fields.product_name as string).length).toBeLessThanOrEqual(200);
        },
      ),
    );
  });
});

describe('the JSON reader', () => {
  const read = (text: string): unknown => parseBody(Buffer.from(text)).object;

  test('reads every object as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        if (/"(__proto__|constructor|prototype)"/.test(text)) return;
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('finds a key that comes twice, at any depth and in any disguise', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.integer({ min: 0, max: 5 }), (key, depth) => {
        const disguised = Array.from(key)
          .map((c) => (c.length === 1 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c))
          .join('');
        const twice = `{${JSON.stringify(key)}:1,"${disguised}":2}`;
        const { problems } = parseBody(Buffer.from(`${'{"a":['.repeat(depth)}${twice}${']}'.repeat(depth)}`));
        expect(problems.map(({ reason }) => reason)).toContain('duplicate');
      }),
    );
  });

  test('takes the same key in two objects, and braces in texts', () => {
    expect(read('{"a":{"x":"}{\\"x\\":"},"b":{"x":["[","x"]}}')).toEqual({ a: { x: '}{"x":' }, b: { x: ['[', 'x'] } });
  });

  test('survives 250 KB of brackets', () => {
    expect(() => read(`{"a":${'['.repeat(125_000)}${']'.repeat(125_000)}}`)).not.toThrow();
  });
});

test('a text is cut at whole characters, and stays within 64', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const short = cut(text);
      expect(Array.from(short).length).toBeLessThanOrEqual(65);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});

test('the nearest name is found through case, dashes and slips, and none for what is far', () => {
  const known = ['price', 'product_name', 'unit'];
  expect(nearest('productName', known)).toBe('product_name');
  expect(nearest('prise', known)).toBe('price');
  expect(nearest('Unit', known)).toBe('unit');
  expect(nearest('quantity', known)).toBeUndefined();
});
