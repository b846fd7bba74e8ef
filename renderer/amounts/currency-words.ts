import { currencyRules } from './currencies.js';

/** A currency that a word may mean, or a hundredth or thousandth of its unit. */
export interface WordMeaning {
  readonly currency: string;
  readonly isMinor: boolean;
  /** Whether other currencies have the word, too: it counts where the currency is known. */
  readonly isShared?: true;
}

/** Shared words for smaller units, and their currencies. Source: Wikipedia's articles on these, as CLDR has no smaller units. */
const shared =
  'p INR PKR NPR BDT,c CHF MXN ARS BRL COP PHP PEN KES MAD,¢ ARS BRL COP PHP KES,ore SEK NOK DKK,к UAH,h CZK'.split(
    ',',
  );

const meanings = new Map<string, WordMeaning[]>();
for (const [currency, { sign = '', local = {}, words }] of Object.entries(currencyRules)) {
  const [major, minor = ''] = words;
  const add = (names: readonly string[], isMinor: boolean) => {
    for (const name of new Set(names.map(plainWord)))
      if (name !== '') meanings.set(name, [...(meanings.get(name) ?? []), { currency, isMinor }]);
  };
  add([currency, sign, ...Object.values(local), ...major.split(',')], false);
  add(minor.split(','), true);
}
for (const [word, ...known] of shared.map((each) => each.split(' ') as [string, ...string[]]))
  for (const currency of known)
    meanings.set(word, [...(meanings.get(word) ?? []), { currency, isMinor: true, isShared: true }]);

/** What a word or symbol of a currency may mean; none for another text, and for exchanges' codes of hundredths. */
export function currencyMeanings(text: string): readonly WordMeaning[] {
  return /^(?:GBp|ZAc|ILA)$/.test(text) ? [] : (meanings.get(plainWord(text)) ?? []);
}

/** Without what writers of the same word do differently: case, compatible characters, marks of direction, a last full stop. */
function plainWord(text: string): string {
  const word = text
    .normalize('NFKC')
    .replaceAll(/[\u200e\u200f\u061c\s]/g, '')
    .toLowerCase();
  return word.endsWith('.') ? word.slice(0, -1) : word;
}
