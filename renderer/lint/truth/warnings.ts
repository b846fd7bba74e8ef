import { priceOf, thousandths } from '../../amounts/amount.js';
import { inAscii } from '../../amounts/digits.js';
import { expectedUnitPrice, quantityOfAnother, unreadQuantity } from '../../computed/arithmetic.js';
import { isDay } from '../../computed/dates.js';
import { type Content, textIn } from '../../content.js';
import { above, below, notAbove, notBelow, priceIn, tenTimes } from '../contents/compare.js';
import { inPercents, percentBelow, promisedPercents, promisedSavings } from '../contents/promised.js';
import { fieldOf } from '../../layout/template.js';
import { iconsIn } from '../../shapes/icons.js';
import { type ContentCheck, none, type RuleFault, type WarningRule } from '../rule.js';

const priceFields = ['price', 'data.member_price', 'data.offer_price'];

/** Fields of `data` that say what another field says, most of them one of the same name. */
const twins: readonly (readonly [name: string, field: string])[] = [
  ...['price', 'product_name', 'unit', 'sku', 'date', 'discount', 'savings'].map((name) => [name, name] as const),
  ['unit_price_unit', 'data.unit_quantity'],
];

/** The fields with days on which something ends. */
const dayFields = ['data.valid_until', 'data.back_on'];

function plain(value: string): string {
  return value.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}

