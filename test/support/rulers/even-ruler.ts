import type { Ruler } from '../../../renderer/text/ruler.js';

/** Half an em a character, a blank of a quarter, a line of one em. */
export const evenRuler: Ruler = {
  sizes: () => [10, 12, 14, 16, 18, 20],
  blank: ({ size }) => size / 4,
  metrics: ({ size }) => ({ ascent: size * 0.75, descent: size * 0.25 }),
  advance: (text, font) => evenRuler.measure(text, font).advance,
  measure: (text, font) => {
    const { size } = font;
    const width = Array.from(text).length * (size / 2);
    const [ascent, descent] = [size * 0.75, size * 0.25];
    return { text, font, left: 0, right: width, advance: width, ascent, descent, missing: [] };
  },
};
