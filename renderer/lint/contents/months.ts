import { readFileSync } from 'node:fs';

/**
 * The shortest beginnings of at least three letters that tell the months of a language apart, January first, by languages, of the forms of
 * CLDR 48 in and outside of dates; `|` separates spellings. Languages that write months as numbers have none.
 */
const names = JSON.parse(readFileSync(new URL('./months.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

/** Without accents on letters of Latin, Greek and Cyrillic, which capitals and hurried hands leave out. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Language → the beginnings of its months, the longest first, each with its month from 1. */
const byLanguage: ReadonlyMap<string, readonly (readonly [beginning: string, month: number])[]> = new Map(
  Object.entries(names).flatMap(([languages, months]) => {
    const beginnings = months
      .split(' ')
      .flatMap((spellings, index) => spellings.split('|').map((each) => [folded(each), index + 1] as const))
      .sort(([a], [b]) => b.length - a.length);
    return languages.split(' ').map((language) => [language, beginnings] as const);
  }),
);

/** The month that a word names in a locale's language, or else in English: 1 to 12. */
export function monthOf(word: string, locale: string): number | undefined {
  const text = folded(word);
  for (const language of [locale.slice(0, locale.indexOf('-')), 'en']) {
    const found = byLanguage.get(language)?.find(([beginning]) => text.startsWith(beginning));
    if (found) return found[1];
  }
  return undefined;
}
