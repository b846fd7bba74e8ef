import { expectedUnitPrice, quantityOfAnother, unreadQuantity } from '../../computed/arithmetic.js';
import { textIn } from '../../content.js';
import { notAbove } from '../contents/compare.js';
import { none, type WarningRule } from '../rule.js';

const offerNotLower: WarningRule = {
  code: 'OFFER_NOT_LOWER',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.previous_price'],
  mend: 'Send a previous price above the price, or use a layout without one.',
  check: notAbove('data.previous_price'),
};

const unitPriceMismatch: WarningRule = {
  code: 'UNIT_PRICE_MISMATCH',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.unit_price', 'unit_price'],
  mend: 'Check price, unit and unit price; a layout computes the unit price where none is sent.',
  unknown: 'The unit price of a quantity that it can’t read, such as "1 bunch".',
  check({ content, price }) {
    const field = 'data.unit_price';
    const of = quantityOfAnother(content);
    if (of !== undefined) {
      const message = `${field} is for ${of}, which is no quantity of ${content.unit}`;
      return [{ message, wanted: `the price of a quantity of ${content.unit}`, drawn: of, fields: [field] }];
    }
    const expected = expectedUnitPrice(content);
    if (!expected) return none;
    const [given, is, should] = [textIn(content.data, 'unit_price')!, content.price, expected.price].map(price);
    return [
      {
        message: `${field} is ${given!}, but ${is!} for ${content.unit} makes ${should!} for ${expected.of}`,
        wanted: should!,
        drawn: given!,
        fields: [field],
      },
    ];
  },
};

const quantityUnread: WarningRule = {
  code: 'QUANTITY_UNREAD',
  grade: 'warning',
  laws: [{ set: 'truth' }],
  shows: ['unit_price'],
  mend: 'Send a unit such as "500 g", "6 × 0.5 L" or "12 pieces", or the unit price itself.',
  check({ content }) {
    const unread = unreadQuantity(content);
    if (!unread) return none;
    const message = `${unread.field} is "${unread.text}", ${unread.because}, so the label has no unit price`;
    return [{ message, wanted: 'a quantity that gives a unit price', drawn: unread.text, fields: [unread.field] }];
  },
};

/** The rules that every answer also has as warnings, by the same codes. */
export const warningRules: readonly WarningRule[] = [offerNotLower, unitPriceMismatch, quantityUnread];
