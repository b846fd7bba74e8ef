import { createStencil, type Glyph, merge } from '../shapes/stencil.js';
import type { InkExtent, Word } from '../text/ruler.js';

/** A shape, and its pen in px from the word's. */
export interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly x: number;
}

/** A word with its shapes: its letters, or one merged shape. */
export interface SetWord extends Word {
  readonly glyphs: readonly PlacedGlyph[];
}

/** The shapes of a word merged into one, with the word's pen. */
export function mergeGlyphs(
  { left, right, ascent, descent, advance }: InkExtent,
  glyphs: readonly PlacedGlyph[],
): Glyph {
  const stencil = createStencil(right - left, ascent + descent);
  for (const { glyph, x } of glyphs) merge(stencil, glyph.stencil, x + glyph.left - left, glyph.top + ascent);
  return { stencil, left, top: -ascent, advance };
}
