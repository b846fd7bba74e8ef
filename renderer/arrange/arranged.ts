import type { Content, Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import type { Slot } from '../boxes/slots.js';
import { prices } from '../limits.js';
import type { TextManner } from '../text/text-box.js';
import { turnMarks, type TurnShape } from './turn-marks.js';

/** What is drawn in a slot, and what could not be drawn as asked. */
export interface Arranged {
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}

/** Arranges a slot for contents. What is the same on every label was worked out beforehand. */
export interface Arranger {
  /** @returns undefined when a text is not whole in this manner */
  readonly arrange: (content: Content, manner: TextManner) => Arranged | undefined;
  /** Set for a price: whether it fits. That is found sooner than how large it may be. */
  readonly holds?: (content: Content) => boolean;
  /**
   * Set for a text: as much of it as fits.
   * @throws {TextDoesNotFit} for one that must be whole
   */
  readonly cut?: (content: Content, manner: TextManner) => Arranged;
  /** Set for a text: how wide it is on one line at its preferred size, in px. */
  readonly width?: (content: Content) => number;
  /** Set for a text: the lines that it needs at its preferred size, at most `most`. */
  readonly lines?: (content: Content, most: number) => number;
}

export const nothing: Arranged = { marks: [], warnings: [] };

/** The arranger of what is the same on every label. */
export function always(arranged: Arranged): Arranger {
  return { arrange: () => arranged };
}

/** The most that it costs to fill a slot with shapes, and to turn them, in units of {@link prices}. */
export function shapingOf({ width, height, turn }: Slot): number {
  return (width * height * (prices.shaped + (turn === 0 ? 0 : prices.turned))) / 1000;
}

/** Moves what was arranged in the slot's own area to its place on the panel. */
export function turned({ marks, warnings }: Arranged, slot: Slot, turnShape?: TurnShape): Arranged {
  return { marks: turnMarks(marks, slot, turnShape), warnings };
}
