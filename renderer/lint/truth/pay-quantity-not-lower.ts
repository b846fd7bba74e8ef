import { textIn } from '../../content.js';
import { type LintRule, none } from '../rule.js';
import { countIn } from '../contents/count.js';

export const payQuantityNotLower: LintRule = {
  code: 'PAY_QUANTITY_NOT_LOWER',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.pay_quantity'],
  mend: 'Send how many are paid, which is less than how many are taken: 2 in "3 for 2".',
  check({ content: { data } }) {
    const [taken, paid] = [countIn(textIn(data, 'quantity')), countIn(textIn(data, 'pay_quantity'))];
    if (taken === undefined || paid === undefined || paid < taken) return none;
    return [
      {
        message: `data.pay_quantity is ${paid}, which is not below data.quantity, ${taken}`,
        wanted: `below ${taken}`,
        drawn: String(paid),
        fields: ['data.pay_quantity', 'data.quantity'],
      },
    ];
  },
};
