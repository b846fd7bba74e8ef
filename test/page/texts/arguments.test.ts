import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';

type Texts = Readonly<Record<string, unknown>>;
type Text = (...values: readonly unknown[]) => unknown;

function textsOf(language: string): Texts {
  const entryPoints = [`server/page/texts/${language}.ts`];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, write: false, format: 'cjs', target: 'es2022' });
  const module = { exports: {} as Readonly<Record<string, Texts>> };
  runInNewContext(outputFiles[0]!.text, { module, Intl });
  return module.exports[language]!;
}

/** Values that a text may take at a place: a number, a name, or a list, of which it may show the length. No two look alike. */
const valuesAt = (place: number): readonly unknown[] => [
  1000 + 37 * (place + 1),
  `q${'abcdef'[place]}z`,
  Array.from({ length: 29 + place }, (_, i) => `l${place}l${'abcdefghijklmnopqrstuvwxyzäöüßøæ'[i]}`),
];

const combinations = (count: number, place = 0): readonly (readonly unknown[])[] =>
  place === count
    ? [[]]
    : valuesAt(place).flatMap((value) => combinations(count, place + 1).map((rest) => [value, ...rest]));

/** The places of the values that a text shows, in the order in which it shows them. */
function orderOf(text: string, values: readonly unknown[]): string {
  const bare = text.toLowerCase().replaceAll(/(?<=\d)[.,\u202f\u00a0](?=\d{3})/g, '');
  const startOf = (value: unknown): number =>
    Math.min(
      ...[value, Array.isArray(value) ? value.length : value]
        .flat()
        .map((one) => (bare.includes(String(one)) ? bare.indexOf(String(one)) : Infinity)),
    );
  return values
    .map((value, place) => [startOf(value), place] as const)
    .filter(([start]) => start < Infinity)
    .sort(([a], [b]) => a - b)
    .map(([, place]) => place)
    .join('');
}

/** The order of the values in each language, with the values of which most are shown. */
function ordersOf(count: number, ...texts: readonly Text[]): readonly string[] {
  let best: readonly string[] = texts.map(() => '');
  for (const values of combinations(count)) {
    try {
      const orders = texts.map((text) => {
        const said = text(...values);
        if (typeof said !== 'string' || /undefined|NaN|\[object/.test(said)) throw new TypeError('not of these kinds');
        return orderOf(said, values);
      });
      if (orders.join('').length > best.join('').length) best = orders;
    } catch {
      // It takes values of other kinds.
    }
  }
  return best;
}

function ordersIn(english: Texts, german: Texts, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(english).flatMap(([name, text]): readonly (readonly [string, string])[] => {
    const other = german[name];
    if (typeof text === 'object' && text !== null && !Array.isArray(text))
      return ordersIn(text as Texts, other as Texts, `${path}${name}.`);
    if (typeof text !== 'function' || text.length === 0) return [];
    return [[`${path}${name}`, ordersOf(text.length, text as Text, other as Text).join(' ')]];
  });
}

test('each text shows its arguments in their order in both languages, but for these', () => {
  const orders = ordersIn(textsOf('en'), textsOf('de'));
  expect(orders.length).toBeGreaterThan(150);
  const usual = ['0 0', '01 01', '012 012', '0123 0123'];
  expect(Object.fromEntries(orders.filter(([, order]) => !usual.includes(order)))).toEqual({
    'editor.gap': ' ',
    'editor.inInk': '10 10',
    'editor.mend': '02 02',
    'lint.unlawful': '02 02',
    'preview.problems.too_long': '1 1',
    'preview.problems.too_many': '1 1',
    'preview.replaced': '102 102',
    'shelf.became': '12 12',
    'shelf.requestWords': '1 1',
    'wall.idTwice': '120 120',
    'wall.wrongColumns': '10 10',
  });
});
