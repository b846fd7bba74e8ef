import { cents } from '../../computed/arithmetic.js';
import { textIn } from '../../content.js';
import { type LintRule, none } from '../rule.js';
import { priceIn } from '../contents/compare.js';
import { countIn } from '../contents/count.js';

export const multiBuyDearer: LintRule = {
  code: 'MULTI_BUY_DEARER',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.offer_price'],
  mend: 'Send an offer price of at most the quantity times the price.',
  check(label) {
    const { content, price } = label;
    const [offer, count] = [priceIn(label, 'data.offer_price'), countIn(textIn(content.data, 'quantity'))];
    if (offer === undefined || count === undefined) return none;
    const singles = cents(content.price) * count;
    if (cents(offer) <= singles) return none;
    const [together, apart] = [price(offer), price((singles / 100).toFixed(2))];
    return [
      {
        message: `data.offer_price is ${together} for ${count}, but ${count} at ${price(content.price)} cost ${apart}`,
        wanted: `at most ${apart}`,
        drawn: together,
        fields: ['data.offer_price', 'data.quantity'],
      },
    ];
  },
};
