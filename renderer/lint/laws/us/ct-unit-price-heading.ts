import { boxShowing, unitPriceFields } from '../../label.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

export const ctUnitPriceHeading: LintRule = {
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
};
