import { millimetres, roundedDown } from '../../label.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

/** In cm², of food and of other goods. */
const [food, other] = [12.9, 9.67];

export const qcLabelArea: LintRule = {
  code: 'QC_LABEL_AREA',
  grade: 'error',
  laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
  assumed: 'the label is its visible area, without the case; between 9.67 and 12.90 cm² it is too small for food only',
  mend: 'Take a larger panel.',
  check({ device }) {
    const [width, height] = [device.width, device.height].map((px) => millimetres(px, device) / 10) as [number, number];
    const area = width * height;
    if (area >= food) return none;
    const drawn = `${roundedDown(area, 2)} cm²`;
    const message = `The label has ${drawn}`;
    const grade = area >= other ? 'warning' : 'error';
    return [
      { message, wanted: `at least ${food.toFixed(2)} cm² (food), ${other} cm² (other)`, drawn, fields: [], grade },
    ];
  },
};
