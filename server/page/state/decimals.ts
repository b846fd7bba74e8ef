/** Prices as people type them, and as the API takes them. */

/** The sign before decimals in a locale: "," in de-DE. */
export function decimalSign(locale: string): string {
  return partOf(locale, 'decimal', '.');
}

function partOf(locale: string, type: string, otherwise: string): string {
  try {
    const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12345.5);
    return parts.find((part) => part.type === type)?.value ?? otherwise;
  } catch {
    // A locale that the browser does not know: the server refuses it with words of its own.
    return otherwise;
  }
}

/**
 * A typed price as the API takes it: "3,50" → "3.50", "3" → "3.00". The sign before decimals is the locale's, a dot, a comma or
 * the Arabic ٫; digits may be of any script; signs between groups of digits are refused, as they would be ambiguous.
 * @returns null for a text that is no price
 */
export function apiPrice(typed: string): string | null {
  const [, whole, decimals = '00'] = /^(\d{1,7})(?:[.,٫](\d\d))?$/.exec(latinDigits(typed.trim())) ?? [];
  return whole === undefined ? null : `${whole.replace(/^0+(?=\d)/, '')}.${decimals}`;
}

/** A price of the API as it is typed in a locale: "3.50" → "3,50" in de-DE. What is no price stays. */
export function typedPrice(price: string, locale: string): string {
  const known = apiPrice(price);
  return known === null ? price : known.replace('.', decimalSign(locale));
}

/** Digits of any script become 0 to 9. Those of a script follow each other, from its zero on. */
function latinDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0)!;
    const last = zero;
    while (last - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(last - zero);
  });
}
