import type { Device } from '../../devices/index.js';
import type { Plan } from '../boxes/plan.js';
import type { NextSteps, Step } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Node } from '../layout/document.js';
import { type Arranger, nothing, undrawn } from '../slots/arranged.js';
import { faceOf, fontsFor } from '../slots/sizes.js';
import type { Ruler } from '../text/ruler.js';
import type { FitMode } from '../text/text-box.js';
import type { ArrangersOf } from './steps.js';

/** What the room of texts depends on besides the step. */
export interface RoomContext {
  readonly plan: Plan;
  readonly device: Device;
  readonly content: Content;
  /** The concessions that texts make. */
  readonly mode: FitMode;
  readonly on: ArrangersOf;
  /** Makes the step before any ties. */
  readonly untied: () => Step;
  readonly tied: (untied: Step) => Step;
  /** What must not get smaller, by slot: fonts of texts and prices, and heights of codes, icons and pictures, in px. */
  readonly sizesOf: (step: Step) => readonly number[];
}

/** A text that leaves room, with its lines and its font as drawn. */
interface Reserved {
  readonly text: number;
  readonly lines: number;
  /** In px; undefined for the preferred one. */
  readonly font: number | undefined;
}

/** Less room, as a share of the panel's height, is not worth another arrangement. */
const leastSpare = 0.03;
/** Shares of the room that a price leaves which a text tries to take: all of it may be too much for what is beside the price. */
const takenShares = [1, 2 / 3, 1 / 3] as const;

/**
 * Shares out the room that a step leaves over: first that of texts drawn smaller than their boxes reserve, then that of a price that
 * can't be wider, to names, then to texts that are smaller than they prefer. Nothing else gets smaller.
 */
export function createFittingRoom(
  ruler: Ruler,
  { withLines, withRoom }: NextSteps,
): (step: Step, context: RoomContext) => Step {
  return (step, context) => {
    const { plan, device, content, mode, on, untied, tied, sizesOf } = context;
    // Where all labels have equal boxes, none leaves or takes room.
    if (plan.layout.fit === 'same') return step;
    let best = step;
    let untiedBest: Step | undefined;
    // Most labels leave no room: their steps before ties are not made.
    const base = () => (untiedBest ??= untied());
    let sizes: readonly number[] | undefined;
    /** Takes a step in which nothing is smaller, and something larger unless `isTighter`. */
    const takes = (next: Step, isTighter = false): boolean => {
      sizes ??= sizesOf(best);
      const after = tied(next);
      const then = sizesOf(after);
      if (sizes.some((size, i) => then[i]! < size)) return false;
      if (!isTighter && !sizes.some((size, i) => then[i]! > size)) return false;
      [best, untiedBest, sizes] = [after, next, then];
      return true;
    };
    const reserved = mode === 'plain' ? [] : reservedIn(step, context, ruler);
    if (reserved.length > 0)
      takes(
        reserved.reduce((before, { text, lines, font }) => {
          const counted = withLines(before, text, lines);
          return font === undefined ? counted : withRoom(counted, text, font);
        }, base()),
      );
    const least = leastSpare * device.height;
    for (const text of spareIn(best, context) < least ? [] : growing(best, context, ruler)) {
      const spare = spareIn(best, context);
      if (spare < least) break;
      const { text: i, area } = plan.slots(content, best).find(({ node }) => node === text)!;
      const lines = best.lines[i!]!;
      const isTaken = takenShares.some((share) => {
        const font = fontOfLine(text, (area.height + share * spare) / lines, ruler);
        return takes(withRoom(withLines(base(), i!, lines), i!, font));
      });
      if (!isTaken) continue;
      const slots = plan.slots(content, best);
      const own = linesAndFont(on(slots)[slots.findIndex(({ node }) => node === text)]!, content, mode);
      takes(withRoom(withLines(base(), i!, own.lines), i!, own.font), true);
    }
    return best;
  };
}

/** The height in px that a price can't use, as its width limits it; the most of several prices, and without one, the panel's. */
function spareIn(step: Step, { plan, device, content, mode, on }: RoomContext): number {
  const slots = plan.slots(content, step);
  const arrangers = on(slots);
  const spares = slots.flatMap(({ node, area }, i) =>
    node.type === 'price' && node.strike === undefined
      ? [area.height - (arrangers[i]!.drawn!(content, mode)?.height ?? area.height)]
      : [],
  );
  return spares.length > 0 ? Math.max(...spares) : device.height;
}

/** The texts that take room: names, then those that are smaller than they prefer. */
function growing(step: Step, { plan, device, content, mode, on }: RoomContext, ruler: Ruler): readonly Node<'text'>[] {
  const slots = plan.slots(content, step);
  const arrangers = on(slots);
  const nodes = slots.flatMap(({ node, bounds, turn }, i) => {
    if (node.type !== 'text' || turn !== 0) return [];
    const { font } = arrangers[i]!.drawn!(content, mode) ?? undrawn;
    if (font === 0) return [];
    const { fonts, preferred } = fontsFor(node, device, ruler, 'JP', bounds);
    return font < (node.role === 'name' ? fonts[0]!.size : preferred) ? [node] : [];
  });
  return nodes.sort((a, b) => Number(b.role === 'name') - Number(a.role === 'name'));
}

/** The largest font whose lines are at most this high, in px. */
function fontOfLine(node: Node<'text'>, height: number, ruler: Ruler): number {
  const face = faceOf(node);
  const sizes = ruler.sizes(face);
  const isWithin = (size: number) => {
    const { ascent, descent } = ruler.metrics({ face, size });
    return ascent + descent <= height;
  };
  return sizes.findLast(isWithin) ?? sizes[0]!;
}

/** The texts whose letters or lines leave much of the room that their boxes reserve. */
function reservedIn(step: Step, { plan, device, content, mode, on }: RoomContext, ruler: Ruler): readonly Reserved[] {
  const slots = plan.slots(content, step);
  const arrangers = on(slots);
  return slots.flatMap(({ node, text, turn, bounds }, i) => {
    if (text === undefined || turn !== 0 || node.type !== 'text') return [];
    const { lines, font } = linesAndFont(arrangers[i]!, content, mode);
    const { preferred } = fontsFor(node, device, ruler, 'JP', bounds);
    if (lines === 0 || step.lines[text]! * preferred - lines * font < leastSpare * device.height) return [];
    return [{ text, lines, font: font < preferred ? font : undefined }];
  });
}

/** How many lines a text has, and their font in px; both 0 for a text that is not drawn. */
function linesAndFont({ arrange, drawn }: Arranger, content: Content, mode: FitMode) {
  const { marks } = arrange(content, mode) ?? nothing;
  return { lines: new Set(marks.map(({ y }) => y)).size, font: (drawn!(content, mode) ?? undrawn).font };
}
