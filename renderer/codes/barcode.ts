import { limits } from '../limits.js';
import { linearModules } from './encoders.js';

export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128';

/** A linear symbol without a size: one number per module. */
export interface Bars {
  readonly symbology: Symbology;
  /** 1 is a bar, 0 a space, from the first bar to the last. */
  readonly modules: Uint8Array;
  /** Blank modules beside the bars. */
  readonly quiet: { readonly left: number; readonly right: number };
  readonly text: string;
  /** The text as printed for people: words without blanks. */
  readonly groups: readonly string[];
  /**
   * Set for the barcodes of retail: where each group is printed on goods, in modules from the first bar. Bars above a group
   * are shorter than the guard bars beside it; a digit outside the bars is in the quiet zone.
   */
  readonly spans?: readonly Span[];
}

export type Span = readonly [from: number, to: number];

/** Why there is no symbol, in one sentence without a full stop. */
export interface Omitted {
  readonly reason: string;
}

/**
 * The barcodes of retail, whose last digit is a check digit. A digit takes 7 modules, the guard bars 3, 5 and 3 (GS1
 * General Specifications, 5.2.3); in a UPC-A, the bars of the first and the last digit are long as well (5.2.6.6).
 */
const retail = {
  ean13: {
    name: 'EAN-13',
    format: 'EAN13',
    groups: [1, 6, 6],
    spans: [
      [-9, -2],
      [3, 45],
      [50, 92],
    ],
    quiet: { left: 11, right: 7 },
  },
  ean8: {
    name: 'EAN-8',
    format: 'EAN8',
    groups: [4, 4],
    spans: [
      [3, 31],
      [36, 64],
    ],
    quiet: { left: 7, right: 7 },
  },
  upca: {
    name: 'UPC-A',
    format: 'UPC',
    groups: [1, 5, 5, 1],
    spans: [
      [-9, -2],
      [10, 45],
      [50, 85],
      [97, 104],
    ],
    quiet: { left: 9, right: 9 },
  },
} as const;

/** Quiet modules of Code 128 (GS1 General Specifications, 5.4.4.2). Those above are from GS1 Sweden's size guide, gs1.se. */
const code128Quiet = { left: 10, right: 10 } as const;

const retailByLength: Readonly<Record<number, keyof typeof retail>> = { 13: 'ean13', 12: 'upca', 8: 'ean8' };

/**
 * The bars of a text. `auto` takes 13 digits as EAN-13, 12 as UPC-A and 8 as EAN-8, anything else as Code 128.
 * A wrong check digit means a typing error: `auto` neither corrects it nor hides it in a Code 128.
 * Code 128 takes up to 256 characters of printable ASCII (U+0020 to U+007E): no panel is wide enough for more.
 */
export function encodeBars(text: string, symbology: Symbology | 'auto'): Bars | Omitted {
  if (text.trim() === '') return { reason: 'Expected a text for the barcode but received none' };
  const byLength = /^[0-9]+$/.test(text) ? retailByLength[text.length] : undefined;
  const chosen = symbology === 'auto' ? (byLength ?? 'code128') : symbology;
  return chosen === 'code128' ? encodeCode128(text) : encodeRetail(text, chosen);
}

function encodeRetail(text: string, symbology: keyof typeof retail): Bars | Omitted {
  const { name, format, groups, spans, quiet } = retail[symbology];
  const length = groups.reduce((sum: number, group) => sum + group, 0);
  if (text.length !== length || !/^[0-9]+$/.test(text))
    return { reason: `Expected ${length} digits for ${name} but received ${JSON.stringify(text)}` };
  const check = neededCheck(text);
  if (check !== undefined)
    return { reason: `Expected the check digit ${check} for ${text} but received ${text.at(-1)!}` };
  let at = 0;
  return {
    symbology,
    modules: linearModules(format, text),
    quiet,
    text,
    groups: groups.map((group) => text.slice(at, (at += group))),
    spans,
  };
}

/** GS1's check digit: digits weigh 3 and 1 in turn, from the right; it completes the sum to a multiple of 10. */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits.at(-1 - i)) * (i % 2 === 0 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}

/** The check digit that a GTIN needs, if its last digit is another one. */
export function neededCheck(gtin: string): string | undefined {
  const check = checkDigit(gtin.slice(0, -1));
  return gtin.endsWith(check) ? undefined : check;
}

function encodeCode128(text: string): Bars | Omitted {
  if (text.length > limits.codes.code128)
    return { reason: `Expected at most ${limits.codes.code128} characters for Code 128 but received ${text.length}` };
  const strange = /[^ -~]/u.exec(text);
  if (strange) return { reason: `Expected printable ASCII for Code 128 but received ${JSON.stringify(strange[0])}` };
  return {
    symbology: 'code128',
    modules: linearModules('CODE128', text),
    quiet: code128Quiet,
    text,
    groups: text.split(' ').filter((word) => word !== ''),
  };
}
