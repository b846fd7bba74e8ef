import { boxShowing, sellingPrice, unitPriceFields } from '../../label.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

export const ctUnitPricePlace: LintRule = {
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
};
