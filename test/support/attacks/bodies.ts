import { milk } from '../server.js';

/** The bytes of each body: near the most that a body with a layout may have. */
const bytes = 258 * 1024;

/** A name of letters, another one for each number. */
function nameOf(n: number): string {
  const rest = Math.floor(n / 26);
  return (rest > 0 ? nameOf(rest - 1) : '') + String.fromCodePoint(97 + (n % 26));
}

/** A body of {@link bytes} with as many `entries` as it has room for, between `start` and `end`. */
function filled(start: string, entry: (name: string) => string, end: string): string {
  const parts = [`${JSON.stringify(milk).slice(0, -1)},${start}${entry('first')}`];
  let left = bytes - parts[0]!.length - end.length;
  for (let n = 0; left > 0; n++) {
    parts.push(entry(nameOf(n)));
    left -= Buffer.byteLength(parts.at(-1)!) + 1;
  }
  return parts.slice(0, -1).join(',') + end;
}

/** Bodies of previews with as many problems as a body can have, and their first ones. */
export const worstBodies: readonly (readonly [name: string, body: string, first: readonly string[]])[] = [
  ['rows that are none', filled('"data":{"rows":[', () => '1', ']}}'), ['data.rows', 'data.rows.0', 'data.rows.1']],
  ['rows without texts', filled('"data":{"rows":[', () => '{}', ']}}'), ['data.rows', 'data.rows.0', 'data.rows.1']],
  ['a name that comes again', filled('"data":{', () => '"ab":""', '}}'), ['ab', 'ab', 'ab']],
  ['names that are forbidden', filled('"data":{', () => '"__proto__":1', '}}'), ['__proto__', '__proto__']],
  ['empty data', filled('"data":{', (name) => `"${name}":""`, '}}'), ['data', 'data.first', 'data.a', 'data.b']],
  ['data of another type', filled('"data":{', (name) => `"${name}":1`, '}}'), ['data', 'data.first', 'data.a']],
  [
    'lists in data',
    filled('"data":{', (name) => `"${name}":[1,1,1,1]`, '}}'),
    ['data', 'data.first.0', 'data.first.1'],
  ],
  ['a row of many columns', filled('"data":{"rows":[{', (name) => `"${name}":1`, '}]}}'), ['data.rows.0']],
  ['control characters', filled('"data":{', (name) => `"${name}":"\\u0000"`, '}}'), ['data.first', 'data.a', 'data.b']],
  ['invisible texts', filled('"data":{', (name) => `"${name}":"\u00ad"`, '}}'), ['data', 'data.first', 'data.a']],
  ['invisible columns', filled('"data":{"rows":[{', (name) => `"${name}":"\u00ad"`, '}]}}'), ['data.rows.0']],
  ['unknown fields', filled('', (name) => `"${name}":1`, '}'), ['first', 'a', 'b', 'c']],
];
