import { priceOf, thousandths } from '../../amounts/amount.js';
import { computed, priceFor } from '../../computed/arithmetic.js';
import { readQuantity } from '../../computed/quantity.js';
import { textIn } from '../../content.js';
import { above, below, notBelow, priceIn } from '../contents/compare.js';
import { inAscii } from '../../amounts/digits.js';
import { inPercents, percentBelow, promisedPercents } from '../contents/promised.js';
import { type LintRule, none, type RuleFault } from '../rule.js';

const priceZero: LintRule = {
  code: 'PRICE_ZERO',
  grade: 'warning',
  laws: [{ set: 'truth' }],
  shows: ['price'],
  mend: 'Send the price, or use a layout without one.',
  check({ content, price }) {
    if (thousandths(content.price) !== 0) return none;
    const drawn = price(content.price);
    return [{ message: `The price is ${drawn}`, wanted: `above ${drawn}`, drawn, fields: ['price'] }];
  },
};

const lowestPriceBelowPrice: LintRule = {
  code: 'LOWEST_PRICE_BELOW_PRICE',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.lowest_price'],
  mend: 'Check both: a price above the lowest one of 30 days is no reduction.',
  check: below('data.lowest_price'),
};

const lowestPriceAbovePrevious: LintRule = {
  code: 'LOWEST_PRICE_ABOVE_PREVIOUS',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.lowest_price'],
  mend: 'Check both: the previous price was one of the last 30 days.',
  check: above('data.lowest_price', 'data.previous_price', 'the previous price'),
};

const discountTooHigh: LintRule = {
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

const memberPriceNotLower: LintRule = {
  code: 'MEMBER_PRICE_NOT_LOWER',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.member_price'],
  mend: 'Send a member price below the price, or use a layout without one.',
  check: notBelow('data.member_price'),
};

const multiBuyDearer: LintRule = {
  code: 'MULTI_BUY_DEARER',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['data.offer_price'],
  mend: 'Send an offer price of at most the quantity times the price.',
  check(label) {
    const { content, price } = label;
    const [offer, count] = [priceIn(label, 'data.offer_price'), countIn(textIn(content.data, 'quantity'))];
    if (offer === undefined || count === undefined) return none;
    const singles = thousandths(content.price) * count;
    if (thousandths(offer) <= singles) return none;
    const [together, apart] = [price(offer), price(priceOf(singles, content.currency))];
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

const payQuantityNotLower: LintRule = {
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

const depositAbovePrice: LintRule = {
  code: 'DEPOSIT_ABOVE_PRICE',
  grade: 'warning',
  laws: [{ set: 'truth' }],
  shows: ['data.deposit'],
  mend: 'Check both, and which is which.',
  check: above('data.deposit'),
};

const unitPriceDrawn: LintRule = {
  code: 'UNIT_PRICE_DRAWN',
  grade: 'error',
  laws: [{ set: 'truth' }],
  shows: ['unit_price', 'data.unit_price'],
  mend: 'Name the quantity with {unit_price_unit}, for which the unit price is computed.',
  unknown: 'A quantity in another box than its unit price, where that box has other words or a field.',
  check({ content, boxes, sold, price }) {
    const given = computed.unit_price(content);
    if (given === '' || !sold) return none;
    const drawn = price(given);
    const isQuantity = (text: string) => readQuantity(text, content.locale)?.measure === sold.measure;
    const textOf = ({ words }: (typeof boxes)[number]) => words.join(' ').replaceAll(/\s+/g, ' ');
    const isNamed = boxes.some(({ fields }) => fields.includes('unit_price_unit'));
    // A box with nothing but words such as "per 100 g".
    const apart = boxes
      .filter(({ fields, words }) => fields.length === 0 && words.length > 0)
      .map((box) => textOf(box).replace(/^(?:\/ ?|\p{L}+\.? )(?=\P{L})/u, ''))
      .find(isQuantity);
    return boxes
      .filter(({ fields }) => fields.includes('unit_price') || fields.includes('data.unit_price'))
      .flatMap((box): readonly RuleFault[] => {
        const rest = textOf(box).replace(drawn.replaceAll(/\s+/g, ' '), ' ');
        const quantity = quantityIn(rest, isQuantity) ?? (isNamed ? undefined : apart);
        const should = quantity === undefined ? undefined : priceFor(quantity, given, content);
        if (quantity === undefined || should === undefined) return none;
        const message = `The label says ${drawn} for ${quantity}, but ${price(content.price)} for ${content.unit} makes ${price(should)}`;
        return [{ message, wanted: price(should), drawn, fields: ['unit_price'], boxes: [box] }];
      });
  },
};

/** The longest run of words in a text that is a quantity. */
function quantityIn(text: string, isQuantity: (text: string) => boolean): string | undefined {
  const words = text.split(/[\s/=()]+/).filter((word) => word !== '');
  for (let length = Math.min(words.length, 4); length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length).join(' ');
      if (isQuantity(run)) return run;
    }
  return undefined;
}

/** What prices and numbers of a label say of each other. */
export const priceRules: readonly LintRule[] = [
  priceZero,
  lowestPriceBelowPrice,
  lowestPriceAbovePrevious,
  discountTooHigh,
  memberPriceNotLower,
  multiBuyDearer,
  payQuantityNotLower,
  depositAbovePrice,
  unitPriceDrawn,
];

/** A whole number in the digits of any script; undefined for any other text. */
function countIn(text = ''): number | undefined {
  const digits = inAscii(text.normalize('NFKC')).trim();
  return /^[0-9]{1,4}$/.test(digits) ? Number(digits) : undefined;
}
