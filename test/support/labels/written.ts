import type { PriceParts } from '../../../renderer/price/price.js';

/** A price as the eye sees it, from left to right, raised parts in brackets. */
export function written({ sign, side, gap, integer, separator, decimals, raised }: PriceParts): string {
  const amount = integer + (raised ? `[${decimals}]` : separator + decimals);
  const space = gap ? ' ' : '';
  return side === 'before' ? sign + space + amount : amount + space + sign;
}
