import { faces } from '../../../fonts/index.js';
import type { Ruler } from '../../../renderer/text/ruler.js';

/** Half an em a character, a line of one em, in whole px: arranging without drawing a single glyph. */
export const plainRuler: Ruler = {
  sizes: (face) => faces[face].sizes,
  blank: ({ size }) => Math.round(size / 4),
  metrics: ({ size }) => ({ ascent: Math.ceil(size * 0.75), descent: Math.ceil(size * 0.25) }),
  advance: (text, font) => plainRuler.measure(text, font).advance,
  measure: (text, font) => {
    const { size } = font;
    const width = Math.round(Array.from(text.replaceAll(/\p{Cf}/gu, '')).length * (size / 2));
    const [ascent, descent] = [Math.ceil(size * 0.75), Math.ceil(size * 0.25)];
    return { text, font, left: 0, right: width, advance: width, ascent, descent, missing: [] };
  },
};
