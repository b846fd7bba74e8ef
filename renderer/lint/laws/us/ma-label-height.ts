import { inMillimetres, millimetres } from '../../label.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

/** An inch, in mm. */
const least = 25.4;

export const maLabelHeight: LintRule = {
  code: 'MA_LABEL_HEIGHT',
  grade: 'warning',
  laws: [{ set: 'us-ma', law: '202 CMR 7.06', source: sources['us-ma'] }],
  assumed: 'the tag is the visible area: with its case it may be high enough',
  mend: 'Take a higher panel, or measure the tag with its case.',
  check({ device }) {
    const mm = millimetres(device.height, device);
    if (mm >= least) return none;
    const drawn = inMillimetres(mm);
    return [{ message: `The label is ${drawn} high`, wanted: `at least ${least} mm`, drawn, fields: [] }];
  },
};
