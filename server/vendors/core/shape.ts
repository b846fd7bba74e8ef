import { cut } from '../../fields/field-problem.js';
import { isObject, type JsonObject, kindOf } from '../../fields/json.js';

/**
 * The shape of a JSON value, as a vendor's description gives it. A word: `string`, `id` (a text of 1 to 128 printable characters), `secret` (a text that errors do not repeat),
 * `integer`, `number`, `boolean`, `object`, `array`, `null`, `any`, a literal as `=SUCCESS`, or alternatives as `string|null`. A
 * list: of values of its first member. An object: its members; a name with `?` is optional.
 */
export type AnswerShape = string | readonly [AnswerShape] | { readonly [name: string]: AnswerShape };

type WordOf<Text> = Text extends `${infer First}|${infer Rest}`
  ? WordOf<First> | WordOf<Rest>
  : Text extends 'string' | 'id' | 'secret'
    ? string
    : Text extends 'integer' | 'number'
      ? number
      : Text extends keyof Values
        ? Values[Text]
        : unknown;
interface Values {
  boolean: boolean;
  object: JsonObject;
  null: null;
}

/** The values that fit a shape. */
export type ValueOf<Shape> = Shape extends string
  ? WordOf<Shape>
  : Shape extends readonly [infer Item]
    ? readonly ValueOf<Item>[]
    : { readonly [Name in keyof Shape as Name extends `${string}?` ? never : Name]: ValueOf<Shape[Name]> } & {
        readonly [Name in keyof Shape as Name extends `${infer Optional}?` ? Optional : never]?: ValueOf<Shape[Name]>;
      };

/** Members of a list, so that no request is too costly. */
const maxItems = 1000;

const isId = (value: unknown) =>
  typeof value === 'string' && /^[^\p{Cc}\p{Cs}]{1,128}$/u.test(value) && value.trim() !== '';

const words: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  id: isId,
  secret: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
  any: () => true,
};

/** Words that do not explain themselves. */
const meanings: Readonly<Record<string, string>> = {
  id: 'a text of 1 to 128 characters',
  secret: 'a text',
  any: 'a value',
};

function wordsOf(shape: string): string {
  return shape
    .split('|')
    .map((word) => meanings[word] ?? word)
    .join(' or ');
}

function receivedOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(cut(value));
  return typeof value === 'object' ? kindOf(value) : `the ${typeof value} ${JSON.stringify(value)}`;
}

/** The first place of a value that does not fit its shape. */
export interface Misfit {
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/**
 * Where a value differs from a shape; null: it fits.
 * @param strict whether members that the shape does not name are wrong: for answers. Requests may have more
 */
export function misfit(value: unknown, shape: AnswerShape, strict = false, path = ''): Misfit | null {
  if (typeof shape === 'string') {
    const fits = shape
      .split('|')
      .some((word) => (word.startsWith('=') ? value === word.slice(1) : words[word]!(value)));
    const received = shape === 'secret' && value !== undefined ? 'another value' : receivedOf(value);
    return fits ? null : { path, expected: wordsOf(shape), received };
  }
  if (isList(shape)) {
    const isShort = Array.isArray(value) && value.length <= maxItems;
    if (!isShort) {
      const received = Array.isArray(value) ? `one of ${value.length}` : receivedOf(value);
      return { path, expected: `a list of at most ${maxItems}`, received };
    }
    return first(value, (item, i) => misfit(item, shape[0], strict, `${path}[${i}]`));
  }
  if (!isObject(value)) return { path, expected: 'an object', received: receivedOf(value) };
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  const wrong = first(Object.entries(shape), ([key, inner]) => {
    const name = key.replace(/\?$/, '');
    if (Object.hasOwn(value, name)) return misfit(value[name], inner, strict, place(name));
    const expected = typeof inner === 'string' ? wordsOf(inner) : 'a value';
    return name === key ? { path: place(name), expected, received: 'nothing' } : null;
  });
  if (wrong || !strict) return wrong;
  const other = Object.keys(value).find((name) => !Object.hasOwn(shape, name) && !Object.hasOwn(shape, `${name}?`));
  return other === undefined ? null : { path: place(other), expected: 'nothing', received: receivedOf(value[other]) };
}

function isList(shape: object): shape is readonly [AnswerShape] {
  return Array.isArray(shape);
}

function first<T, R>(items: readonly T[], test: (item: T, index: number) => R | null): R | null {
  for (const [i, item] of items.entries()) {
    const found = test(item, i);
    if (found !== null) return found;
  }
  return null;
}
