import { cents } from '../../computed/arithmetic.js';
import { textIn } from '../../content.js';
import type { LintLabel } from '../rule.js';

/** A percentage after a minus, or before a word for a reduction. */
const promise =
  /(?:[-−–]\s?|up to |save |bis zu |spare |jusqu’à |jusqu'à )([0-9]{1,3})\s?%|([0-9]{1,3})\s?%\s?(?:off|rabatt|reduziert|günstiger|de remise|de réduction|taniej|korting|sconto|descuento)/iu;

/** The percentages that texts of `data` on the label promise: those that the layout computes are right. */
export function promisedPercents({
  content: { data },
  shown,
}: Pick<LintLabel, 'content' | 'shown'>): readonly { readonly field: string; readonly percent: number }[] {
  return Object.keys(data).flatMap((name) => {
    const field = `data.${name}`;
    const text = shown.has(field) ? textIn(data, name) : undefined;
    const match = text?.includes('%') ? promise.exec(text) : undefined;
    return match ? [{ field, percent: Number(match[1] ?? match[2]) }] : [];
  });
}

/** The whole percents by which a price is below another; 0 where it is not. */
export function percentBelow(price: string, other: string): number {
  return Math.max(0, Math.floor(((cents(other) - cents(price)) * 100) / cents(other)));
}
