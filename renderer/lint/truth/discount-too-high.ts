import { cents } from '../../computed/arithmetic.js';
import { textIn } from '../../content.js';
import { type LintRule, none } from '../rule.js';
import { priceIn } from '../contents/compare.js';

/** A percentage after a minus, or before a word for a reduction. */
const promised =
  /(?:[-−–]\s?|up to |save |bis zu |spare |jusqu’à |jusqu'à )([0-9]{1,3})\s?%|([0-9]{1,3})\s?%\s?(?:off|rabatt|reduziert|günstiger|de remise|de réduction|taniej|korting|sconto|descuento)/iu;

export const discountTooHigh: LintRule = {
  code: 'DISCOUNT_TOO_HIGH',
  grade: 'error',
  laws: [{ set: 'truth' }],
  mend: 'Leave the percentage to the layout’s {discount}, which is rounded down.',
  unknown: 'A percentage in other words than these, or in a picture.',
  check(label) {
    const before = priceIn(label, 'data.previous_price');
    if (before === undefined) return none;
    const { content, shown } = label;
    const given = Math.floor(((cents(before) - cents(content.price)) * 100) / cents(before));
    return Object.keys(content.data).flatMap((name) => {
      const field = `data.${name}`;
      const text = shown.has(field) ? textIn(content.data, name) : undefined;
      const match = text?.includes('%') ? promised.exec(text) : undefined;
      const percent = Number(match?.[1] ?? match?.[2] ?? 0);
      if (percent <= given) return none;
      const message = `${field} promises ${percent} %, but ${label.price(content.price)} is ${given} % below ${label.price(before)}`;
      return [{ message, wanted: `at most ${given} %`, drawn: `${percent} %`, fields: [field] }];
    });
  },
};