const rules: readonly Omit<WarningRule, 'laws'>[] = [
  {
    code: 'OFFER_NOT_LOWER',
    grade: 'error',
    shows: ['data.previous_price'],
    mend: 'Send a previous price above the price, or use a layout without one.',
    check: notAbove('data.previous_price'),
  },
  {
    code: 'UNIT_PRICE_MISMATCH',
    grade: 'error',
    shows: ['data.unit_price', 'unit_price'],
    mend: 'Check price, unit and unit price; a layout computes the unit price where none is sent.',
    unknown: 'The unit price of a quantity that it can’t read, such as "1 bunch".',
    check({ content, price }) {
      const field = 'data.unit_price';
      if (textIn(content.data, 'unit_price') === undefined) return none;
      const of = quantityOfAnother(content);
      if (of !== undefined) {
        const message = `${field} is for ${of}, which is no quantity of ${content.unit}`;
        return [{ message, wanted: `the price of a quantity of ${content.unit}`, drawn: of, fields: [field] }];
      }
      const expected = expectedUnitPrice(content);
      if (!expected) return none;
      const [given, is, should] = [textIn(content.data, 'unit_price')!, content.price, expected.price].map(price);
      const message = `${field} is ${given!}, but ${is!} for ${content.unit} makes ${should!} for ${expected.of}`;
      return [{ message, wanted: should!, drawn: given!, fields: [field] }];
    },
  },
  {
    code: 'QUANTITY_UNREAD',
    grade: 'warning',
    shows: ['unit_price'],
    mend: 'Send a unit such as "500 g", "6 × 0.5 L" or "12 pieces", or the unit price itself.',
    check({ content }) {
      const unread = unreadQuantity(content);
      if (!unread) return none;
      const message = `${unread.field} is "${unread.text}", ${unread.because}, so the label has no unit price`;
      return [{ message, wanted: 'a quantity that gives a unit price', drawn: unread.text, fields: [unread.field] }];
    },
  },
  {
    code: 'PRICE_ZERO',
    grade: 'warning',
    shows: [...priceFields, 'data.items'],
    mend: 'Send the price, or use a layout without one.',
    check(label) {
      const rows = Object.entries(label.content.data).flatMap(([name, list]) =>
        typeof list === 'string' ? [] : list.map((row, i) => [`data.${name}.${i}.price`, row.price] as const),
      );
      const fields = priceFields.filter((field) => label.shown.has(field));
      return [...fields.map((field) => [field, priceIn(label, field)] as const), ...rows].flatMap(([field, amount]) => {
        if (amount === undefined || !/^0+(?:\.0+)?$/.test(amount)) return none;
        const drawn = label.price(amount);
        return [{ message: `${field} is ${drawn}`, wanted: `above ${drawn}`, drawn, fields: [field] }];
      });
    },
  },
  {
    code: 'LOWEST_PRICE_BELOW_PRICE',
    grade: 'error',
    shows: ['data.lowest_price'],
    mend: 'Check both: a price above the lowest one of 30 days is no reduction.',
    check: below('data.lowest_price'),
  },
  {
    code: 'LOWEST_PRICE_ABOVE_PREVIOUS',
    grade: 'error',
    shows: ['data.lowest_price'],
    mend: 'Check both: the previous price was one of the last 30 days.',
    check: above('data.lowest_price', 'data.previous_price', 'the previous price'),
  },
  {
    code: 'DISCOUNT_TOO_HIGH',
    grade: 'error',
    mend: 'Leave the percentage to the layout’s {discount}, which is rounded down.',
    unknown: 'A percentage in other words than these, or in a picture.',
    check(label) {
      const before = priceIn(label, 'data.previous_price');
      if (before === undefined) return none;
      const percents = promisedPercents(label).map((one) => ({ ...one, promised: `${one.percent} %` }));
      const { price } = label.content;
      const given = percentBelow(price, before);
      return [...percents, ...promisedSavings(label, before)].flatMap(
        ({ field, percent, promised }): readonly RuleFault[] => {
          if (percent <= given) return none;
          const is = inPercents(given, percent);
          const message = `${field} promises ${promised}, but ${label.price(price)} is ${is} below ${label.price(before)}`;
          return [{ message, wanted: `at most ${is}`, drawn: promised, fields: [field] }];
        },
      );
    },
  },
  {
    code: 'MEMBER_PRICE_NOT_LOWER',
    grade: 'error',
    shows: ['data.member_price'],
    mend: 'Send a member price below the price, or use a layout without one.',
    check: notBelow('data.member_price'),
  },
  {
    code: 'MULTI_BUY_DEARER',
    grade: 'error',
    shows: ['data.offer_price'],
    mend: 'Send an offer price below the quantity times the price.',
    check(label) {
      const { content, price } = label;
      const [offer, count] = [priceIn(label, 'data.offer_price'), countIn(textIn(content.data, 'quantity'))];
      if (offer === undefined || count === undefined) return none;
      const singles = thousandths(content.price) * count;
      if (thousandths(offer) < singles) return none;
      const [together, apart] = [price(offer), price(priceOf(singles, content.currency))];
      const message = `data.offer_price is ${together} for ${count}, but ${count} at ${price(content.price)} cost ${apart}`;
      return [{ message, wanted: `below ${apart}`, drawn: together, fields: ['data.offer_price', 'data.quantity'] }];
    },
  },
  {
    code: 'MULTI_BUY_QUANTITY',
    grade: 'error',
    shows: ['data.quantity', 'data.pay_quantity'],
    mend: 'Send how many are taken, 2 or more, and how many are paid, 1 or more, as whole numbers.',
    unknown: 'A quantity in words, such as "three".',
    check({ content: { data } }) {
      if ((textIn(data, 'offer_price') ?? textIn(data, 'pay_quantity')) === undefined) return none;
      return Object.entries({ quantity: 2, pay_quantity: 1 }).flatMap(([name, least]): readonly RuleFault[] => {
        const text = textIn(data, name) ?? '';
        const count = countIn(text);
        const isWords = count === undefined && /^\p{L}|^[^-−](?![0-9]*[.,][0-9]).*\p{L}/u.test(text);
        if (text === '' || (count ?? 0) >= least || isWords) return none;
        const message = `data.${name} is "${text}", which is no whole number from ${least} on`;
        return [{ message, wanted: `${least} or more`, drawn: `"${text}"`, fields: [`data.${name}`] }];
      });
    },
  },
  {
    code: 'PAY_QUANTITY_NOT_LOWER',
    grade: 'error',
    shows: ['data.pay_quantity'],
    mend: 'Send how many are paid, which is less than how many are taken: 2 in "3 for 2".',
    check({ content: { data } }) {
      const [taken, paid] = [countIn(textIn(data, 'quantity')), countIn(textIn(data, 'pay_quantity'))];
      if (taken === undefined || paid === undefined || paid < taken) return none;
      const message = `data.pay_quantity is ${paid}, which is not below data.quantity, ${taken}`;
      const fields = ['data.pay_quantity', 'data.quantity'];
      return [{ message, wanted: `below ${taken}`, drawn: String(paid), fields }];
    },
  },
  {
    code: 'OFFER_ENDED',
    grade: 'error',
    shows: dayFields,
    mend: 'Send the day on which the offer ends, or the label without the offer.',
    unknown: 'A day in words that it can’t read: see OFFER_END_UNREADABLE.',
    check: ({ content: { data, date }, day }) =>
      dayFields.flatMap((field): readonly RuleFault[] => {
        const text = textIn(data, field.slice('data.'.length));
        const end = text === undefined || !isDay(date) ? undefined : day(text);
        if (end === undefined || end >= date) return none;
        const message = `${field} is ${text!}, which is before the label’s date, ${date}`;
        return [{ message, wanted: `${date} or later`, drawn: end, fields: [field] }];
      }),
  },
  {
    code: 'OFFER_END_UNREADABLE',
    grade: 'note',
    shows: dayFields,
    mend: 'Send a day such as 2026-11-30, or as the locale writes it.',
    check: ({ content: { data }, day }) =>
      dayFields.flatMap((field): readonly RuleFault[] => {
        const text = textIn(data, field.slice('data.'.length));
        // A product may be back "soon".
        if (text === undefined || day(text) !== undefined || (field === 'data.back_on' && !/\d/.test(text)))
          return none;
        const message = `${field} is "${text}", which is no date`;
        return [{ message, wanted: 'a day', drawn: `"${text}"`, fields: [field] }];
      }),
  },
  {
    code: 'PRICE_MAGNITUDE',
    grade: 'warning',
    shows: ['data.previous_price', 'data.lowest_price', 'data.member_price', 'data.offer_price'],
    mend: 'Check both: a separator or a digit may be wrong.',
    check: (label) => [
      ...['data.previous_price', 'data.lowest_price'].flatMap((field) => tenTimes(label, field, 'price', 'the price')),
      ...tenTimes(label, 'price', 'data.member_price', 'the price for members'),
      // Two for less than one, but not for nothing: most likely the price of each.
      ...(countIn(textIn(label.content.data, 'quantity'))! > 1 &&
      thousandths(priceIn(label, 'data.offer_price') ?? '') > 0
        ? below('data.offer_price')(label)
        : none),
    ],
  },
  {
    code: 'DEPOSIT_ABOVE_PRICE',
    grade: 'warning',
    shows: ['data.deposit'],
    mend: 'Check both, and which is which.',
    check: above('data.deposit'),
  },
  {
    code: 'FIELD_TWICE',
    grade: 'error',
    shows: [...twins.map(([name]) => `data.${name}`), 'data.icons', 'data.pay_quantity'],
    mend: 'Send the value once, or the same value twice.',
    check(label) {
      const { content, shown } = label;
      return [
        ...(shown.has('data.icons') ? contradictoryIcons(content) : none),
        ...(shown.has('data.pay_quantity') ? contradictoryOffer(label) : none),
        ...twins.flatMap(([name, other]): readonly RuleFault[] => {
          const field = `data.${name}`;
          if (!shown.has(field) || !shown.has(other)) return none;
          const [value, otherValue] = [textIn(content.data, name), fieldOf(content, other)];
          if (value === undefined || otherValue === '') return none;
          if (plain(value) === plain(otherValue)) return none;
          const message = `${field} is "${value}", but ${other} is "${otherValue}", and the label shows both`;
          return [{ message, wanted: `"${otherValue}"`, drawn: `"${value}"`, fields: [field, other] }];
        }),
      ];
    },
  },
];

