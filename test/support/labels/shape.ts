import { getBit, type Glyph, type Stencil } from '../../../renderer/shapes/stencil.js';
import type { Font } from '../../../renderer/text/ruler.js';
import type { Typesetter } from '../../../renderer/typeset/typesetter.js';
import { mergeGlyphs } from '../../../renderer/typeset/word.js';

export function shapeOf(typesetter: Typesetter, text: string, font: Font): Glyph {
  const word = typesetter.measure(text, font);
  return mergeGlyphs(word, typesetter.shapesOf(word));
}

/** The rows of a stencil, with "#" for ink and "." for paper. */
export function rowsOf(stencil: Stencil): readonly string[] {
  return Array.from({ length: stencil.height }, (_, y) =>
    Array.from({ length: stencil.width }, (__, x) => (getBit(stencil, x, y) ? '#' : '.')).join(''),
  );
}
