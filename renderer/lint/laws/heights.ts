import { inMillimetres, inPercent, millimetres } from '../label.js';
import { type LintRule, none } from '../rule.js';

/** Finds a price whose digits are lower than `least` mm. */
export function digitHeight(of: 'price' | 'unit price', least: number): LintRule['check'] {
  return (label) => {
    const box = of === 'price' ? label.priceBox : label.unitPriceBox;
    if (!box) return none;
    const mm = millimetres(box.heights.digit, label.device);
    if (mm >= least) return none;
    const drawn = inMillimetres(mm);
    const message = `The digits of the ${of} are ${drawn} high`;
    return [{ message, wanted: `at least ${inMillimetres(least)}`, drawn, fields: box.fields, boxes: [box] }];
  };
}

/** Finds a unit price whose digits are less than a share of the height of the price's, where those are above `from` mm. */
export function unitPriceShare(least: number, from = 0): LintRule['check'] {
  return (label) => {
    const { unitPriceBox: box, priceBox: price } = label;
    if (!box || !price) return none;
    const [mm, priceMm] = [box, price].map(({ heights }) => millimetres(heights.digit, label.device)) as [
      number,
      number,
    ];
    if (priceMm <= from || box.heights.digit >= price.heights.digit * least) return none;
    const drawn = `${inPercent(mm / priceMm)} (${inMillimetres(mm)} of ${inMillimetres(priceMm)})`;
    const message = `The unit price has ${inPercent(mm / priceMm)} of the price’s height: ${inMillimetres(mm)} of ${inMillimetres(priceMm)}`;
    const fields = [...new Set([...box.fields, ...price.fields])];
    return [{ message, wanted: `at least ${inPercent(least)}`, drawn, fields, boxes: [box, price] }];
  };
}
