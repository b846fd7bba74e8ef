import { isWord, type PriceParts } from './price.js';

/** A way to write a price. */
export interface Form {
  /** `raised`: small, at the height of the digits, above the separator; `plain`: as large as the digits. */
  readonly cents: 'raised' | 'plain';
  /**
   * The place of the currency symbol. `beside`: in line, as large as the digits or as the raised cents; `small`: in line
   * and small; `under`: under the raised cents, where it takes no width; `apart`: on its own line; `full`: in line and as
   * large as the digits, even beside raised cents; `none`: left out.
   */
  readonly sign: 'beside' | 'small' | 'under' | 'apart' | 'full' | 'none';
  /**
   * How many times larger its digits must be than in the earlier forms before it is taken: at less than this, a shopper
   * notices the odd form on the shelf and not the size.
   */
  readonly worth: number;
}

/** The {@link Form.worth} of all forms but the most usual. */
const worth = 1.3;

/**
 * All forms, the most usual first. A symbol under the cents makes no price smaller and many a third larger, so that a shelf
 * of labels with wide and with narrow boxes has one form.
 */
export const forms: readonly Form[] = [
  { cents: 'raised', sign: 'under', worth },
  { cents: 'raised', sign: 'beside', worth },
  { cents: 'plain', sign: 'beside', worth },
  { cents: 'plain', sign: 'small', worth },
  { cents: 'raised', sign: 'apart', worth },
  { cents: 'plain', sign: 'apart', worth },
];

/** How a layout wants a price to be written. A price without room for that is written in another way. */
export interface PriceAppearance {
  /** `raised`: with raised cents, where the locale may raise them; `plain`: without. Absent: whichever is larger. */
  readonly style?: 'auto' | 'raised' | 'plain';
  /** The size of the symbol; `none`: without it. Absent: whatever makes the price largest. */
  readonly sign?: 'auto' | 'small' | 'full' | 'none';
}

const fullForms: readonly Form[] = [
  { cents: 'raised', sign: 'full', worth: 1 },
  { cents: 'plain', sign: 'full', worth },
];
const bareForms: readonly Form[] = [
  { cents: 'raised', sign: 'none', worth: 1 },
  { cents: 'plain', sign: 'none', worth },
];

/**
 * The forms in which a price may be written, in groups: later groups are for when no earlier one fits. A struck price is
 * plain: its line would hide raised cents.
 */
export function formsOf(
  parts: PriceParts,
  struck: boolean,
  { style, sign }: PriceAppearance = {},
): readonly (readonly Form[])[] {
  if (sign === 'none') return inStyle(openTo(parts, struck, bareForms), style);
  const usual = inStyle(openTo(parts, struck, forms), style);
  if (sign === 'full') return [...inStyle(openTo(parts, struck, fullForms), style), ...usual];
  if (sign !== 'small' || isSmall(parts.sign)) return usual;
  const isLarge = (form: Form) => form.cents === 'plain' && form.sign === 'beside';
  return [...usual.map((group) => group.filter((form) => !isLarge(form))), ...usual];
}

/** The forms of a style; then the others, as not every price has raised cents or room for them. Plain is always possible. */
function inStyle(open: readonly Form[], style: PriceAppearance['style'] = 'auto'): readonly (readonly Form[])[] {
  if (style === 'auto') return [open];
  const plain = open.filter(({ cents }) => cents === 'plain');
  return style === 'plain' ? [plain] : [open.filter(({ cents }) => cents === 'raised'), plain];
}

/** The forms that a price may have, the most usual first. */
function openTo(parts: PriceParts, struck: boolean, all: readonly Form[]): readonly Form[] {
  // What is on the left in a right-to-left locale is read last.
  const first = (parts.side === 'before') === (parts.direction === 'ltr');
  const open = all.filter(({ cents, sign }) => {
    // A symbol that is read before the amount would come after it.
    if (sign === 'under' && first) return false;
    if (sign === 'apart' && parts.isMinor) return false;
    if (cents === 'raised') return parts.raised && !struck;
    // A symbol that is always small has no smaller form.
    return sign !== 'small' || !isSmall(parts.sign);
  });
  // On its own line it would come after it, too.
  return first ? open.map((form) => (form.sign === 'apart' ? { ...form, worth: 1.6 } : form)) : open;
}

/** Whether a symbol is always smaller than the digits: a word, or more than one character, such as "R$". */
export function isSmall(sign: string): boolean {
  return isWord(sign) || sign.length > 1;
}

/**
 * Takes the form with the largest digits, but a less usual one only where the gain is worth it.
 * @param tried the most usual form first
 * @param fit returns the largest size that fits in a form, or undefined if that is less than `least` px
 */
export function takeForm<T extends { readonly size: number }>(
  tried: readonly Form[],
  fit: (form: Form, least: number) => T | undefined,
): T | undefined {
  let taken: T | undefined;
  for (const form of tried) taken = fit(form, taken ? taken.size * form.worth : 0) ?? taken;
  return taken;
}
