import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseBody } from '../../server/fields/json.js';

const parse = (text: string) => parseBody(Buffer.from(text));
const read = (text: string): unknown => parse(text).object;
const reasonsOf = (text: string) => parse(text).problems.map(({ field, reason }) => [field, reason]);

describe('the JSON reader', () => {
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
        const { problems } = parse(`${'{"a":['.repeat(depth)}${twice}${']}'.repeat(depth)}`);
        expect(problems.map(({ reason }) => reason)).toContain('duplicate');
      }),
    );
  });

  test.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s inside of objects and arrays', (key) => {
    for (const inner of [`{"${key}":"x"}`, `{"a":{"${key}":"x"}}`, `[{"${key}":"x"}]`, `[[{"a":[],"${key}":"x"}]]`])
      expect(reasonsOf(`{"data":${inner}}`)).toEqual([[key, 'forbidden_key']]);
  });

  test('refuses __proto__ at the top; the others are unknown fields there, as any other name is', () => {
    expect(reasonsOf('{"__proto__":{}}')).toEqual([['__proto__', 'forbidden_key']]);
    expect(reasonsOf('{"constructor":{},"prototype":{}}')).toEqual([]);
  });

  test('takes these names as values, and names that are like them as keys', () => {
    expect(reasonsOf('{"data":{"a":"__proto__","b":["constructor"],"constructors":"prototype"}}')).toEqual([]);
  });

  test('takes the same key in two objects, and braces in texts', () => {
    expect(read('{"a":{"x":"}{\\"x\\":"},"b":{"x":["[","x"]}}')).toEqual({ a: { x: '}{"x":' }, b: { x: ['[', 'x'] } });
    expect(reasonsOf('{"a":{"x":"}{\\"x\\":"},"b":{"x":["[","x"]},"c":[{"x":1},{"x":2}],"x":3}')).toEqual([]);
  });

  test('survives 250 KB of brackets', () => {
    expect(() => read(`{"a":${'['.repeat(125_000)}${']'.repeat(125_000)}}`)).not.toThrow();
  });
});
