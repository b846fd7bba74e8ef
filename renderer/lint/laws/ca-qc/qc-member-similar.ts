import { boxShowing, inPercent } from '../../label.js';
import { type LintRule, none } from '../../rule.js';
import { sources } from '../sources.js';

const least = 0.5;

export const qcMemberSimilar: LintRule = {
  code: 'QC_MEMBER_SIMILAR',
  grade: 'warning',
  laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
  shows: ['data.member_price'],
  assumed: '"similar" means that the smaller price has at least half the height of the larger one',
  mend: 'Draw the price for everybody and that for members in similar sizes.',
  check(label) {
    const prices = [boxShowing(label, ['price']), boxShowing(label, ['data.member_price'])].filter((box) => box);
    const [small, large] = [...prices].sort((a, b) => a!.heights.digit - b!.heights.digit);
    if (!small || !large || small.heights.digit >= large.heights.digit * least) return none;
    const drawn = inPercent(small.heights.digit / large.heights.digit);
    const message = `The digits of ${small.fields.join(', ')} have ${drawn} of the height of ${large.fields.join(', ')}`;
    const fields = [...small.fields, ...large.fields];
    return [{ message, wanted: `at least ${inPercent(least)}`, drawn, fields, boxes: [small, large] }];
  },
};
