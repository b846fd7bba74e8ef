import { textIn } from '../../content.js';
import { type LintRule, none } from '../rule.js';

export const offerEndUnreadable: LintRule = {
  code: 'OFFER_END_UNREADABLE',
  grade: 'note',
  laws: [{ set: 'truth' }],
  shows: ['data.valid_until'],
  mend: 'Send a day such as 2026-11-30, or as the locale writes it.',
  check({ content: { data }, day }) {
    const text = textIn(data, 'valid_until');
    if (text === undefined || day(text) !== undefined) return none;
    const field = 'data.valid_until';
    return [
      { message: `${field} is "${text}", which is no date`, wanted: 'a day', drawn: `"${text}"`, fields: [field] },
    ];
  },
};
