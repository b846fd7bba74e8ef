import { millimetres, roundedDown } from '../label.js';
import type { LintRule } from '../rule.js';

/** For text from 18 points on, and for smaller text. */
const [largeContrast, smallContrast] = [3, 4.5];
const largeMm = (18 * 25.4) / 72;

export const contrastLow: LintRule = {
  code: 'CONTRAST_LOW',
  grade: 'warning',
  laws: [{ set: 'readability', law: 'WCAG 2.1, 1.4.3', source: 'w3.org, WCAG21, contrast-minimum' }],
  assumed: 'the colours that were measured on a panel of these inks; a placeholder where none was measured',
  mend: 'Take an ink farther from the ground: black on white or on yellow, white on red.',
  unknown: 'The light in the shop, and text on pictures.',
  check(label) {
    const { device } = label;
    return label.texts.flatMap((box) => {
      const contrast = label.contrast(box.colour, box.ground);
      const wanted = millimetres(box.font.least, device) >= largeMm ? largeContrast : smallContrast;
      if (contrast >= wanted) return [];
      const drawn = `${roundedDown(contrast, 1)} : 1`;
      const message = `${box.colour.replace('_', ' ')} on ${box.ground.replace('_', ' ')} has a contrast of ${drawn}`;
      return [{ message, wanted: `at least ${wanted} : 1`, drawn, fields: box.fields, boxes: [box] }];
    });
  },
};
