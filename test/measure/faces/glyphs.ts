import { choices, type FaceAtSize } from './choose.js';
import { compose, partsOf } from './compose.js';
import { marksOf } from './marks.js';
import type { Shape } from './shape.js';
import { sameInPrint } from './score.js';
import { signsOf } from './signs.js';

/** With a higher penalty, a character has lost a stroke or a hole: the canvas draws it. */
const broken = 1000;

const keyOf = ({ width, top, pixels }: Shape) => `${width} ${top} ${pixels.join('')}`;

/** The chosen shape of a character, and the letter without marks that determines its spacing. */
export interface ChosenGlyph {
  readonly shape: Shape;
  readonly base: Shape;
  readonly letter: string;
}

/** The characters that lose no stroke at a size. */
export function glyphsOf(characters: readonly string[], faceAtSize: FaceAtSize): Map<string, ChosenGlyph> {
  const signs = signsOf(faceAtSize);
  const marks = marksOf(faceAtSize.stem, faceAtSize.size);
  const letters = new Map<string, Shape | undefined>();
  const taken = new Map([...signs].map(([character, shape]) => [keyOf(shape), character]));
  /** Whether the shape is already that of a character that looks different in print. */
  const mistaken = (character: string, shape: Shape) => {
    const other = taken.get(keyOf(shape));
    return other !== undefined && !sameInPrint(faceAtSize.own.large(character), faceAtSize.own.large(other));
  };
  const whole = (character: string): Shape | undefined => {
    if (!letters.has(character)) {
      const best = choices(character, faceAtSize).find(({ shape }) => !mistaken(character, shape));
      const shape = best && best.faults < broken ? best.shape : undefined;
      letters.set(character, shape);
      if (shape) taken.set(keyOf(shape), character);
    }
    return letters.get(character);
  };
  const glyphs = new Map<string, ChosenGlyph>();
  for (const character of characters.filter((each) => faceAtSize.own.has(each))) {
    const parts = partsOf(character);
    const base = parts && whole(parts.base);
    const composed = base && compose(character, base, parts, marks, faceAtSize);
    const shape = signs.get(character) ?? composed ?? whole(character);
    if (!shape || shape.width === 0) continue;
    glyphs.set(character, composed ? { shape, base, letter: parts.base } : { shape, base: shape, letter: character });
  }
  return glyphs;
}
