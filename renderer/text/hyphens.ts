import { createRequire } from 'node:module';

/** The parts of a word between which a hyphen is allowed: "Voll", "korn", "brot". */
export type Hyphens = (word: string) => readonly string[];

/** The languages with patterns, which the package `hyphen` takes from TeX. The build bundles each into a file. */
export const hyphenLanguages =
  'bg ca cs da de el en es et fi fr hr hu is it lt lv mk nb nl pl pt ro ru sk sl sv tr uk'.split(' ');

const softHyphen = '\u00ad';
/** Lines keep at least this many letters of a word; shorter words, such as those of brands, are not broken. */
const fewest = { left: 3, right: 3, word: 7 } as const;
const require = createRequire(import.meta.url);

interface HyphenPatterns {
  readonly hyphenateSync: (
    text: string,
    options: { readonly hyphenChar: string; readonly minWordLength: number },
  ) => string;
}

/**
 * Finds where words of a language may be broken. A word with a digit, in capitals, or in a language without patterns is never
 * broken. The patterns of a language are loaded for its first word that has to be broken.
 */
export function hyphensOf(language: string): Hyphens {
  return (word) => {
    const isWhole = word.length < fewest.word || /[\p{N} ]/u.test(word) || word === word.toUpperCase();
    if (isWhole || !hyphenLanguages.includes(language)) return [word];
    const { hyphenateSync } = require(`./hyphens/${language}.cjs`) as HyphenPatterns;
    return withoutStubs(hyphenateSync(word, { hyphenChar: softHyphen, minWordLength: fewest.word }).split(softHyphen));
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
