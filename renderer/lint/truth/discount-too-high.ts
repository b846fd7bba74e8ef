import { priceIn } from '../contents/compare.js';
import { inPercents, percentBelow, promisedPercents } from '../contents/promised.js';
import { type RuleFault, type LintRule, none } from '../rule.js';

export const discountTooHigh: LintRule = {
  code: 'DISCOUNT_TOO_HIGH',
  grade: 'error',
  laws: [{ set: 'truth' }],
  mend: 'Leave the percentage to the layout’s {discount}, which is rounded down.',
  unknown: 'A percentage in other words than these, or in a picture.',
  check(label) {
    const before = priceIn(label, 'data.previous_price');
    if (before === undefined) return none;
    const { price } = label.content;
    const given = percentBelow(price, before);
    return promisedPercents(label).flatMap(({ field, percent }): readonly RuleFault[] => {
      if (percent <= given) return none;
      const is = inPercents(given, percent);
      const message = `${field} promises ${percent} %, but ${label.price(price)} is ${is} below ${label.price(before)}`;
      return [{ message, wanted: `at most ${is}`, drawn: `${percent} %`, fields: [field] }];
    });
  },
};
