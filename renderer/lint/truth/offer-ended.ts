import { isDay } from '../../computed/dates.js';
import { textIn } from '../../content.js';
import { type LintRule, none } from '../rule.js';

export const offerEnded: LintRule = {
  code: 'OFFER_ENDED',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.valid_until'],
  mend: 'Send the day on which the offer ends, or the label without the offer.',
  unknown: 'A day in words that it can’t read: see OFFER_END_UNREADABLE.',
  check({ content: { data, date }, day }) {
    const text = textIn(data, 'valid_until');
    const end = text === undefined || !isDay(date) ? undefined : day(text);
    if (end === undefined || end >= date) return none;
    const field = 'data.valid_until';
    const message = `${field} is ${text!}, which is before the label’s date, ${date}`;
    return [{ message, wanted: `${date} or later`, drawn: end, fields: [field] }];
  },
};
