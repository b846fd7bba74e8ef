import { expect, test } from '@jest/globals';
import { loadDevices } from '../../../devices/index.js';
import { loadLayouts } from '../../../renderer/index.js';
import { problemsOfBinding } from '../../../server/fields/binding.js';
import { type JsonObject, parseBody } from '../../../server/fields/json.js';
import { fileLayout, inlineLayout } from '../../../server/fields/layout.js';
import { checkBinding, checkPreview, checkUpdate } from '../../../server/fields/validate.js';
import { createRandom } from '../../bench/vocabulary.js';
import { milk } from '../../support/server.js';

/** The bytes of each body that is tried. */
const size = 60_000;
/**
 * The most that reading and checking a body may take, in milliseconds of processor time per 10 KB. On a quiet machine it is less
 * than 1, which the test prints; where others share the processors' caches it is up to four times as long. What grows with the
 * square of the bytes takes 10 to 1,000, and four times less per 10 KB in a body of a quarter of the bytes.
 */
const [bearable, unbearable, steep] = [3, 10, 2.5];
const layouts = loadLayouts();
const devices = loadDevices();

/** A request of a schema: a valid body, and what checks it. */
interface Checking {
  readonly body: JsonObject;
  readonly check: (bytes: Uint8Array) => unknown;
}

const layout = fileLayout(layouts.get('clearance')!);
const document = { ...layouts.get('promotion'), id: undefined };
const checkings: Readonly<Record<string, Checking>> = {
  update: { body: { ...milk, sku: '1', data: { a: '1' } }, check: (bytes) => checkUpdate(...read(bytes)) },
  binding: {
    body: { layout: 'clearance', data: { rows: [{ name: 'a' }], previous_price: '4.00' }, sku: '1' },
    check: (bytes) => checkBinding(...read(bytes), (fields) => problemsOfBinding(fields, layout, devices)),
  },
  preview: {
    body: { ...milk, layout: document, data: { rows: [{ name: 'a' }] } },
    check(bytes) {
      const [object, problems] = read(bytes);
      const inline = object.layout;
      if (typeof inline === 'object' && inline !== null) inlineLayout(inline);
      return checkPreview(object, problems, (fields) => problemsOfBinding(fields, layout, devices));
    },
  },
};

function read(bytes: Uint8Array) {
  const { object, problems } = parseBody(bytes);
  return [object, problems] as const;
}

/** What is repeated at a place of a body: `n` counts from 0. */
const fillers: readonly ((n: number) => unknown)[] = [
  (n) => ({ [`k${n}`]: n }),
  (n) => `text ${n}`,
  ...[
    ...[1, null, '', 'a', '\u200b', '\ud800', [], {}, { a: 1 }, [[]], '{price}', '{data.a}', '{unit_price|upper}'],
    ...['é'.repeat(300), '{'.repeat(100), { type: 'text', text: 'a' }, { type: 'txt' }, { part: 'offer_below' }],
    ...[
      { type: 'text', text: '{price} {data.x} {unit}' },
      { type: 'row', children: [] },
      { type: 'part', part: 'none' },
    ],
    { type: 'text', text: 'a', sise: 1, foo: 2, bar: 3 },
    { type: 'picture', source: 'data:image/png;base64,AAAA' },
    { type: 'repeat', for: 'data.rows', do: { type: 'text', text: '{row.name}' } },
  ].map((value) => () => value),
];
/** How names of repeated members are made. */
const names: readonly ((n: number) => string)[] = [
  (n) => `k${n}`,
  (n) => `price${n}`,
  (n) => `${'product_name'.slice(0, 4 + (n % 8))}${n}`,
  (n) => `a~/${n}`,
  (n) => `${'\u200b'.repeat(n % 50)}${n}`,
  (n) => `${'x'.repeat(200)}${n}`,
  () => 'a',
  (n) => `__proto__${n}`,
];

type Path = readonly (string | number)[];

