import type { Content, Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import type { Slot } from './slot.js';
import { workCosts } from '../limits.js';
import type { DrawnSize } from '../price/fit.js';
import type { FitMode } from '../text/text-box.js';
import { turnMarks, type TurnShape } from './turn-marks.js';

/** The marks in a slot, with warnings about what could not be drawn as requested. */
export interface Arrangement {
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}

/** Arranges a slot for contents. Its creation computes what all labels share. */
export interface Arranger {
  /** @returns undefined when the text does not fit without being cut */
  readonly arrange: (content: Content, mode: FitMode) => Arrangement | undefined;
  /**
   * Set for a price and a text: its size as drawn, {@link undrawn} where it is empty; undefined for one that does not fit
   * without being cut.
   */
  readonly drawn?: (content: Content, mode: FitMode) => DrawnSize | undefined;
  /** Set for a price: the share that it lacks of its preferred height; 1 if it does not fit. */
  readonly lacks?: (content: Content) => number;
  /**
   * Set for a text: arranges as much of it as fits.
   * @throws {TextDoesNotFit} for one that must not be cut
   */
  readonly cut?: (content: Content, mode: FitMode) => Arrangement;
  /** Set for a text: how wide it is on one line at its preferred size, in px. */
  readonly width?: (content: Content) => number;
  /** Set for a text: the lines that it needs at its preferred size, at most `max`. */
  readonly lines?: (content: Content, max: number) => number;
}

/** The size of a text or a price without a value. */
export const undrawn: DrawnSize = { font: 0, digits: 0 };

export const nothing: Arrangement = { marks: [], warnings: [] };

/** An arranger whose result is the same for every label. */
export function always(arranged: Arrangement): Arranger {
  return { arrange: () => arranged };
}

/** The maximum cost of filling a slot with shapes and turning them, in units of {@link workCosts}. */
export function shapingOf({ width, height, turn }: Slot): number {
  return (width * height * (workCosts.shaped + (turn === 0 ? 0 : workCosts.turned))) / 1000;
}

/** Moves marks from the slot's own coordinates to their place on the panel. */
export function turned({ marks, warnings }: Arrangement, slot: Slot, turnShape?: TurnShape): Arrangement {
  return { marks: turnMarks(marks, slot, turnShape), warnings };
}

/** A field, or words of the layout itself, that is not shown. */
export interface Hidden {
  /** `layout` for its own words. */
  readonly field: string;
  readonly words?: string;
}

export function hiddenWarning({ field, words }: Hidden): Warning {
  const what = words === undefined ? field : `"${words}"`;
  return { code: 'FIELD_HIDDEN', field, message: `${what} is not shown: the label has too little room for it` };
}
