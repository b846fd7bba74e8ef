import {
  type Chain,
  chainOf,
  type Face,
  type FaceName,
  faces,
  type Fonts,
  type LoadedFont,
  openFonts,
  type Region,
} from '../../fonts/index.js';
import { createCache, type Shelf } from '../cache.js';
import { drawGlyph, drawnAt, missingGlyph, overlap } from './glyphs.js';
import { isSimple } from '../text/graphemes.js';
import { createMend } from './mend.js';
import { createRasteriser, type Rasteriser } from './rasteriser.js';
import type { Font, Part, Ruler, Word } from '../text/ruler.js';
import { splitUnits, type Unit } from './units.js';
import type { Glyph } from '../shapes/stencil.js';

/** Bytes of glyphs, of distances between two of them, and of words that a typesetter keeps. */
export const cacheBytes = { glyphs: 8 << 20, steps: 8 << 20, words: 16 << 20 } as const;

/** Bytes that an object with a typed array takes beside what is in it: headers, the map's entry, the key's header. */
const overhead = 450;
/** Bytes that a distance takes, which is but a number: the map's entry, and its key's header. */
const stepBytes = 120;

const faceNumber: Readonly<Record<FaceName, number>> = { regular: 0, bold: 1, price: 2 };
const regionNumber: Readonly<Record<Region, number>> = { JP: 0, SC: 1, TC: 2, KR: 3 };

/** A face at a size: its fonts, and the words that were set in it. */
interface SetFace {
  readonly font: Font;
  readonly chain: Chain;
  readonly blank: number;
  readonly metrics: { readonly ascent: number; readonly descent: number };
  readonly words: Shelf<string, Word>;
  /** Characters that are units by themselves, by their code. */
  readonly letters: Shelf<number, Letter>;
}

/** A font at a size, or the boxes that stand for what no font has. */
interface SetFont {
  readonly font: LoadedFont | undefined;
  readonly size: number;
  readonly glyphs: Shelf<string, Glyph>;
  /** How far it is from one pen to the next: by the codes of two letters, or by two texts. */
  readonly steps: Shelf<number | string, number>;
}

/** A unit of a word and its shape. */
interface Letter {
  readonly text: string;
  /** Its UTF-16 unit, if it is a single one. */
  readonly code: number | undefined;
  readonly font: SetFont;
  readonly glyph: Glyph;
}

/**
 * Measures words and puts them together of glyphs. Every glyph stands on a whole pixel, so that it has one shape wherever
 * it stands, and no two glyphs of a word touch. Words and glyphs are kept within {@link cacheBytes}.
 * @param fonts The fonts to draw with; those that a face names and that are not among them are left out.
 * Its methods throw an Error when a font is missing or can't be registered.
 */
