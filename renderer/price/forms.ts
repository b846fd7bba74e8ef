import { isWord, type PriceParts } from './price.js';

/** A way to write a price. */
export interface Form {
  /** `raised`: small, at the height of the digits and without separator; `plain`: as large as the digits. */
  readonly cents: 'raised' | 'plain';
  /**
   * Where the sign stands: in line with the digits and as large as they are, or as the raised cents; in line and small;
   * under the raised cents, where it takes no width; or in a line of its own. `full`: in line and as large as the digits, even
   * beside raised cents; `none`: left out.
   */
  readonly sign: 'beside' | 'small' | 'under' | 'apart' | 'full' | 'none';
  /**
   * How many times as large as in the forms before its digits must be for it to be taken: of less than this, a shopper
   * sees the odd form and not the size.
   */
  readonly worth: number;
}

/** All forms, the most usual first. */
export const forms: readonly Form[] = [
  { cents: 'raised', sign: 'beside', worth: 1 },
  { cents: 'plain', sign: 'beside', worth: 1.08 },
  { cents: 'plain', sign: 'small', worth: 1.08 },
  { cents: 'raised', sign: 'under', worth: 1.12 },
  { cents: 'raised', sign: 'apart', worth: 1.25 },
  { cents: 'plain', sign: 'apart', worth: 1.25 },
];

/** How a layout wants a price to be written. A price for which there is no room is written in another way. */
export interface PriceManner {
  /** `raised`: with raised cents, where the locale may raise them; `plain`: without. Absent: as it is largest. */
  readonly style?: 'auto' | 'raised' | 'plain';
  /** The size of the sign; `none`: without it. Absent: as the price is largest. */
  readonly sign?: 'auto' | 'small' | 'full' | 'none';
}

const fullForms: readonly Form[] = [
  { cents: 'raised', sign: 'full', worth: 1 },
  { cents: 'plain', sign: 'full', worth: 1.08 },
];
const bareForms: readonly Form[] = [
  { cents: 'raised', sign: 'none', worth: 1 },
  { cents: 'plain', sign: 'none', worth: 1.08 },
];

/**
 * The forms in which a price may be written, in groups: those of a group are for when none of the groups before fits. One that
 * is struck through is plain: its line would hide raised cents.
 */
export function formsOf(
  parts: PriceParts,
  struck: boolean,
  { style, sign }: PriceManner = {},
): readonly (readonly Form[])[] {
  if (sign === 'none') return inStyle(openTo(parts, struck, bareForms), style);
  const usual = inStyle(openTo(parts, struck, forms), style);
  if (sign === 'full') return [...inStyle(openTo(parts, struck, fullForms), style), ...usual];
  if (sign !== 'small' || isSmall(parts.sign)) return usual;
  const isLarge = (form: Form) => form.cents === 'plain' && form.sign === 'beside';
  return [...usual.map((group) => group.filter((form) => !isLarge(form))), ...usual];
}

/** The forms of a style; then, as not every price has raised cents and room for them, the others. Plain is always possible. */
function inStyle(open: readonly Form[], style: PriceManner['style'] = 'auto'): readonly (readonly Form[])[] {
  if (style === 'auto') return [open];
  const plain = open.filter(({ cents }) => cents === 'plain');
  return style === 'plain' ? [plain] : [open.filter(({ cents }) => cents === 'raised'), plain];
}

/** The forms that a price may have, the most usual first. */
function openTo(parts: PriceParts, struck: boolean, all: readonly Form[]): readonly Form[] {
  const first = parts.side === 'before';
  const open = all.filter(({ cents, sign }) => {
    // A sign that is read before the amount would stand behind it.
    if (sign === 'under' && first) return false;
    if (cents === 'raised') return parts.raised && !struck;
    // What is small in any case has no smaller form.
    return sign !== 'small' || !isSmall(parts.sign);
  });
  // In a line of its own it would do so, too.
  return first ? open.map((form) => (form.sign === 'apart' ? { ...form, worth: 1.6 } : form)) : open;
}

/** Whether a sign is always smaller than the digits: a word, or more than one character, such as "R$". */
export function isSmall(sign: string): boolean {
  return isWord(sign) || sign.length > 1;
}

/**
 * Takes the form in which the digits come out largest, but a less usual one only where it is worth it.
 * @param tried from the most usual form on
 * @param fit tries a form: it returns the largest size that fits, or undefined if that is less than `least` px
 */
export function takeForm<T extends { readonly size: number }>(
  tried: readonly Form[],
  fit: (form: Form, least: number) => T | undefined,
): T | undefined {
  let taken: T | undefined;
  for (const form of tried) taken = fit(form, taken ? taken.size * form.worth : 0) ?? taken;
  return taken;
}