/** Allergens that a claim denies. Milk without lactose is an allergen. */
const denied: Readonly<Record<string, string>> = {
  gluten_free: 'gluten',
  vegan: 'eggs milk fish crustaceans molluscs',
  vegetarian: 'fish crustaceans molluscs',
};

function contradictoryIcons({ data }: Content): readonly RuleFault[] {
  const icons = iconsIn(textIn(data, 'icons') ?? '');
  return icons.flatMap((claim) => {
    const other = iconsIn(denied[claim] ?? '').find((name) => icons.includes(name));
    if (other === undefined) return none;
    const message = `data.icons is "${claim}", but also "${other}", which it denies`;
    return [{ message, wanted: `"${claim}" or "${other}"`, drawn: `"${claim}"`, fields: ['data.icons'] }];
  });
}

/** "3 for 2" beside a price that is not that of two. */
function contradictoryOffer(label: Parameters<ContentCheck>[0]): readonly RuleFault[] {
  const { content, price } = label;
  const [offer, paid] = [priceIn(label, 'data.offer_price'), countIn(textIn(content.data, 'pay_quantity'))];
  if (offer === undefined || paid === undefined) return none;
  const singles = priceOf(thousandths(content.price) * paid, content.currency);
  if (thousandths(offer) === thousandths(singles)) return none;
  const message = `data.offer_price is ${price(offer)}, but data.pay_quantity is ${paid}, and ${paid} cost ${price(singles)}`;
  const fields = ['data.offer_price', 'data.pay_quantity'];
  return [{ message, wanted: price(singles), drawn: price(offer), fields }];
}

/** The rules that every answer also has as warnings, by the same codes. */
export const warningRules: readonly WarningRule[] = rules.map((rule) => ({ ...rule, laws: [{ set: 'truth' }] }));

/** A whole number in the digits of any script, also before "for"; undefined for any other text. */
function countIn(text = ''): number | undefined {
  const plain = inAscii(text.normalize('NFKC')).trim();
  const [, digits] = /^([0-9]{1,4})(?: ?(?:for|für|pour|por|per|voor|för|til|za|x|×))?$/iu.exec(plain) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
