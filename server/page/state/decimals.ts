/** The decimal separator of prices in a locale: "," in de-DE; "." in fr-CH, where other numbers have ",". */
export function decimalSign(locale: string): string {
  try {
    const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', style: 'currency', currency: 'EUR' });
    return format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  } catch {
    // The server reports an unknown locale.
    return '.';
  }
}

/**
 * Converts a typed price for the API: "3,50" → "3.50", "3" → "3.00". The decimal separator may be a dot, a comma or
 * the Arabic ٫, and digits of any script are allowed. Group separators are refused as ambiguous.
 * @returns null if it is no price
 */
export function apiPrice(typed: string): string | null {
  const [, whole, decimals = '00'] = /^(\d{1,7})(?:[.,٫](\d\d))?$/.exec(latinDigits(typed.trim())) ?? [];
  return whole === undefined ? null : `${whole.replace(/^0+(?=\d)/, '')}.${decimals}`;
}

/** Converts a price of the API for a locale: "3.50" → "3,50" in de-DE. Other texts stay. */
export function typedPrice(price: string, locale: string): string {
  const known = apiPrice(price);
  return known === null ? price : known.replace('.', decimalSign(locale));
}

/** The digits of a script are consecutive, from its zero on. */
function latinDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0)!;
    const last = zero;
    while (last - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(last - zero);
  });
}
