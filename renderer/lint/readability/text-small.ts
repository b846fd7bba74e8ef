import { inMillimetres, millimetres } from '../label.js';
import type { MeasuredBox } from '../measure.js';
import type { LintRule } from '../rule.js';

/** 16 minutes of arc at 60 cm. */
const leastMm = 2.8;
/** The height of small letters to that of capitals in the product's fonts. */
const smallToCapital = 0.75;

export const textSmall: LintRule = {
  code: 'TEXT_SMALL',
  grade: 'warning',
  laws: [
    {
      set: 'readability',
      law: 'ISO 9241-3: at least 16 minutes of arc',
      source: 'pc.ibm.com, healthy computing, character size',
    },
  ],
  assumed:
    'a reading distance of 60 cm; the height is that of capitals or digits, else of letters, small ones at four thirds of theirs',
  mend: 'Give the text more room, a larger size, or fewer words.',
  unknown: 'How far customers stand, and words in pictures.',
  check(label) {
    return label.texts.flatMap((box) => {
      const mm = millimetres(capitalHeight(box), label.device);
      if (mm === 0 || mm >= leastMm) return [];
      const drawn = inMillimetres(mm);
      const message = `"${box.words.join(' ').slice(0, 40)}" is ${drawn} high`;
      return [{ message, wanted: `at least ${inMillimetres(leastMm)}`, drawn, fields: box.fields, boxes: [box] }];
    });
  },
};

function capitalHeight({ heights: { capHeight, digit, body, xHeight } }: MeasuredBox): number {
  return capHeight || digit || body || xHeight / smallToCapital;
}
