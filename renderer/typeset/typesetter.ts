import { faces, type Fonts, openFonts } from '../../fonts/index.js';
import { createCache } from '../cache.js';
import { type QuarterTurns, turnGlyph } from '../shapes/turn.js';
import type { Font, Ruler, Word } from '../text/ruler.js';
import { isSimple } from '../text/graphemes.js';
import type { Glyph } from '../shapes/stencil.js';
import { type Meter, workCosts, unmetered } from '../limits.js';
import { isLitre, letterL } from './litre.js';
import { createLetters, type Letter, type Letters, overhead } from './letters.js';
import { metered } from './metered.js';
import { createRasteriser, type Rasteriser } from './rasteriser.js';
import { createSetFaces, type SetFace } from './set-face.js';
import { isShaped, splitUnits, type TextUnit } from './units.js';
import { mergeGlyphs, type PlacedGlyph, type SetWord } from './word.js';

/** The bytes of a typesetter's caches of glyphs, of steps from one letter to the next, and of words. */
export const cacheBytes = { glyphs: 8 << 20, steps: 8 << 20, words: 16 << 20 } as const;

/** In UTF-16 units: the advance of a word up to this length is quicker added up again than cached. */
const short = 16;

/** Measures words and provides their shapes. */
export interface Typesetter extends Ruler {
  /**
   * The shapes of a word, placed from the word's pen.
   * @param turn clockwise quarter turns of the word about its pen
   */
  shapesOf(word: Word, turn?: QuarterTurns): readonly PlacedGlyph[];
}

/**
 * Composes words of glyphs. Every glyph is placed on a whole pixel, so that it has the same shape everywhere, and no
 * two glyphs of a word touch. Words and glyphs are cached within {@link cacheBytes}. A word is cached only from its second
 * time on, as most article numbers never repeat; it is merged into one shape, which is stamped faster than letters.
 *
 * The methods throw an Error when a font is missing or can't be registered.
 * @param fonts The fonts to draw with. A face leaves out fonts that are not among them.
 * @param meter is charged for each cache miss, before the value is made
 */
export function createTypesetter(
  rasteriser: Rasteriser = createRasteriser(),
  fonts: Fonts = openFonts(),
  meter: Meter = unmetered,
): Typesetter {
  const glyphs = createCache(cacheBytes.glyphs);
  const words = createCache(cacheBytes.words);
  const setFace = createSetFaces(fonts, glyphs, words);
  /** The cached words, each with its merged shape once it is drawn: most are only measured. */
  const shapes = new WeakMap<Word, readonly PlacedGlyph[] | undefined>();
  const letters = createLetters(metered(rasteriser, meter), meter, glyphs, createCache(cacheBytes.steps));

  function measure(text: string, font: Font): SetWord {
    const face = setFace(font);
    meter.charge(workCosts.word);
    const cached = face.words.get(text);
    if (cached) return cached;
    const noted = face.words.noted(text);
    const word = noted ?? composed(text, face);
    if (!noted && !face.words.again(text)) {
      face.words.note(text, word);
      return word;
    }
    shapes.set(word, undefined);
    return face.words.set(text, word, bytesOf(word));
  }

  function composed(text: string, face: SetFace): SetWord {
    const simple = isSimple(text);
    meter.charge(text.length * (simple ? workCosts.letter : workCosts.otherLetter));
    return compose(text, face, letters, simple);
  }

  function glyphsOf(word: Word): readonly PlacedGlyph[] {
    const merged = shapes.get(word);
    if (merged) return merged;
    // A word that another ruler measured, or that was read from a file.
    if (!('glyphs' in word)) return glyphsOf(measure(word.text, word.font));
    const { glyphs: letterGlyphs, pens } = word as SetWord;
    const placed = letterGlyphs.map((glyph, i): PlacedGlyph => ({ glyph, x: pens[i]! }));
    if (!shapes.has(word)) return placed;
    const whole = placed.length < 2 ? placed : [{ glyph: mergeGlyphs(word, placed), x: 0 }];
    shapes.set(word, whole);
    return whole;
  }

  function turnedGlyph(word: Word, turn: QuarterTurns): Glyph {
    const { turned } = setFace(word.font);
    const key = `${turn} ${word.text}`;
    const cached = turned.get(key);
    if (cached) return cached;
    meter.charge(((word.right - word.left) * (word.ascent + word.descent) * workCosts.turned) / 1000);
    const glyph = turnGlyph(mergeGlyphs(word, glyphsOf(word)), turn);
    return turned.set(key, glyph, overhead + word.text.length * 2 + glyph.stencil.bits.byteLength);
  }

  return {
    sizes: (face) => faces[face].sizes,
    blank: (font) => setFace(font).blank,
    metrics: (font) => setFace(font).metrics,
    advance(text, font) {
      const { advances } = setFace(font);
      meter.charge(workCosts.word);
      const known = text.length > short ? advances.get(text) : undefined;
      if (known !== undefined) return known;
      meter.charge(text.length * (isSimple(text) ? workCosts.letter : workCosts.otherLetter));
      const face = setFace(font);
      const { units } = splitUnits(text, face.chain, font.size);
      const advanceOf = (i: number) =>
        isLitreAt(units, i) ? letters.litre(face).glyph.advance : letters.advance(units[i]!, font);
      const between = (i: number) => (i > 0 ? trackingOf(font, units[i - 1]!, units[i]!) : 0);
      const sum = units.reduce((before, _, i) => before + between(i) + advanceOf(i), 0);
      return text.length > short ? advances.set(text, sum, overhead + text.length * 2) : sum;
    },
    measure,
    shapesOf: (word, turn = 0) => (turn === 0 ? glyphsOf(word) : [{ glyph: turnedGlyph(word, turn), x: 0 }]),
  };
}

