import type { Face } from '../../fonts/faces.js';
import { arabicCurrency, arabicDigits, bengaliDigits, devanagariDigits, points, scripts, span } from './scripts.js';

const ascii = span(0x21, 0x7e);
const currency = span(0x20a0, 0x20c0);
const latin = [...span(0xa1, 0xac), ...span(0xae, 0xff), ...span(0x100, 0x17f), ...Array.from('ȘșȚțẞƏəƠơƯư')];
const vietnamese = span(0x1ea0, 0x1ef9);
const greek = [...Array.from('ΆΈΉΊΌΎΏΐ'), ...span(0x391, 0x3a1), ...span(0x3a3, 0x3ce)];
const cyrillic = [...span(0x400, 0x45f), ...span(0x490, 0x4ff)];
const letters = [...ascii, ...latin, ...vietnamese, ...greek, ...cyrillic];
const otherDigits = [...devanagariDigits, ...bengaliDigits];
const punctuation = Array.from('–—‘’‚“”„†‡•…‰‹›⁄№™℮×÷≈≠≤≥−');

/** Blanks that join or separate words and groups of digits. */
export const spaces = points(0x20, 0xa0, 0x2007, 0x2009, 0x202f);
/** Minutes and feet, seconds and inches. */
const primes = points(0x2032, 0x2033);

/** The characters whose pixels are chosen for small sizes. */
export const drawnCharacters = [
  ...new Set([...letters, ...points(0x2010, 0x2011), ...punctuation, ...currency, ...primes]),
];

const worldwide = Object.values(scripts).flatMap(({ characters }) => characters);

/**
 * Characters that no cut may break: at every size at which a font is used, each has as many strokes and holes as the
 * same character drawn large. `npm run fonts` finds the cuts, a test holds them.
 */
export const repertoires = {
  text: [...new Set([...letters, ...punctuation, ...currency, ...worldwide])],
  /** The characters of prices: digits, symbols, the letters of currency codes and names. */
  price: [...new Set([ascii, Array.from('’£¥čłøéŁ'), currency, arabicDigits, arabicCurrency, otherDigits].flat())],
} as const satisfies Record<Face['repertoire'], readonly string[]>;

/** The size in px above which words and rare signs lose nothing at any cut. */
const smallTo = 330;

/** The characters that must be legible in a face at a size: in very large type, those of most prices, and the symbol of the litre. */
export function charactersAt({ repertoire }: Face, size: number): readonly string[] {
  return size > smallTo ? Array.from('0123456789.,$€£¥l') : repertoires[repertoire];
}
