import type { Part, Word } from '../text/ruler.js';
import { createStencil, type Glyph, merge } from '../shapes/stencil.js';

/**
 * What to stamp for a word. It is put together when it is drawn for the second time: most article numbers are drawn once,
 * and to stamp their letters one by one is as cheap as to put them together.
 */
export function partsOf(word: Word): readonly Part[] {
  if (word.drawn && word.parts.length > 1) word.parts = [{ glyph: shapeOf(word), x: 0 }];
  word.drawn = true;
  return word.parts;
}

/** The shape of a word; `left` and `top` are relative to the pen on the baseline. */
export function shapeOf({ parts, left, right, ascent, descent, advance }: Word): Glyph {
  const stencil = createStencil(right - left, ascent + descent);
  for (const { glyph, x } of parts) merge(stencil, glyph.stencil, x + glyph.left - left, glyph.top + ascent);
  return { stencil, left, top: -ascent, advance };
}
