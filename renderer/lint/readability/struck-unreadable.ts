import type { LintRule } from '../rule.js';

/**
 * The rows of a digit for each px of the line. A line of a fourteenth of the font, which is a tenth of the digits, makes one
 * digit two to five times as similar to another: see `thicknessOf` in renderer/price/strike.ts.
 */
const leastRows = 12;

export const struckUnreadable: LintRule = {
  code: 'STRUCK_UNREADABLE',
  grade: 'warning',
  laws: [{ set: 'readability' }],
  assumed: `digits of ${leastRows} rows for each px of the line can be told apart`,
  mend: 'Make the struck price larger.',
  check: ({ boxes }) =>
    boxes.flatMap((box) => {
      if (box.kind !== 'price') return [];
      const { struck, heights, fields } = box;
      if (struck === 0 || heights.digit === 0 || heights.digit >= leastRows * struck) return [];
      const drawn = `${heights.digit} px`;
      const wanted = `at least ${leastRows * struck} px`;
      const message = `The struck price has digits of ${drawn} under a line of ${struck} px`;
      return [{ message, wanted, drawn, fields, boxes: [box] }];
    }),
};
