import type { Device } from '../../devices/index.js';
import type { Plan } from '../boxes/plan.js';
import type { NextSteps, Step } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Node } from '../layout/document.js';
import type { RankedNode } from '../layout/scale.js';
import type { DrawnSize } from '../price/fit.js';
import type { Slot } from '../slots/slot.js';
import type { TiedSize } from '../slots/sizes.js';
import type { Ruler } from '../text/ruler.js';
import { NoRoom } from '../text/no-room.js';
import type { FitMode } from '../text/text-box.js';
import type { Arranger } from '../slots/arranged.js';
import type { ArrangersOf } from './steps.js';
import { createColumns, createTies, type TiedSlots } from './tied-slots.js';

/**
 * How often sizes are adjusted. Texts grow in the first round; in the second, they give back what is too much, as the room that
 * they took has made prices smaller; in the others, letters and prices only become smaller.
 */
const maxRounds = 4;
/** A text that is larger by this factor than it has to be gives back room. */
const toSpare = 1.12;

/** What ties depend on besides the step. */
export interface TieContext {
  readonly plan: Plan;
  readonly device: Device;
  readonly content: Content;
  /** The concessions that texts make. */
  readonly mode: FitMode;
  /** Those that they may make at last. */
  readonly last: FitMode;
  readonly on: ArrangersOf;
  /** Counts the lines of a step again where its sizes differ from those of an earlier one. */
  readonly recount: (before: Step, step: Step) => Step;
}

/** Gives a step the sizes with which the ties of the layout hold. */
export function createTie(ruler: Ruler, { withSize }: NextSteps) {
  const tiesOf = createTies(ruler);
  const columnsOf = createColumns();
  return (first: Step, context: TieContext): Step => {
    const { plan, device, content, on, recount } = context;
    if (plan.ranked.length < 2) return first;
    // Where all labels have equal boxes, no text grows.
    const same = plan.layout.fit === 'same';
    let step = first;
    /** By the tied nodes that grew: the height of the other’s digits before. */
    const before = new Map<Node, number>();
    for (let round = 0; round < maxRounds; round++) {
      let next = step;
      const bound = ({ node, bounds }: Slot, set: TiedSize) => {
        const { least, most } = { ...bounds, ...set };
        if (least !== bounds?.least || most !== bounds?.most)
          next = withSize(next, plan.ranked.indexOf(node as RankedNode), { least, most });
      };
      const slots = plan.slots(content, step);
      const arrangers = on(slots);
      for (const tied of tiesOf(slots, device))
        adjust(tied, context, arrangers, bound, before, same ? maxRounds : round);
      for (const column of columnsOf(slots)) {
        const fonts = column.map((i) => fontIn(arrangers[i]!, context));
        const most = Math.min(...fonts);
        for (const [row, i] of column.entries()) if (fonts[row]! > most) bound(slots[i]!, { most });
      }
      if (next === step) return step;
      step = same ? next : recount(step, next);
    }
    return step;
  };
}

/** The font in px of a text that may make all concessions, or be cut; Infinity for one that shows nothing, or has no room. */
function fontIn({ drawn, cut }: Arranger, { content, mode, last }: TieContext): number {
  const size = drawn!(content, mode) ?? drawn!(content, last);
  if (size) return size.font || Infinity;
  try {
    const marks = cut?.(content, last).marks ?? [];
    return Math.min(...marks.map((mark) => (mark.kind === 'text' ? mark.word.font.size : Infinity)));
  } catch (error) {
    // At this step: a later one may have room.
    if (error instanceof NoRoom) return Infinity;
    throw error;
  }
}

/** Bounds the size of one of two tied slots where the tie does not hold. */
function adjust(
  { own, other, ownIndex, otherIndex, role, text, min: leastShare, max }: TiedSlots,
  { content, mode }: Pick<TieContext, 'content' | 'mode'>,
  arrangers: readonly Arranger[],
  bound: (slot: Slot, bounds: TiedSize) => void,
  before: Map<Node, number>,
  round: number,
): void {
  const size = arrangers[otherIndex]!.drawn!(content, mode);
  if (!size || size.digits === 0) return;
  const limit = max * size.digits;
  if (limit < (text?.largest ?? Infinity)) {
    const drawn = arrangers[ownIndex]!.drawn!(content, mode);
    if (drawn && drawn.digits > limit) bound(own, { most: part(drawn, limit) });
  }
  const min = role === 'unit_price' ? Math.max(leastShare, content.unit_price_share ?? 0) : leastShare;
  if (min === 0) return;
  const needed = min * size.digits;
  const least = own.bounds?.least;
  // A plain text that fits is at least as large as it prefers.
  if (least === undefined && mode === 'plain' && text && text.preferred.digits >= needed) return;
  // As large as it can be, it is too small: measuring it would tell nothing more.
  const grows = round === 0 && text !== undefined && text.largest < needed;
  const drawn = grows ? undefined : arrangers[ownIndex]!.drawn!(content, mode);
  if (drawn && (drawn.digits === 0 || drawn.digits >= needed)) {
    if (round === 1 && text && before.has(own.node) && drawn.digits > needed * toSpare)
      bound(own, { least: text.atLeast(shared(min, text.preferred.digits, before.get(own.node)!, drawn, size)) });
    return;
  }
  if (round === 0 && text) {
    before.set(own.node, size.digits);
    bound(own, { least: text.atLeast(needed) });
    return;
  }
  const fitting = drawn ?? arrangers[ownIndex]!.drawn!(content, 'shrunk');
  if (text && least !== undefined)
    bound(own, { least: fitting && fitting.font > text.preferred.font ? fitting.font : undefined });
  if (fitting) bound(other, { most: part(size, fitting.digits / min) });
}

/**
 * The height of a text's digits at which they are a share of the other's, if that falls evenly as the text grows.
 * @param text the height of its digits before it grew
 * @param other the height of the other's digits then
 */
function shared(share: number, text: number, other: number, grown: DrawnSize, left: DrawnSize): number {
  const slope = grown.digits > text ? (left.digits - other) / (grown.digits - text) : 0;
  return (share * (other - slope * text)) / (1 - share * slope);
}

/** The font in px of a size with digits of a lesser height, about. The next round finds where rounding leaves them too high. */
function part({ font, digits }: DrawnSize, lower: number): number {
  return Math.floor((font * lower) / digits);
}
