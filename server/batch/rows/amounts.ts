/** The decimal sign of prices in a file. */
export const decimals = ['point', 'comma'] as const;
export type Decimal = (typeof decimals)[number];

/** Examples of prices, for messages. */
export const examples: Readonly<Record<Decimal, string>> = {
  point: '"3.50" or "1,234.50"',
  comma: '"3,50" or "1.234,50"',
};

/** A number in groups of three, which a point or a comma, a blank, or an apostrophe parts; or without groups. */
const patterns: Readonly<Record<Decimal, RegExp>> = {
  point: /^([1-9]\d{0,2}(?:([,'’ \u00a0\u202f])\d{3})(?:\2\d{3})*|0|[1-9]\d*)(?:\.(\d{1,2}))?$/,
  comma: /^([1-9]\d{0,2}(?:([.'’ \u00a0\u202f])\d{3})(?:\2\d{3})*|0|[1-9]\d*)(?:,(\d{1,2}))?$/,
};

/**
 * A price as people write it → as it is sent: "1.234,5" → "1234.50" for a comma; undefined for what is no such number.
 * Nothing is rounded.
 */
export function readAmount(text: string, decimal: Decimal): string | undefined {
  const [, whole, , cents = ''] = patterns[decimal].exec(text.trim()) ?? [];
  return whole === undefined ? undefined : `${whole.replace(/\D/g, '')}.${cents.padEnd(2, '0')}`;
}

/**
 * What may be done about a price that was refused: which option says its decimal sign, or where its currency belongs;
 * empty: nothing is known.
 * @param decimal what the option says; null: it is not given
 */
export function adviceOn(received: string, decimal: Decimal | null): string {
  if (/[\p{Sc}]|\p{L}/u.test(received) && /\d/.test(received)) return '; the currency has a field of its own, currency';
  const others = decimal === null ? decimals : decimals.filter((other) => other !== decimal);
  const sign = others.find((other) => readAmount(received, other) !== undefined);
  return sign === undefined ? '' : `; --decimal ${sign} reads it`;
}
