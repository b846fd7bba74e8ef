import { redContrastOf } from '../contrast.js';
import { inPercent } from '../label.js';
import type { LintRule } from '../rule.js';

/** Symbol contrast of grade C. */
const least = 0.4;

export const barContrast: LintRule = {
  code: 'BAR_CONTRAST',
  grade: 'error',
  laws: [
    {
      set: 'codes',
      law: 'ISO/IEC 15416, symbol contrast of grade C',
    },
  ],
  assumed: 'scanners with red light, and the colours that were measured on a panel of these inks',
  mend: 'Put the code on white.',
  check({ boxes, device }) {
    return boxes.flatMap((box) => {
      if (!box.symbol) return [];
      const contrast = redContrastOf(box.colour, box.ground, device);
      if (contrast >= least) return [];
      const drawn = inPercent(contrast);
      const message = `In red light, ${box.colour} bars on ${box.ground} differ by ${drawn}`;
      return [{ message, wanted: `at least ${inPercent(least)}`, drawn, fields: box.fields, boxes: [box] }];
    });
  },
};
