import { cents } from '../../../computed/arithmetic.js';
import { fieldOf } from '../../../layout/template.js';
import { priceIn } from '../../contents/compare.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

const law = 'CJEU C-330/23 on 98/6/EC, Art. 6a';
const since = '2024-09-26';

export const reductionFromOtherPrice: LintRule = {
  code: 'REDUCTION_FROM_OTHER_PRICE',
  grade: 'error',
  laws: (['eu', 'at', 'de', 'fr'] as const).map((set) => ({ set, law, source: sources.court, since })),
  shows: ['discount'],
  mend: 'Send the lowest price of 30 days as the previous price, so that the percentage is measured from it.',
  check(label) {
    const [lowest, percent] = [priceIn(label, 'data.lowest_price'), Number(fieldOf(label.content, 'discount'))];
    if (lowest === undefined || percent === 0) return none;
    const { content, price } = label;
    const given = Math.max(0, Math.floor(((cents(lowest) - cents(content.price)) * 100) / cents(lowest)));
    if (percent <= given) return none;
    const message = `The label announces −${percent} %, but ${price(content.price)} is ${given} % below ${price(lowest)}, the lowest price of 30 days`;
    return [
      { message, wanted: `at most ${given} %`, drawn: `${percent} %`, fields: ['discount', 'data.lowest_price'] },
    ];
  },
};
