import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { elementsOf, parseBody } from '../../server/fields/json.js';
import { rowsOf } from '../support/tables/table.js';

const parse = (text: string) => parseBody(Buffer.from(text));
const read = (text: string): unknown => parse(text).object;
const reasonsOf = (text: string) => parse(text).problems.map(({ field, reason }) => [field, reason]);

describe('the JSON reader', () => {
  test('reads every object as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        fc.pre(!/"(__proto__|constructor|prototype)"/.test(text));
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

  test.each([
    ['', {}],
    [' \r\n\t', {}],
    ['\ufeff{"a":1}', { a: 1 }],
  ])('reads %j, as blanks and a mark of the byte order say nothing', (text, object) => {
    expect(parse(text)).toEqual({ object, problems: [] });
  });

  const [broken, other] = ['JSON for the body but it breaks at position', 'a JSON object for the body but received'];
  test.each<[string | number[], string, string]>([
    ...rowsOf('{"a": → 5 | {"a":1,} → 7 | {"a":1,"b":2,} → 13 | {"secret" → 9').map(
      ([text, at]): [string, string, string] => [text, 'malformed_json', `Expected ${broken} ${at}`],
    ),
    ...rowsOf('"milk" → a string | 3.5 → a number | true → a boolean | null → null | [{}] → an array').map(
      ([text, type]): [string, string, string] => [text, 'not_an_object', `Expected ${other} ${type}`],
    ),
    [[0x7b, 0xff, 0x7d], 'invalid_utf8', 'Expected UTF-8 for the body but received other bytes'],
  ])('refuses %j: %s', (bytes, reason, message) => {
    const read = () => parseBody(Buffer.from(bytes as string));
    expect(read).toThrow(message);
    const options: unknown = expect.objectContaining({ errors: [{ field: '', reason, message }] });
    expect(read).toThrow(expect.objectContaining({ status: 400, options }));
  });

  test('calls what it reads by the given name', () => {
    expect(() => parseBody(Buffer.from('[]'), 'standard input')).toThrow('for standard input but');
  });

  test('says which key is wrong, at most 64 characters of it', () => {
    const [long, echoed] = ['x'.repeat(70), `${'x'.repeat(64)}…`];
    expect(parse(`{"a":1,"a":2,"${long}":1,"${long}":2,"b":{"prototype":1}}`).problems).toEqual([
      { field: 'a', reason: 'duplicate', message: 'Expected a once but it comes again' },
      { field: echoed, reason: 'duplicate', message: `Expected ${echoed} once but it comes again` },
      { field: 'prototype', reason: 'forbidden_key', message: 'Expected another name than prototype for a field' },
    ]);
  });

  test('finds a key that comes twice behind lists and objects', () => {
    expect(reasonsOf('{"a":[],"b":[[1],{"c":1}],"b":{},"a":1}').flat()).toEqual(['b', 'duplicate', 'a', 'duplicate']);
  });

  test('takes a blank between a key and its colon for what it is', () => {
    expect(reasonsOf('{"a" : 1, "a"\n:\t2}')).toEqual([['a', 'duplicate']]);
  });

  test('refuses 250 KB of brackets: 64 levels are taken', () => {
    const nested = (levels: number) => () => read(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(nested(63)).not.toThrow();
    for (const levels of [64, 125_000])
      expect(nested(levels)).toThrow('Expected at most 64 levels of JSON for the body but received more');
  });
});

describe('the elements of an array', () => {
  test('are what JSON.parse reads, each alone', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 20 }), fc.constantFrom(undefined, 2), (array, blanks) => {
        const text = JSON.stringify(array, null, blanks);
        // JSON has no -0.
        expect(elementsOf(text, 100).map((element) => JSON.parse(element) as unknown)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('end after one more than are wanted', () => {
    expect(elementsOf('[0,[1,{"a":[]}],"]\\",[",3,4]', 2)).toEqual(['0', '[1,{"a":[]}]', '"]\\",["']);
    expect(elementsOf('[ ]', 2)).toEqual([]);
  });
});
