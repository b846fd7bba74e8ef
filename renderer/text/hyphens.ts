import { createRequire } from 'node:module';

/** The parts of a word between which a hyphen is allowed: "Voll", "korn", "brot". */
export type Hyphens = (word: string) => readonly string[];

/** By language, the folder of its patterns in the package `hyphen`, which takes them from TeX. */
const patterns: Readonly<Record<string, string>> = {
  bg: 'bg',
  ca: 'ca',
  cs: 'cs',
  da: 'da',
  de: 'de',
  el: 'el',
  en: 'en-us',
  es: 'es',
  et: 'et',
  fi: 'fi',
  fr: 'fr',
  hr: 'hr',
  hu: 'hu',
  is: 'is',
  it: 'it',
  lt: 'lt',
  lv: 'lv',
  mk: 'mk',
  nb: 'nb',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  ro: 'ro',
  ru: 'ru',
  sk: 'sk',
  sl: 'sl',
  sv: 'sv',
  tr: 'tr',
  uk: 'uk',
};

const softHyphen = '\u00ad';
/** Lines keep at least this many letters of a word; shorter words, such as those of brands, are not broken. */
const fewest = { left: 3, right: 3, word: 7 } as const;
const require = createRequire(import.meta.url);

interface HyphenPatterns {
  hyphenateSync(text: string, options: { readonly hyphenChar: string; readonly minWordLength: number }): string;
}

/**
 * Finds where words may be broken. A word with a digit, in capitals, or in a language without patterns is never broken. The
 * patterns of a language are loaded for its first word that has to be broken.
 */
export function createHyphens(): (language: string) => Hyphens {
  const loaded = new Map<string, HyphenPatterns>();
  const patternsOf = (folder: string): HyphenPatterns => {
    let languagePatterns = loaded.get(folder);
    if (!languagePatterns) loaded.set(folder, (languagePatterns = require(`hyphen/${folder}`) as HyphenPatterns));
    return languagePatterns;
  };
  return (language) => {
    const folder = Object.hasOwn(patterns, language) ? patterns[language] : undefined;
    return (word) => {
      if (folder === undefined || word.length < fewest.word || /[\p{N} ]/u.test(word) || word === word.toUpperCase())
        return [word];
      const options = { hyphenChar: softHyphen, minWordLength: fewest.word };
      return withoutStubs(patternsOf(folder).hyphenateSync(word, options).split(softHyphen));
    };
  };
}

/** Joins the first and last parts to their neighbours until they have enough letters. */
function withoutStubs(parts: readonly string[]): readonly string[] {
  const joined = [...parts];
  while (joined.length > 1 && letters(joined[0]!) < fewest.left) joined.splice(0, 2, joined[0]! + joined[1]!);
  while (joined.length > 1 && letters(joined.at(-1)!) < fewest.right)
    joined.splice(-2, 2, joined.at(-2)! + joined.at(-1)!);
  return joined;
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