export function createTypesetter(rasteriser: Rasteriser = createRasteriser(), fonts: Fonts = openFonts()): Ruler {
  const mend = createMend(rasteriser);
  const caches = {
    glyphs: createCache(cacheBytes.glyphs),
    steps: createCache(cacheBytes.steps),
    words: createCache(cacheBytes.words),
  };
  const setFaces = new Map<number, SetFace>();
  const setFonts = new Map<LoadedFont | undefined, Map<number, SetFont>>();

  let last: { readonly font: Font; readonly set: SetFace } | undefined;

  function setFace(font: Font): SetFace {
    // Most words are measured in the font of the word before.
    if (last?.font === font) return last.set;
    const set = findFace(font);
    last = { font, set };
    return set;
  }

  function findFace(font: Font): SetFace {
    const { face, size, region = 'JP' } = font;
    // Locales without Han characters have the region of number 0: they share their words.
    const key = (regionNumber[region] * 4 + faceNumber[face]) * 1024 + size;
    let known = setFaces.get(key);
    if (!known) {
      const chain = chainOf((faces[face] as Face).chain(size, font.region), fonts);
      const { ascent, descent } = chain.at(0)!.source;
      known = {
        font,
        chain,
        blank: Math.max(2, Math.round(size * blankEm)),
        metrics: { ascent: Math.ceil(ascent * size), descent: Math.ceil(descent * size) },
        words: caches.words.shelf(),
        letters: caches.glyphs.shelf(),
      };
      setFaces.set(key, known);
    }
    return known;
  }

  function setFont(font: LoadedFont | undefined, size: number): SetFont {
    let sizes = setFonts.get(font);
    if (!sizes) setFonts.set(font, (sizes = new Map<number, SetFont>()));
    let known = sizes.get(size);
    if (!known) sizes.set(size, (known = { font, size, glyphs: caches.glyphs.shelf(), steps: caches.steps.shelf() }));
    return known;
  }

  function letterOf({ font, text }: Unit, size: number): Letter {
    const set = setFont(font, size);
    let glyph = set.glyphs.get(text);
    if (!glyph) {
      glyph = font ? drawGlyph(rasteriser, mend, font, text, size) : missingGlyph(text, size);
      set.glyphs.set(text, glyph, overhead + text.length * 2 + glyph.stencil.bits.byteLength);
    }
    return { text, code: text.length === 1 ? text.charCodeAt(0) : undefined, font: set, glyph };
  }

  /** Whole pixels from one pen to the next: the font's own kerned advance, and more where the shapes would touch. */
  function step(before: Letter, after: Letter): number {
    const { font, steps, size } = before.font;
    // Between two fonts nothing kerns; the pair is rare enough not to be kept.
    if (before.font !== after.font) return apart(before.glyph, after.glyph, before.glyph.advance);
    const key =
      before.code !== undefined && after.code !== undefined
        ? before.code * 65536 + after.code
        : before.text + after.text;
    const known = steps.get(key);
    if (known !== undefined) return known;
    const kerned =
      font && !font.source.native
        ? rasteriser.advance(font, drawnAt(font, size).size, before.text + after.text) - after.glyph.advance
        : before.glyph.advance;
    return steps.set(key, apart(before.glyph, after.glyph, kerned), stepBytes + before.text.length + after.text.length);
  }

  /** A character that is a unit by itself. Letters of Latin, Greek and Cyrillic are looked up by their code: a new word takes 0.9 µs instead of 9. */
  function letterAt(code: number, face: SetFace): Letter {
    const known = face.letters.get(code);
    if (known) return known;
    const letter = letterOf(splitUnits(String.fromCharCode(code), face.chain).units[0]!, face.font.size);
    return face.letters.set(code, letter, overhead + letter.glyph.stencil.bits.byteLength);
  }

  function compose(text: string, face: SetFace): Word {
    const split = isSimple(text) ? undefined : splitUnits(text, face.chain);
    const count = split ? split.units.length : text.length;
    const parts = new Array<Part>(count);
    const missing = split ? [...split.missing] : [];
    // All whole numbers: they take no memory of their own.
    let [left, right, ascent, descent] = [nowhere, 0, 0, 0];
    let [pen, advance] = [0, 0];
    let before: Letter | undefined;
    for (let i = 0; i < count; i++) {
      const letter = split ? letterOf(split.units[i]!, face.font.size) : letterAt(text.charCodeAt(i), face);
      if (!split && !letter.font.font) missing.push(letter.text);
      const { glyph } = letter;
      if (before) pen += step(before, letter);
      before = letter;
      parts[i] = { glyph, x: pen };
      advance = pen + Math.round(glyph.advance);
      const { width, height } = glyph.stencil;
      if (width === 0) continue;
      right = left === nowhere ? pen + glyph.left + width : Math.max(right, pen + glyph.left + width);
      left = Math.min(left, pen + glyph.left);
      ascent = Math.max(ascent, -glyph.top);
      descent = Math.max(descent, glyph.top + height);
    }
    if (left === nowhere) left = 0;
    return { left, right, ascent, descent, advance, missing, text, font: face.font, parts, drawn: false };
  }

  return {
    sizes: (face: FaceName) => faces[face].sizes,
    blank: (font) => setFace(font).blank,
    metrics: (font) => setFace(font).metrics,
    measure(text, font) {
      const face = setFace(font);
      const known = face.words.get(text);
      if (known) return known;
      const word = compose(text, face);
      const stencilBytes = (((word.right - word.left + 31) >> 5) << 2) * (word.ascent + word.descent);
      return face.words.offer(text, word, 2 * overhead + text.length * 2 + word.parts.length * 48 + stencilBytes);
    },
  };
}

/** Whole pixels from one pen to the next, so that the shapes do not touch. */
function apart(before: Glyph, after: Glyph, advance: number): number {
  const pixels = Math.round(advance);
  return pixels + overlap(before, after, pixels);
}

/** Farther than any ink. */
const nowhere = 2 ** 30;

/** The width of a blank in em: between Inter's (0.28) and Barlow Condensed's (0.2). */
const blankEm = 0.26;
