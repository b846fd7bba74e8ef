import { computed, priceFor } from '../../computed/arithmetic.js';
import { readQuantity } from '../../computed/quantity.js';
import { type LintRule, none, type RuleFault } from '../rule.js';

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

/** What the texts of a label say of its price. */
export const textRules: readonly LintRule[] = [
  {
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
      // Words from right to left have the sign on its other side.
      const [number] = /\p{Nd}(?:.*\p{Nd})?/u.exec(drawn.replaceAll(/\s+/g, ' '))!;
      const isNamed = boxes.some(({ fields }) => fields.includes('unit_price_unit'));
      // A box with nothing but words such as "per 100 g".
      const apart = boxes
        .filter(({ fields, words }) => fields.length === 0 && words.length > 0)
        .map((box) => textOf(box).replace(/^(?:\/ ?|\p{L}+\.? )(?=\P{L})/u, ''))
        .find(isQuantity);
      return boxes
        .filter(({ fields }) => fields.includes('unit_price') || fields.includes('data.unit_price'))
        .flatMap((box): readonly RuleFault[] => {
          const rest = textOf(box).replace(number, ' ');
          const quantity = quantityIn(rest, isQuantity) ?? (isNamed ? undefined : apart);
          const should = quantity === undefined ? undefined : priceFor(quantity, given, content);
          if (quantity === undefined || should === undefined) return none;
          const message = `The label says ${drawn} for ${quantity}, but ${price(content.price)} for ${content.unit} makes ${price(should)}`;
          return [{ message, wanted: price(should), drawn, fields: ['unit_price'], boxes: [box] }];
        });
    },
  },
];
