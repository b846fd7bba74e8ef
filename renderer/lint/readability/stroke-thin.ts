import { millimetres, roundedDown } from '../label.js';
import type { LintRule } from '../rule.js';

/** A minute of arc at 60 cm. */
const leastMm = 0.175;

export const strokeThin: LintRule = {
  code: 'STROKE_THIN',
  grade: 'warning',
  laws: [{ set: 'readability', law: 'A minute of arc, which normal sight resolves' }],
  assumed: 'a reading distance of 60 cm, and at least 1 px',
  mend: 'Take a larger size or a bolder face: strokes of 2 px.',
  check(label) {
    const { device } = label;
    return label.texts.flatMap((box) => {
      const { stroke } = box.heights;
      const mm = millimetres(stroke, device);
      if (stroke === 0 || mm >= leastMm) return [];
      const drawn = `${roundedDown(mm, 3)} mm`;
      const message = `"${box.words.join(' ').slice(0, 40)}" has strokes of ${stroke} px, ${drawn}`;
      return [{ message, wanted: `at least ${leastMm} mm`, drawn, fields: box.fields, boxes: [box] }];
    });
  },
};
