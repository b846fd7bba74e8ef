import { rightToLeft } from '../text/bidi.js';

/**
 * By language or locale, the letters with marks that usually reach highest and lowest in its script. They reach beyond a line of
 * Latin letters, for which a layout's sizes are meant. Where it depends on the size which word reaches higher, both are here.
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
  // The sign of the peso is taller than letters where it is small.
  fil: ['₱'],
  'en-PH': ['₱'],
};

/** The tallest usual words of a locale's script; undefined if its letters stay within the line. */
export function tallWords(locale: string): readonly string[] | undefined {
  return words[locale] ?? words[locale.split('-')[0]!];
}
