import type { Rectangle } from '../shapes/rectangle.js';
import { gapBetween, gapToEdge } from './ink.js';
import { lowTexts, millimetres, roundedDown } from './label.js';
import type { MeasuredBox } from './measure.js';
import { type LintRule, none, type RuleFault } from './rule.js';

/** 16 minutes of arc at 60 cm. */
const leastTextMm = 2.8;
/** The height of small letters to that of capitals in the product's fonts. */
const smallToCapital = 0.75;

function capitalHeight({ heights: { capHeight, digit, body, xHeight } }: MeasuredBox): number {
  return capHeight || digit || body || xHeight / smallToCapital;
}

/** For text from 18 points on, and for smaller text. */
const [largeContrast, smallContrast] = [3, 4.5];
const largeMm = (18 * 25.4) / 72;

/** A minute of arc at 60 cm. */
const leastStrokeMm = 0.175;

/**
 * The rows of a digit for each px of the line. A line of a fourteenth of the font, which is a tenth of the digits, makes one
 * digit two to five times as similar to another: see `thicknessOf` in renderer/price/strike.ts.
 */
const leastRows = 12;

const leastPx = 1;
const readable = new Set(['text', 'price', 'barcode', 'qr', 'icon']);

/** Two texts that touch are found once, from the earlier one. */
function isLaterText(other: MeasuredBox, at: number, than: number): boolean {
  return at < than && (other.kind === 'text' || other.kind === 'price');
}

/** The least ground between a number and what is beside it, as a share of the height of the lower digits. */
const leastNumberGap = 0.25;

function isBeside(a: Rectangle, b: Rectangle): boolean {
  return a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Pairs of texts and prices on one line, at least one of them with digits: the ground between them and the height of the lower digits or capitals, in px. */
export function numberGaps(boxes: readonly MeasuredBox[]) {
  const inked = boxes.filter(({ kind, ink }) => (kind === 'text' || kind === 'price') && ink.width > 0);
  return inked.flatMap((box, i) =>
    inked.slice(i + 1).flatMap((other) => {
      if ((box.heights.digit === 0 && other.heights.digit === 0) || !isBeside(box.ink, other.ink)) return [];
      const digits = [box, other].map((each) => each.heights.digit || capitalHeight(each));
      const px = gapBetween(box.ink, other.ink);
      return [{ box, other, px, digits: Math.min(...digits) }];
    }),
  );
}

/** What somebody at 60 cm can't read. */
export const readabilityRules: readonly LintRule[] = [
  {
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
    check: (label) => lowTexts(label, leastTextMm, capitalHeight),
  },
  {
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
  },
  {
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
        if (stroke === 0 || mm >= leastStrokeMm) return [];
        const drawn = `${roundedDown(mm, 3)} mm`;
        const message = `"${box.words.join(' ').slice(0, 40)}" has strokes of ${stroke} px, ${drawn}`;
        return [{ message, wanted: `at least ${leastStrokeMm} mm`, drawn, fields: box.fields, boxes: [box] }];
      });
    },
  },
  {
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
  },
  {
    code: 'NUMBER_CROWDED',
    grade: 'error',
    laws: [{ set: 'readability' }],
    assumed: 'ground of a quarter of the height of the lower digits keeps a number apart from what is beside it',
    mend: 'Give the row a larger gap, or put the two below each other.',
    unknown: 'Whether the two are meant to be one number.',
    check: ({ boxes }) =>
      numberGaps(boxes).flatMap(({ box, other, px, digits }) => {
        if (px >= digits * leastNumberGap) return [];
        const [words, beside] = [box, other].map((each) => each.words.join(' ').slice(0, 20));
        const message = `"${words}" and "${beside}" read together`;
        const wanted = `at least ${Math.ceil(digits * leastNumberGap)} px`;
        const fields = [...new Set([...box.fields, ...other.fields])];
        return [{ message, wanted, drawn: `${px} px`, fields, boxes: [box, other] }];
      }),
  },
  {
    code: 'TEXT_CROWDED',
    grade: 'warning',
    laws: [{ set: 'readability' }],
    assumed: 'a pixel of ground keeps two shapes apart',
    mend: 'Give the box padding, or a gap to its neighbour.',
    unknown: 'Whether a case covers the edge of the panel.',
    check({ boxes, device }) {
      const drawn = boxes.filter(({ kind, ink }) => readable.has(kind) && ink.width > 0);
      return drawn.flatMap((box, i): readonly RuleFault[] => {
        if (box.kind !== 'text' && box.kind !== 'price') return none;
        const edge = gapToEdge(box.ink, device);
        const touched = drawn.find(
          (other, j) => other !== box && !isLaterText(other, j, i) && gapBetween(box.ink, other.ink) < leastPx,
        );
        if (edge >= leastPx && !touched) return none;
        const what = touched
          ? `what is drawn beside it, "${touched.words.join(' ').slice(0, 20)}"`
          : 'the edge of the panel';
        const message = `"${box.words.join(' ').slice(0, 40)}" touches ${what}`;
        const fields = [...new Set([...box.fields, ...(touched?.fields ?? [])])];
        const at = touched ? [box, touched] : [box];
        const gap = `${Math.max(0, touched ? 0 : edge)} px`;
        return [{ message, wanted: `at least ${leastPx} px`, drawn: gap, fields, boxes: at }];
      });
    },
  },
];
