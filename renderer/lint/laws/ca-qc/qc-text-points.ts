import { inMillimetres, millimetres } from '../../label.js';
import type { LintRule } from '../../rule.js';
import { sources } from '../sources.js';
import { inDigits } from './points.js';

const least = inDigits(10);

export const qcTextPoints: LintRule = {
  code: 'QC_TEXT_POINTS',
  grade: 'error',
  laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
  assumed: 'capitals and digits of 10-point type are 0.7 of it high: 2.5 mm; texts without either are not checked',
  mend: 'Give the text a larger size or more room.',
  check(label) {
    return label.texts.flatMap((box) => {
      const mm = millimetres(box.heights.capHeight || box.heights.digit, label.device);
      if (mm === 0 || mm >= least) return [];
      const drawn = inMillimetres(mm);
      const message = `"${box.words.join(' ').slice(0, 40)}" is ${drawn} high`;
      return [{ message, wanted: `at least ${inMillimetres(least)}`, drawn, fields: box.fields, boxes: [box] }];
    });
  },
};
