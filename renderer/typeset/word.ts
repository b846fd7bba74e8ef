import { createStencil, type Glyph, lateStencil, merge, type Stencil } from '../shapes/stencil.js';
import type { InkExtent, Word } from '../text/ruler.js';

/** A shape, and its pen in px from the word's. */
export interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly x: number;
}

export interface SetWord extends Word {
  /** Its letters, and the pen of each in px from the word's. */
  readonly glyphs: readonly Glyph[];
  readonly pens: readonly number[];
}

/** In px. The pixels of higher words are merged when they are first drawn: most of them are only measured. */
const largest = 64;

/** The shapes of a word merged into one, with the word's pen. */
export function mergeGlyphs(
  { left, right, ascent, descent, advance }: InkExtent,
  glyphs: readonly PlacedGlyph[],
): Glyph {
  const [width, height] = [right - left, ascent + descent];
  const mergeAll = (): Stencil => {
    const stencil = createStencil(width, height);
    for (const { glyph, x } of glyphs) merge(stencil, glyph.stencil, x + glyph.left - left, glyph.top + ascent);
    return stencil;
  };
  const stencil = height > largest ? lateStencil(width, height, () => mergeAll().bits) : mergeAll();
  return { stencil, left, top: -ascent, advance };
}
