import { priceIn } from '../../contents/compare.js';
import { inPercents, percentBelow, promisedPercents } from '../../contents/promised.js';
import { type RuleFault, type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

const law = 'CJEU C-330/23 on 98/6/EC, Art. 6a';
const since = '2024-09-26';

export const reductionFromOtherPrice: LintRule = {
  code: 'REDUCTION_FROM_OTHER_PRICE',
  grade: 'error',
  laws: (['eu', 'at', 'de', 'fr'] as const).map((set) => ({ set, law, source: sources.court, since })),
  mend: 'Leave the percentage to the layout’s {discount}, which is measured from data.lowest_price.',
  unknown: 'A percentage in other words than these, or in a picture.',
  check(label) {
    const lowest = priceIn(label, 'data.lowest_price');
    if (lowest === undefined) return none;
    const { price } = label.content;
    const given = percentBelow(price, lowest);
    return promisedPercents(label).flatMap(({ field, percent }): readonly RuleFault[] => {
      if (percent <= given) return none;
      const is = inPercents(given, percent);
      const message = `${field} announces −${percent} %, but ${label.price(price)} is ${is} below ${label.price(lowest)}, the lowest price of 30 days`;
      const fields = [field, 'data.lowest_price'];
      return [{ message, wanted: `at most ${is}`, drawn: `${percent} %`, fields }];
    });
  },
};
