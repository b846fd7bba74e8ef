import type { Warning } from './content.js';
import type { Font } from './ruler.js';

/** One thing to draw, in px from the panel's top left corner, in one ink of the panel. */
export type Mark = Readonly<{ x: number; y: number; ink: number }> &
  Readonly<
    | { kind: 'fill'; width: number; height: number }
    /** `x` is the pen, `y` the baseline. One word, without blanks. */
    | { kind: 'text'; text: string; font: Font }
  >;

/** A label as data: what is drawn where, in order, and what could not be drawn as asked. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly warnings: readonly Warning[];
}