/** Whether a unit of a word is the symbol of the litre. */
function isLitreAt(units: readonly TextUnit[], i: number): boolean {
  return units[i]!.text === 'l' && isLitre(units[i - 1]?.text, units[i + 1]?.text);
}

/** The px that a font adds between two letters: none where a script joins or stacks them. */
function trackingOf(
  { tracking = 0 }: Font,
  before: { readonly text: string },
  after: { readonly text: string },
): number {
  return tracking === 0 || isShaped(before.text) || isShaped(after.text) ? 0 : tracking;
}

/** Sets a word letter by letter. */
function compose(text: string, face: SetFace, letters: Letters, simple: boolean): SetWord {
  const split = simple ? undefined : splitUnits(text, face.chain, face.font.size);
  const count = split ? split.units.length : text.length;
  const [glyphs, pens] = [new Array<Glyph>(count), new Array<number>(count)];
  const missing = split ? [...split.missing] : [];
  // All are small integers, which need no separate memory.
  let [left, right, ascent, descent] = [nowhere, 0, 0, 0];
  let [pen, advance] = [0, 0];
  let before: Letter | undefined;
  const letterAt = (i: number): Letter => {
    if (split) return isLitreAt(split.units, i) ? letters.litre(face) : letters.of(split.units[i]!, face.font);
    const code = text.charCodeAt(i);
    return code === letterL && isLitre(text[i - 1], text[i + 1]) ? letters.litre(face) : letters.at(code, face);
  };
  for (let i = 0; i < count; i++) {
    const letter = letterAt(i);
    if (!split && !letter.font.font) missing.push(letter.text);
    const { glyph } = letter;
    if (before) pen += letters.step(before, letter) + trackingOf(face.font, before, letter);
    before = letter;
    glyphs[i] = glyph;
    pens[i] = pen;
    advance = pen + Math.round(glyph.advance);
    const { width, height } = glyph.stencil;
    if (width === 0) continue;
    right = left === nowhere ? pen + glyph.left + width : Math.max(right, pen + glyph.left + width);
    left = Math.min(left, pen + glyph.left);
    ascent = Math.max(ascent, -glyph.top);
    descent = Math.max(descent, glyph.top + height);
  }
  if (left === nowhere) left = 0;
  return { left, right, ascent, descent, advance, missing, text, font: face.font, glyphs, pens };
}

function bytesOf({ text, left, right, ascent, descent }: Word): number {
  return 2 * overhead + text.length * 2 + (((right - left + 31) >> 5) << 2) * (ascent + descent);
}

/** Farther than any ink. */
const nowhere = 2 ** 30;
