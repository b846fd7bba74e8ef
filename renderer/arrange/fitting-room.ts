import type { Device } from '../../devices/index.js';
import type { Plan } from '../boxes/plan.js';
import type { NextSteps, Step } from '../boxes/step.js';
import type { Content } from '../content.js';
import type { Node } from '../layout/document.js';
import { type Arrangement, type Arranger, undrawn } from '../slots/arranged.js';
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
  /** The step before any ties. */
  readonly untied: Step;
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
 * Shares out the room that a step leaves over: first that of texts that are drawn smaller than their boxes reserve room for, then
 * that of a price that can't be wider. Names have it first, then texts that are smaller than they prefer. Nothing else gets smaller
 * by that.
 */
export function createFittingRoom(
  ruler: Ruler,
  { withLines, withRoom }: NextSteps,
): (step: Step, context: RoomContext) => Step {
  return (step, context) => {
    const { plan, device, content, mode, on, untied, tied, sizesOf } = context;
    // Where all labels have equal boxes, none leaves or takes room.
    if (plan.layout.fit === 'same') return step;
    let best = { step, untied };
    let sizes: readonly number[] | undefined;
    /** Takes a step in which nothing is smaller, and something larger unless `isTighter`. */
    const takes = (next: Step, isTighter = false): boolean => {
      sizes ??= sizesOf(best.step);
      const after = tied(next);
      const then = sizesOf(after);
      if (sizes.some((size, i) => then[i]! < size)) return false;
      if (!isTighter && !sizes.some((size, i) => then[i]! > size)) return false;
      best = { step: after, untied: next };
      sizes = then;
      return true;
    };
    const reserved = mode === 'plain' ? [] : reservedIn(step, context, ruler);
    if (reserved.length > 0)
      takes(
        reserved.reduce((before, { text, lines, font }) => {
          const counted = withLines(before, text, lines);
          return font === undefined ? counted : withRoom(counted, text, font);
        }, untied),
      );
    const least = leastSpare * device.height;
    for (const text of spareIn(best.step, context) < least ? [] : growing(best.step, context, ruler)) {
      const spare = spareIn(best.step, context);
      if (spare < least) break;
      const { text: i, area } = plan.slots(content, best.step).find(({ node }) => node === text)!;
      const lines = best.step.lines[i!]!;
      const isTaken = takenShares.some((share) => {
        const font = fontOfLine(text, (area.height + share * spare) / lines, ruler);
        return takes(withRoom(withLines(best.untied, i!, lines), i!, font));
      });
      if (!isTaken) continue;
      const at = plan.slots(content, best.step);
      const drawn = drawnAs(on(at)[at.findIndex(({ node }) => node === text)]!, content, mode);
      takes(withRoom(withLines(best.untied, i!, drawn.lines), i!, drawn.font), true);
    }
    return best.step;
  };
}

/**
 * The height in px that the price leaves of its box, as its width keeps it from being larger; the most of several prices. Without a
 * price, all of the panel's.
 */
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
    const { lines, font } = drawnAs(arrangers[i]!, content, mode);
    const { preferred } = fontsFor(node, device, ruler, 'JP', bounds);
    if (lines === 0 || step.lines[text]! * preferred - lines * font < leastSpare * device.height) return [];
    return [{ text, lines, font: font < preferred ? font : undefined }];
  });
}

/** How many lines a text has, and their font in px; both 0 for a text that is not drawn. */
function drawnAs({ arrange, drawn }: Arranger, content: Content, mode: FitMode) {
  return { lines: linesOf(arrange(content, mode)), font: (drawn!(content, mode) ?? undrawn).font };
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
