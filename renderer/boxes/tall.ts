import { rightToLeft } from '../text/bidi.js';

/**
 * By language or locale, the letters with marks that reach highest and lowest in its script: beyond Latin letters, for
 * which a layout's sizes are meant. Where the higher word depends on the size, both are listed.
 */
const words: Readonly<Record<string, readonly string[]>> = {
  ar: [`${rightToLeft}أج`],
  fa: [`${rightToLeft}آچ`],
  ur: [`${rightToLeft}آچ`],
  hi: ['र्कू', 'देश'],
  mr: ['र्कू', 'देश'],
  ne: ['र्कू', 'देश'],
  bn: ['র্কূতি'],
  ta: ['ழீகு'],
  th: ['ที่กู', 'ต่ำ'],
  // The symbol of the peso is taller than letters at small sizes.
  fil: ['₱'],
  'en-PH': ['₱'],
};

/** The tallest usual words of a locale's script; undefined if its letters are no taller than Latin ones. */
export function tallWords(locale: string): readonly string[] | undefined {
  return words[locale] ?? words[locale.split('-')[0]!];
}
