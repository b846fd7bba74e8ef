import type { Content } from '../content.js';
import type { Warning } from '../content.js';
import type { Mark } from '../drawing/marks.js';
import type { Slot } from './slots.js';
import { turnMarks } from './turn-marks.js';

/** What stands in a slot, and what could not be drawn as asked. */
export interface Arranged {
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}

/** Arranges a slot; what is the same on every label was worked out before. */
export type Arranger = (content: Content) => Arranged;

export const nothing: Arranged = { marks: [], warnings: [] };

/** What stands on every label alike. */
export function always(arranged: Arranged): Arranger {
  return () => arranged;
}

/** What was arranged in the slot's own area, where it stands on the panel. */
export function turned({ marks, warnings }: Arranged, slot: Slot): Arranged {
  return { marks: turnMarks(marks, slot), warnings };
}
