import type { Device } from '../../devices/index.js';
import type { Plan } from '../boxes/plan.js';
import type { NextSteps, Step } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Arrangement } from '../slots/arranged.js';
import { fontsFor } from '../slots/sizes.js';
import type { Ruler } from '../text/ruler.js';
import type { FitMode } from '../text/text-box.js';
import { type ArrangersOf, moreLines } from './steps.js';

/** What the room of texts depends on besides the step. */
export interface RoomContext {
  readonly plan: Plan;
  readonly device: Device;
  readonly content: Content;
  /** The concessions that texts make. */
  readonly mode: FitMode;
  readonly on: ArrangersOf;
  /** Whether texts may take more lines. */
  readonly takesLines: boolean;
  /** The step before any ties. */
  readonly untied: Step;
  readonly tied: (untied: Step) => Step;
  /** The fonts of texts and prices in px; 0 for one that does not fit. */
  readonly sizesOf: (step: Step) => readonly number[];
}

/** A text with its lines as drawn, the most that it may have, and its font. */
interface Reserved {
  readonly text: number;
  readonly lines: number;
  readonly most: number;
  /** In px; undefined for the preferred one. */
  readonly font: number | undefined;
}

/** Less room, as a share of the panel's height, is not worth another arrangement. */
const leastSpare = 0.03;
/** How many lines of its smaller font a text may take besides those that it has. */
const mostLines = 3;

/**
 * A text that does not fit at its preferred size is drawn smaller than its box reserves room for. Returns the step in which others
 * have the room to spare, or in which the text is larger, where no other text or price gets smaller by that.
 */
export function createFittingRoom(
  ruler: Ruler,
  { withLines, withRoom }: NextSteps,
): (step: Step, context: RoomContext) => Step {
  return (step, context) => {
    const { plan, content, takesLines, untied, tied, sizesOf } = context;
    // Where all labels have equal boxes, none leaves or takes room.
    const reserved = plan.layout.fit === 'same' ? [] : reservedIn(step, context, ruler);
    if (reserved.length === 0) return step;
    const heightsAt = (at: Step) => plan.slots(content, at).map(({ area }) => area.height);
    let heights = heightsAt(untied);
    let best = step;
    let sizes = sizesOf(step);
    for (let more = 0; more <= (takesLines ? mostLines : 0); more++) {
      const spare = reserved.reduce((before, { text, lines, most, font }) => {
        const counted = withLines(before, text, Math.min(lines + more, most));
        return font === undefined ? counted : withRoom(counted, text, font);
      }, untied);
      const heightsThen = heightsAt(spare);
      const isHigher = heightsThen.some((height, i) => height > heights[i]!);
      if (!isHigher && more > 0) break;
      heights = heightsThen;
      if (!isHigher) continue;
      const next = tied(spare);
      const sizesThen = sizesOf(next);
      if (sizes.some((size, i) => sizesThen[i]! < size)) break;
      if (!sizes.some((size, i) => sizesThen[i]! > size)) continue;
      [best, sizes] = [next, sizesThen];
      // What others have taken, the text can't.
      if (more === 0) break;
    }
    return best;
  };
}

/** The texts whose letters or lines leave much of the room that their boxes reserve. */
function reservedIn(step: Step, { plan, device, content, mode, on }: RoomContext, ruler: Ruler): readonly Reserved[] {
  const slots = plan.slots(content, step);
  const arrangers = on(slots);
  return slots.flatMap(({ node, text, turn, bounds }, i) => {
    if (text === undefined || turn !== 0 || node.type !== 'text') return [];
    const lines = linesOf(arrangers[i]!.arrange(content, mode));
    if (lines === 0) return [];
    const { font } = arrangers[i]!.drawn!(content, mode)!;
    const { preferred } = fontsFor(node, device, ruler, 'JP', bounds);
    const isSmaller = font < preferred;
    if (step.lines[text]! * preferred - lines * font < leastSpare * device.height) return [];
    const { lines: allowed = 1 } = node;
    const most = isSmaller && allowed > 1 ? Math.max(lines, allowed + moreLines) : lines;
    return [{ text, lines, most, font: isSmaller ? font : undefined }];
  });
}

/** How many lines a text has. */
function linesOf(arrangement: Arrangement | undefined): number {
  let [lines, last] = [0, NaN];
  for (const { y } of arrangement?.marks ?? []) {
    if (y !== last) lines++;
    last = y;
  }
  return lines;
}
