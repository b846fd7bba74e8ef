import type { Glyph } from '../../../renderer/shapes/stencil.js';
import type { Font } from '../../../renderer/text/ruler.js';
import type { Typesetter } from '../../../renderer/typeset/typesetter.js';
import { mergeGlyphs } from '../../../renderer/typeset/word.js';

export function shapeOf(typesetter: Typesetter, text: string, font: Font): Glyph {
  const word = typesetter.measure(text, font);
  return mergeGlyphs(word, typesetter.shapesOf(word));
}
