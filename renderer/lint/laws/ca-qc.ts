import { boxShowing, inPercent, lowTexts, millimetres, roundedDown } from '../label.js';
import { type LintRule, none } from '../rule.js';
import { digitHeight } from './heights.js';
import { sources } from './sources.js';

/** The height in mm of the digits of a type of `points`, each 1/72 in: 0.7 of that of its font. */
const inDigits = (points: number): number => Math.round((points / 72) * 25.4 * 0.7 * 10) / 10;
const textLeast = inDigits(10);

/** In cm², of food and of other goods. */
const [food, other] = [12.9, 9.67];

const qcMemberSimilarLeast = 0.5;

/** Québec. */
export const qcRules: readonly LintRule[] = [
  {
    code: 'QC_PRICE_POINTS',
    grade: 'error',
    laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
    assumed: 'digits of 28-point type are 0.7 of it high: 6.9 mm',
    mend: 'Give the price more room, or take a larger panel.',
    unknown: 'Whether the face is bold enough.',
    check: digitHeight('price', inDigits(28)),
  },
  {
    code: 'QC_TEXT_POINTS',
    grade: 'error',
    laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
    assumed: 'capitals and digits of 10-point type are 0.7 of it high: 2.5 mm; texts without either are not checked',
    mend: 'Give the text a larger size or more room.',
    check: (label) => lowTexts(label, textLeast, ({ heights }) => heights.capHeight || heights.digit),
  },
  {
    code: 'QC_LABEL_AREA',
    grade: 'error',
    laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
    assumed:
      'the label is its visible area, without the case; between 9.67 and 12.90 cm² it is too small for food only',
    mend: 'Take a larger panel.',
    check({ device }) {
      const [width, height] = [device.width, device.height].map((px) => millimetres(px, device) / 10) as [
        number,
        number,
      ];
      const area = width * height;
      if (area >= food) return none;
      const drawn = `${roundedDown(area, 2)} cm²`;
      const message = `The label has ${drawn}`;
      const grade = area >= other ? 'warning' : 'error';
      return [
        { message, wanted: `at least ${food.toFixed(2)} cm² (food), ${other} cm² (other)`, drawn, fields: [], grade },
      ];
    },
  },
  {
    code: 'QC_MEMBER_SIMILAR',
    grade: 'warning',
    laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
    shows: ['data.member_price'],
    assumed: '"similar" means that the smaller price has at least half the height of the larger one',
    mend: 'Draw the price for everybody and that for members in similar sizes.',
    check(label) {
      const prices = [boxShowing(label, ['price']), boxShowing(label, ['data.member_price'])].filter((box) => box);
      const [small, large] = [...prices].sort((a, b) => a!.heights.digit - b!.heights.digit);
      if (!small || !large || small.heights.digit >= large.heights.digit * qcMemberSimilarLeast) return none;
      const drawn = inPercent(small.heights.digit / large.heights.digit);
      const message = `The digits of ${small.fields.join(', ')} have ${drawn} of the height of ${large.fields.join(', ')}`;
      const fields = [...small.fields, ...large.fields];
      return [{ message, wanted: `at least ${inPercent(qcMemberSimilarLeast)}`, drawn, fields, boxes: [small, large] }];
    },
  },
  {
    code: 'QC_SINGLE_PRICE',
    grade: 'error',
    laws: [{ set: 'ca-qc', law: 'P-40.1, r. 3, s. 91.5 (text of 2021)', source: sources['ca-qc'] }],
    shows: ['data.offer_price', 'data.pay_quantity'],
    mend: 'Take a layout that shows the price of one beside that of several.',
    check({ shown }) {
      if (shown.has('price')) return none;
      const message = 'The price of several is shown without the price of one';
      return [{ message, wanted: 'the price of one', drawn: 'none', fields: ['price'] }];
    },
  },
];
