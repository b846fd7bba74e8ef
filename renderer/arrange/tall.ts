import { rightToLeft } from '../text/bidi.js';

/**
 * By language, letters with marks that usually stand highest and hang lowest in its script: what reaches beyond the line of
 * Latin letters, for which a layout's sizes are meant.
 */
const words: Readonly<Record<string, string>> = {
  ar: `${rightToLeft}أج`,
  fa: `${rightToLeft}آچ`,
  ur: `${rightToLeft}آچ`,
  hi: 'र्कू',
  mr: 'र्कू',
  ne: 'र्कू',
  bn: 'র্কূ',
  ta: 'ழீகு',
  th: 'ที่กู',
};

/** The tallest usual word of a locale's script; undefined where letters keep within the line. */
export function tallWord(locale: string): string | undefined {
  return words[locale.split('-')[0]!];
}
