import { type Amount, isRefused, readAmount, type RefusedAmount, thousandths } from '../../amounts/amount.js';
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

/** What is saved: an amount, as in "Save $2.00", or a part of the price. The second piece at half the price is no such part. */
const saving =
  /(?:save|spare|sparst|sparen|spar|économisez|ahorr[ae]|risparmi[ai]?|bespaar|oszczędź|oszczędzasz)[: ]{1,3}((?:\p{Sc}|\p{Lu}{3} )? ?[0-9][0-9.,]{0,9}(?: ?(?:\p{Sc}|\p{Lu}{3}(?!\p{L})))?)(?![0-9.,]| ?%)/iu;
const part =
  /(?:half|½|1\/2) price|halbe[rn] preis|moitié prix|mitad de precio|metà prezzo|halve prijs|pół ceny|halva priset|([1-9])\/([1-9]) (?:off|rabatt|reduziert|günstiger|de remise|korting|sconto|descuento)/iu;
const ofSecond = /2nd|second|[2z]\.|zweit|deuxi|2e|segund|tweede|drugi|andra/iu;

/** The amounts and parts of the price before that texts of `data` promise to save, in percents of it. */
export function promisedSavings({ content, shown }: Pick<LintLabel, 'content' | 'shown'>, before: string) {
  return Object.keys(content.data).flatMap((name) => {
    const text = shown.has(`data.${name}`) ? (textIn(content.data, name) ?? '') : '';
    const [promised, amount] = saving.exec(text) ?? [];
    const read = amount === undefined ? null : readAmount(amount, { currency: content.currency });
    const ofAmount = read ? percentOf(read, before) : 0;
    const [words, above = '1', below = '2'] = (ofSecond.test(text) ? null : part.exec(text)) ?? [];
    // Half of an odd price is rounded.
    const percent = words === undefined ? ofAmount : (Number(above) * 100) / Number(below) - 0.5;
    return percent > 0 ? [{ field: `data.${name}`, percent, promised: words ?? promised! }] : [];
  });
}

/** A saving in percents of a price; Infinity for one in another currency, which the prices never give. */
function percentOf(saved: Amount | RefusedAmount, before: string): number {
  if (isRefused(saved)) return saved.reason === 'currency' ? Infinity : 0;
  return (thousandths(saved.price) * 100) / thousandths(before);
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
