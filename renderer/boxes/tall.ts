import { rightToLeft } from '../text/bidi.js';

/**
 * By language, the letters with marks that usually reach highest and lowest in its script. They reach beyond a line of
 * Latin letters, for which a layout's sizes are meant.
 */
const words: Readonly<Record<string, string>> = {
  ar: `${rightToLeft}أج`,
  fa: `${rightToLeft}آچ`,
  ur: `${rightToLeft}آچ`,
  hi: 'र्कू',
  mr: 'र्कू',
  ne: 'र्कू',
  bn: 'র্কূতি',
  ta: 'ழீகு',
  th: 'ที่กู',
};

/** The tallest usual word of a locale's script; undefined if its letters stay within the line. */
export function tallWord(locale: string): string | undefined {
  return words[locale.split('-')[0]!];
}
