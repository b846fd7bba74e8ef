import { gapBetween, gapToEdge } from '../ink.js';
import type { MeasuredBox } from '../measure.js';
import { type RuleFault, type LintRule, none } from '../rule.js';

const leastPx = 1;
const readable = new Set(['text', 'price', 'barcode', 'qr', 'icon']);

export const textCrowded: LintRule = {
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
      return [
        {
          message,
          wanted: `at least ${leastPx} px`,
          drawn: `${Math.max(0, touched ? 0 : edge)} px`,
          fields,
          boxes: at,
        },
      ];
    });
  },
};

/** Two texts that touch are found once, from the earlier one. */
function isLaterText(other: MeasuredBox, at: number, than: number): boolean {
  return at < than && (other.kind === 'text' || other.kind === 'price');
}
