import { thousandths } from '../../amounts/amount.js';
import { fieldOf } from '../../layout/template.js';
import { boxShowing, inMillimetres, millimetres, sellingPrice, unitPriceFields } from '../label.js';
import { type LintLabel, type LintRule, none, type RuleFault } from '../rule.js';
import { digitHeight } from './heights.js';
import { sources } from './sources.js';

/** Half an inch and an inch, in mm. */
const [maPriceHeightLeast, maLabelHeightLeast] = [12.7, 25.4];

/** Finds a unit price below a dollar. */
function belowDollar(label: LintLabel, wantedOf: (amount: number) => string): readonly RuleFault[] {
  const { content } = label;
  const amount = thousandths(fieldOf(content, 'unit_price')) / 10;
  if (content.currency !== 'USD' || !(amount < 100)) return none;
  const [wanted, drawn] = [wantedOf(amount), label.price((amount / 100).toFixed(2))];
  const box = boxShowing(label, unitPriceFields);
  const message = `The unit price, ${drawn}, is below a dollar`;
  return [{ message, wanted, drawn, fields: ['unit_price'], boxes: box ? [box] : [] }];
}

/** States of the USA. */
export const usRules: readonly LintRule[] = [
  {
    code: 'MA_PRICE_HEIGHT',
    grade: 'error',
    laws: [{ set: 'us-ma', law: '202 CMR 7.06', source: sources['us-ma'] }],
    assumed: 'that the shop has scanners instead of prices on goods',
    mend: 'Give the price more room, or take a larger panel.',
    check: digitHeight('price', maPriceHeightLeast),
  },
  {
    code: 'MA_LABEL_HEIGHT',
    grade: 'warning',
    laws: [{ set: 'us-ma', law: '202 CMR 7.06', source: sources['us-ma'] }],
    assumed: 'the tag is the visible area: with its case it may be high enough',
    mend: 'Take a higher panel, or measure the tag with its case.',
    check({ device }) {
      const mm = millimetres(device.height, device);
      if (mm >= maLabelHeightLeast) return none;
      const drawn = inMillimetres(mm);
      return [
        { message: `The label is ${drawn} high`, wanted: `at least ${maLabelHeightLeast} mm`, drawn, fields: [] },
      ];
    },
  },
  {
    code: 'CT_UNIT_PRICE_HEADING',
    grade: 'error',
    laws: [{ set: 'us-ct', law: 'Regs. Conn. State Agencies 21a-75-4', source: sources['us-ct'] }],
    shows: unitPriceFields,
    mend: 'Add the words "Unit Price" to the layout.',
    unknown: 'Whether the two colours of the label contrast as the regulation means it.',
    check(label) {
      const words = label.boxes.map((box) => box.words.join(' ').toLowerCase());
      if (words.some((text) => text.includes('unit price'))) return none;
      const box = boxShowing(label, unitPriceFields);
      const message = 'The unit price has no heading "Unit Price"';
      return [{ message, wanted: '"Unit Price"', drawn: 'none', fields: ['unit_price'], boxes: box ? [box] : [] }];
    },
  },
  {
    code: 'CT_UNIT_PRICE_PLACE',
    grade: 'error',
    laws: [{ set: 'us-ct', law: 'Regs. Conn. State Agencies 21a-75-4', source: sources['us-ct'] }],
    shows: unitPriceFields,
    assumed: 'above or left of means that the ink ends where that of the price begins, or before',
    mend: 'Put the unit price above the price, or left of it.',
    check(label) {
      const [box, price] = [boxShowing(label, unitPriceFields), sellingPrice(label)];
      if (!box || !price) return none;
      if (box.ink.y + box.ink.height <= price.ink.y || box.ink.x + box.ink.width <= price.ink.x) return none;
      const drawn = box.ink.y >= price.ink.y + price.ink.height ? 'below' : 'right of it, or in it';
      const message = 'The unit price is neither above nor left of the price';
      const fields = [...box.fields, ...price.fields];
      return [{ message, wanted: 'above or left of the price', drawn, fields, boxes: [box, price] }];
    },
  },
  {
    code: 'CT_UNIT_PRICE_DIGITS',
    grade: 'warning',
    laws: [{ set: 'us-ct', law: 'Regs. Conn. State Agencies 21a-75-4', source: sources['us-ct'] }],
    shows: unitPriceFields,
    assumed: 'three digits are tenths of a cent, which prices here do not have',
    mend: 'Take a larger quantity for the unit price, such as the gallon or the pound.',
    check: (label) => belowDollar(label, (amount) => `three digits: ${amount}.0 ¢`),
  },
  {
    code: 'NJ_UNIT_PRICE_CENTS',
    grade: 'error',
    laws: [{ set: 'us-nj', law: 'N.J.A.C. 13:45A-14.6', source: sources['us-nj'] }],
    shows: unitPriceFields,
    mend: 'Take a larger quantity for the unit price, or write the cents as a text of the layout.',
    check: (label) => belowDollar(label, (amount) => `in cents: ${amount} ¢`),
  },
];
