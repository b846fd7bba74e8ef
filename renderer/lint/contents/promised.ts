import { thousandths } from '../../amounts/amount.js';
import { textIn } from '../../content.js';
import type { LintLabel } from '../rule.js';

/**
 * A percentage after a minus, or before or after a word for a reduction. A dash between words, as in "Espresso – 100 % Arabica" or
 * "Bio-85 %", is no minus.
 */
const promise =
  /(?:(?<![\p{L}\p{N}])[-−–]|(?:^|[:!(]\s*)[-−–]\s|up to |save |bis zu |spare |jusqu’à |jusqu'à )([0-9]{1,3}(?:[.,][0-9]{1,2})?)\s?%|([0-9]{1,3}(?:[.,][0-9]{1,2})?)\s?%\s?(?:off|rabatt|reduziert|günstiger|de remise|de réduction|taniej|korting|sconto|descuento)/giu;

/** The largest percentages that texts of `data` on the label promise: those that the layout computes are right. */
export function promisedPercents({
  content: { data },
  shown,
}: Pick<LintLabel, 'content' | 'shown'>): readonly { readonly field: string; readonly percent: number }[] {
  return Object.keys(data).flatMap((name) => {
    const text = textIn(data, name) ?? '';
    if (!text.includes('%') || !shown.has(`data.${name}`)) return [];
    const percents = Array.from(text.matchAll(promise), ([, after, before]) =>
      Number((after ?? before)!.replace(',', '.')),
    );
    return percents.length > 0 ? [{ field: `data.${name}`, percent: Math.max(...percents) }] : [];
  });
}

/** The percents by which a price is below another; 0 where it is not. */
export function percentBelow(price: string, other: string): number {
  const [amount, otherAmount] = [thousandths(price), thousandths(other)];
  return amount < otherAmount ? ((otherAmount - amount) * 100) / otherAmount : 0;
}

/** Percents in words, whole or with a decimal as `like` has, rounded down. */
export function inPercents(percent: number, like: number): string {
  const steps = Number.isInteger(like) ? 1 : 10;
  return `${Math.floor(percent * steps + 1e-9) / steps} %`;
}
