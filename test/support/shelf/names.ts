import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of products as shops write them on their shelves, of the languages of one script, and more made of their parts. */
interface ScriptNames {
  /** By the locale whose language they are in. */
  readonly own: Readonly<Record<string, readonly string[]>>;
  /** Parts of one of the languages that stand in this order in a name. A name may have several varieties, or none. */
  readonly parts: Readonly<Record<'brands' | 'products' | 'varieties' | 'quantities', readonly string[]>>;
}

/** Each locale has so many names. */
export const namesOfLocale = 200;

/** The lengths of names, in code points: a third of the names each. The brands are invented, the shapes are those of shelves. */
export const thirds = [
  { shortest: 20, longest: 32, names: 67 },
  { shortest: 33, longest: 48, names: 67 },
  { shortest: 49, longest: 70, names: 66 },
] as const;

/** The third of a name by its length; -1 for one that is too short or too long. */
export function thirdOf(name: string): number {
  const length = Array.from(name).length;
  return thirds.findIndex(({ shortest, longest }) => length >= shortest && length <= longest);
}

const latin = read('latin') as ScriptNames['own'];
const others = ['arabic', 'chinese', 'cyrillic', 'devanagari', 'greek', 'hebrew', 'japanese', 'thai'].map(
  (script) => read(script) as ScriptNames,
);

/** The names of all Latin languages: each locale with one of them is measured with all. */
export const latinNames = mixed(Object.values(latin).flat());

/**
 * Locale → its 200 names: those in its own script, of its own language and of its neighbours'. Names of the three lengths
 * take turns.
 */
export const shelfNames: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.keys(latin).map((locale) => [locale, latinNames] as const),
  ...others.flatMap((script) => {
    const names = mixed(filledUp(script));
    return Object.keys(script.own).map((locale) => [locale, names] as const);
  }),
]);

/** The names that people wrote, by the locale of their language: what {@link shelfNames} is made from. */
export const ownNames: ReadonlyMap<string, readonly string[]> = new Map(
  [latin, ...others.map(({ own }) => own)].flatMap((own) => Object.entries(own)),
);

function read(script: string): unknown {
  return JSON.parse(readFileSync(join('test', 'support', 'shelf', `${script}.json`), 'utf8'));
}

/** A script's own names and, until each third is full, names of its parts: always the same ones, in the same order. */
function filledUp({ own, parts }: ScriptNames): readonly string[] {
  const names = new Set(Object.values(own).flat());
  const room = thirds.map(({ names: wanted }, third) => wanted - [...names].filter((n) => thirdOf(n) === third).length);
  const combinations = parts.brands.length * parts.products.length * 7;
  for (let at = 0; names.size < namesOfLocale && at < combinations; at++) {
    const name = combined(parts, at);
    const third = thirdOf(name);
    if (names.has(name) || third < 0 || room[third]! <= 0) continue;
    names.add(name);
    room[third]!--;
  }
  return [...names];
}

/**
 * The name number `at` that the parts make: brand, product, up to six varieties, quantity. Each brand comes with each product
 * and each number of varieties.
 */
function combined({ brands, products, varieties, quantities }: ScriptNames['parts'], at: number): string {
  const pair = Math.floor(at / 7);
  const brand = pair % brands.length;
  const round = Math.floor(pair / brands.length);
  const chosen = Array.from({ length: at % 7 }, (_, i) => varieties[(round + 3 * brand + i) % varieties.length]!);
  const product = products[(round + brand) % products.length]!;
  return [brands[brand]!, product, ...chosen, quantities[(5 * round + brand) % quantities.length]!].join(' ');
}

/** The names with those of the three lengths in turn, so that each part of the list has all of them. */
function mixed(names: readonly string[]): readonly string[] {
  const byThird = thirds.map((_, third) => names.filter((name) => thirdOf(name) === third));
  const longest = Math.max(...byThird.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => byThird.flatMap((list) => list.slice(i, i + 1))).flat();
}
