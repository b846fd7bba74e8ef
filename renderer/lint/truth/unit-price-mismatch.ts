import { expectedUnitPrice } from '../../computed/arithmetic.js';
import { textIn } from '../../content.js';
import { type WarningRule, none } from '../rule.js';

export const unitPriceMismatch: WarningRule = {
  code: 'UNIT_PRICE_MISMATCH',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.unit_price', 'unit_price'],
  mend: 'Check price, unit and unit price; a layout computes the unit price where none is sent.',
  unknown: 'The unit price of a quantity that it can’t read, such as "1 bunch".',
  check({ content, price }) {
    const expected = expectedUnitPrice(content);
    if (!expected) return none;
    const field = 'data.unit_price';
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