/** The places of a document that contain a text, a list or an object. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [path] : [];
  const keyOf = (key: string) => (Array.isArray(value) ? Number(key) : key);
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, keyOf(key)]))];
}

/** The JSON of `body` in which the value at `path` is filled up until that has `bytes` bytes or a little more. */
function filled(
  body: unknown,
  path: Path,
  kind: number,
  unit: (n: number) => unknown,
  name: (n: number) => string,
  bytes = size,
): string {
  const mark = '"\u0001"';
  const put = (value: unknown, [key, ...rest]: Path): unknown => {
    if (key === undefined) return '\u0001';
    if (Array.isArray(value)) return value.map((inner: unknown, i) => (i === key ? put(inner, rest) : inner));
    return { ...(value as object), [key]: put((value as JsonObject)[key], rest) };
  };
  const around = JSON.stringify(put(body, path)).split(JSON.stringify('\u0001'));
  if (around.length !== 2) throw new Error(`No one place of ${mark}`);
  let [text, n] = ['', 0];
  for (; text.length < bytes; n++) {
    const one = JSON.stringify(unit(n));
    if (kind === 0) text += `${n > 0 ? ',' : ''}${one}`;
    else if (kind === 1) text += `${n > 0 ? ',' : ''}${JSON.stringify(name(n))}:${one}`;
    else text += JSON.stringify(String(typeof unit(n) === 'string' ? unit(n) : name(n))).slice(1, -1) || 'a';
  }
  const value = kind === 0 ? `[${text}]` : kind === 1 ? `{${text}}` : `"${text}"`;
  return around.join(value);
}

/** Processor time in milliseconds per 10 KB: the least of three, as others' garbage may be collected meanwhile. */
function costOf(check: Checking['check'], body: string): number {
  const bytes = Buffer.from(body);
  const taken = () => {
    const begin = process.cpuUsage();
    check(bytes);
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000;
  };
  return (Math.min(taken(), taken(), taken()) * 10_000) / bytes.length;
}

test.each(Object.entries(checkings))(
  '%s: of random bodies, and of those like the dearest, none takes longer than its bytes allow',
  (_, { body, check }) => {
    const random = createRandom(1);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const places = placesOf(body);
    type Tried = readonly [place: Path, kind: number, unit: number, name: number];
    const any = (): Tried => [pick(places), pick([0, 1, 2]), pick([...fillers.keys()]), pick([...names.keys()])];
    const like = ([place, kind, unit, name]: Tried): Tried => {
      const [a, b, c, d] = any();
      const changed = pick([0, 1, 2, 3]);
      return [changed === 0 ? a : place, changed === 1 ? b : kind, changed === 2 ? c : unit, changed === 3 ? d : name];
    };
    const found = new Map<string, readonly [Tried, number]>();
    const tried = (one: Tried): void => {
      const key = JSON.stringify(one);
      if (found.has(key)) return;
      const [place, kind, unit, name] = one;
      const text = place.length === 0 ? null : filled(body, place, kind, fillers[unit]!, names[name]!);
      if (text !== null) found.set(key, [one, costOf(check, text)]);
    };
    for (let i = 0; i < 150; i++) tried(any());
    for (let round = 0; round < 20; round++) {
      const dearest = [...found.values()].sort(([, a], [, b]) => b - a).slice(0, 5);
      for (const [one] of dearest) for (let i = 0; i < 3; i++) tried(like(one));
    }
    const all = [...found].sort(([, [, a]], [, [, b]]) => b - a);
    process.stderr.write(`${found.size} bodies, the dearest ${all[0]![1][1].toFixed(2)} ms per 10 KB: ${all[0]![0]}\n`);
    // Those that seem too dear are measured again: the machine may have been busy.
    const again = ([key, [[place, kind, unit, name]]]: (typeof all)[number]) => {
      const [cost, quarter] = [size, size / 4].map((bytes) => {
        const text = filled(body, place, kind, fillers[unit]!, names[name]!, bytes);
        return Math.min(...Array.from({ length: 5 }, () => costOf(check, text)));
      });
      return { key, cost: cost!, growth: cost! / quarter! };
    };
    const dear = all.filter(([, [, cost]]) => cost > bearable).map(again);
    const isWrong = ({ cost, growth }: (typeof dear)[number]) =>
      cost > unbearable || (cost > bearable && growth > steep);
    expect(dear.filter(isWrong)).toEqual([]);
  },
  300_000,
);
