import { isDay } from '../../computed/dates.js';
import { textIn } from '../../content.js';
import { fieldOf } from '../../layout/template.js';
import { type LintRule, none, type RuleFault } from '../rule.js';

const offerEnded: LintRule = {
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

const offerEndUnreadable: LintRule = {
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

/** Fields of `data` that say what another field says. */
const twins: readonly (readonly [name: string, field: string])[] = [
  ['price', 'price'],
  ['product_name', 'product_name'],
  ['unit', 'unit'],
  ['sku', 'sku'],
  ['date', 'date'],
  ['discount', 'discount'],
  ['savings', 'savings'],
  ['unit_price_unit', 'data.unit_quantity'],
];

const fieldTwice: LintRule = {
  code: 'FIELD_TWICE',
  grade: 'error',
  laws: [{ set: 'truth' }],
  mend: 'Send the value once, or the same value twice.',
  check({ content, shown }) {
    return twins.flatMap(([name, other]): readonly RuleFault[] => {
      const field = `data.${name}`;
      if (!shown.has(field) || !shown.has(other)) return none;
      const [value, otherValue] = [textIn(content.data, name), fieldOf(content, other)];
      if (value === undefined || otherValue === '') return none;
      if (plain(value) === plain(otherValue)) return none;
      const message = `${field} is "${value}", but ${other} is "${otherValue}", and the label shows both`;
      return [{ message, wanted: `"${otherValue}"`, drawn: `"${value}"`, fields: [field, other] }];
    });
  },
};

function plain(value: string): string {
  return value.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}

/** What the texts of a label say of each other and of its date. */
export const textRules: readonly LintRule[] = [offerEnded, offerEndUnreadable, fieldTwice];
