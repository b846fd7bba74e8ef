import type { Plan } from '../boxes/plan.js';
import type { Slot } from '../slots/slot.js';
import type { Warning } from '../content.js';
import { boundsOf } from '../drawing/bounds.js';
import type { Mark } from '../drawing/marks.js';
import { kindOf } from '../kinds/schemas.js';
import { pointersOf } from '../layout/pointers.js';
import { type Meter, workCosts } from '../limits.js';
import { intersection, overlap, type Rectangle } from '../shapes/rectangle.js';
import { getBit } from '../shapes/stencil.js';
import type { Arrangement } from '../slots/arranged.js';
import { getOrInsert } from '../get-or-insert.js';

/** Indices of two slots that overlap: what must stay visible, and what is drawn later. */
type Overlap = readonly [below: number, above: number];

const nothing: readonly Warning[] = [];

/** Warns of prices and quantities that a later child of a stack covers. Which slots overlap is computed once per list of slots. */
export function createCoveredCheck(meter: Meter) {
  const pairsOfSlots = new WeakMap<readonly Slot[], readonly Overlap[]>();
  const pairsOf = (slots: readonly Slot[]): readonly Overlap[] =>
    getOrInsert(pairsOfSlots, slots, () => {
      meter.charge(Math.ceil(slots.length ** 2 * workCosts.overlap));
      return sharing(slots);
    });
  return (
    { layout, roots }: Pick<Plan, 'layout' | 'roots'>,
    slots: readonly Slot[],
    arranged: readonly Arrangement[],
  ): readonly Warning[] => {
    const pairs = pairsOf(slots);
    if (pairs.length === 0) return nothing;
    const covered = pairs.filter(([below, above]) => covers(arranged[above]!.marks, arranged[below]!.marks, meter));
    if (covered.length === 0) return nothing;
    const pointers = pointersOf(layout, roots);
    return covered.map(([below, above]) => warningOf(pointers, slots[below]!, slots[above]!));
  };
}

function sharing(slots: readonly Slot[]): readonly Overlap[] {
  return slots.flatMap((slot, below) => {
    if (mustBeSeen(slot) === undefined) return [];
    return slots.flatMap((other, i) => (i > below && overlap(slot, other) ? [[below, i] as const] : []));
  });
}

/** The field that must stay visible: a price, or one that must not be cut. */
function mustBeSeen({ node, required }: Slot): string | undefined {
  return required ?? kindOf(node).field?.(node);
}

function warningOf(pointers: ReturnType<typeof pointersOf>, below: Slot, above: Slot): Warning {
  const field = mustBeSeen(below)!;
  const [place, cover] = [below, above].map(({ node }) => pointers.get(node)!.outer);
  const message = `${field}, which ${place!} draws, is covered by ${cover!}: give it a part of the stack that nothing lies over`;
  return { code: 'FIELD_COVERED', field, message };
}

/** Whether a pixel of `above` is within the bounds of a word of `below`. */
function covers(above: readonly Mark[], below: readonly Mark[], meter: Meter): boolean {
  const words = below.filter(({ kind }) => kind === 'text').map(boundsOf);
  return above.some((mark) => {
    const bounds = boundsOf(mark);
    return words.some((word) => overlap(word, bounds) && hasInk(mark, intersection(word, bounds), meter));
  });
}

/** Whether a mark draws a pixel of an area, which lies within its bounds. A word counts as all of its bounds. */
function hasInk(mark: Mark, area: Rectangle, meter: Meter): boolean {
  if (mark.kind === 'fill' || mark.kind === 'text') return true;
  meter.charge(Math.ceil(area.width * area.height * workCosts.overlap));
  for (let y = area.y - mark.y; y < area.y - mark.y + area.height; y++)
    for (let x = area.x - mark.x; x < area.x - mark.x + area.width; x++)
      if (mark.kind === 'stencil' ? getBit(mark.stencil, x, y) : mark.picture.inks[y * mark.picture.width + x] !== 255)
        return true;
  return false;
}
