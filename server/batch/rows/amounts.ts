/** The decimal sign of prices in a file. */
export const decimals = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimals)[number];

export const examples: Readonly<Record<DecimalSign, string>> = {
  point: '"3.50" or "1,234.50"',
  comma: '"3,50" or "1.234,50"',
};

/** A number, optionally with group separators: point or comma, blank, apostrophe. */
const patterns: Readonly<Record<DecimalSign, RegExp>> = {
  point: /^([1-9]\d{0,2}(?:([,'’ \u00a0\u202f])\d{3})(?:\2\d{3})*|0|[1-9]\d*)(?:\.(\d{1,2}))?$/,
  comma: /^([1-9]\d{0,2}(?:([.'’ \u00a0\u202f])\d{3})(?:\2\d{3})*|0|[1-9]\d*)(?:,(\d{1,2}))?$/,
};

/**
 * Converts a price to wire format without rounding: "1.234,5" → "1234.50" for a comma. Undefined: it is no such number.
 */
export function readAmount(text: string, decimal: DecimalSign): string | undefined {
  const [, whole, , cents = ''] = patterns[decimal].exec(text.trim()) ?? [];
  return whole === undefined ? undefined : `${whole.replace(/\D/g, '')}.${cents.padEnd(2, '0')}`;
}

/**
 * Advice on a refused price: the option for its decimal sign, or the field for its currency. Empty: none.
 * @param decimal the option's value
 */
export function adviceOn(received: string, decimal: DecimalSign | null): string {
  if (/[\p{Sc}]|\p{L}/u.test(received) && /\d/.test(received)) return '; the currency has a separate field, currency';
  const others = decimal === null ? decimals : decimals.filter((other) => other !== decimal);
  const sign = others.find((other) => readAmount(received, other) !== undefined);
  return sign === undefined ? '' : `; --decimal ${sign} reads it`;
}
