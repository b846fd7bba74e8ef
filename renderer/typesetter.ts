import { createRequire } from 'node:module';
import type * as Canvas from '@napi-rs/canvas';
import {
  type Chain,
  chainOf,
  type Face,
  type FaceName,
  faces,
  type FontName,
  type Fonts,
  type LoadedFont,
  openFonts,
  type Region,
} from '../fonts/index.js';
import { createCache } from './cache.js';
import { drawGlyph, drawnAt, missingGlyph, overlap, type Rasteriser } from './glyphs.js';
import { createMend } from './mend.js';
import type { Ruler, Extent, Font } from './ruler.js';
import { splitUnits, type Unit } from './runs.js';
import { createStencil, type Glyph, merge } from './stencil.js';

export type { Rasteriser } from './glyphs.js';

// Required, as Node would read all of it for its names before an import, 10 ms long.
const { createCanvas, GlobalFonts } = createRequire(import.meta.url)('@napi-rs/canvas') as typeof Canvas;

/** Bytes of glyphs, of distances between two of them, and of words that a typesetter keeps. */
export const cacheBytes = { glyphs: 8 << 20, steps: 8 << 20, words: 16 << 20 } as const;

/** Bytes that an object with a typed array takes beside what is in it: headers, the map's entry, the key's header. */
const overhead = 450;

const faceNumber: Readonly<Record<FaceName, number>> = { regular: 0, bold: 1, price: 2 };
const regionNumber: Readonly<Record<Region, number>> = { JP: 0, SC: 1, TC: 2, KR: 3 };

export interface Typesetter extends Ruler {
  /** The shape of a word without blanks at its ends; `left` and `top` are relative to the pen on the baseline. */
  word(text: string, font: Font): Glyph;
}

/**
 * The seam to the native canvas: private font names; scratch canvases for words, for words drawn large and for what is
 * larger still, as to read pixels back takes the longer the larger the canvas is (0.4 ms at 512×512, 0.1 ms at 256×128).
 * A font is registered when it is first needed: Unifont alone takes 60 ms, and most labels never ask for it.
 * Never hand it a character that the font lacks: the canvas would silently take it from a font of the host.
 * @throws {Error} when a font can't be registered.
 */
export function createRasteriser(): Rasteriser {
  const registered = new Set<FontName>();
  const small = createContext(256, 128);
  const wide = createContext(1024, 224);
  let large: Canvas.SKRSContext2D | undefined;

  function select(context: Canvas.SKRSContext2D, font: LoadedFont, size: number): void {
    const family = `esl ${font.name}`;
    if (!registered.has(font.name)) {
      if (!GlobalFonts.registerFromPath(font.path, family) || !GlobalFonts.has(family))
        throw new Error(`Expected a font that the canvas reads for ${font.name} but received ${font.path}`);
      // The canvas ignores a font that it can't parse, and goes on with the one before.
      context.font = `10px "${family}"`;
      if (!context.font.includes(family))
        throw new Error(`Expected the canvas to take "${family}" but it has ${context.font}`);
      registered.add(font.name);
    }
    context.font = `${size}px "${family}"`;
    context.fontFeatureSettings = font.source.features ?? 'normal';
  }

  /** A context of at least this size. */
  function roomFor(width: number, height: number): Canvas.SKRSContext2D {
    for (const context of [small, wide])
      if (width <= context.canvas.width && height <= context.canvas.height) return context;
    const known = large?.canvas ?? { width: 512, height: 512 };
    if (!large || width > known.width || height > known.height)
      large = createContext(Math.max(width, known.width), Math.max(height, known.height));
    return large;
  }

  return {
    advance(font, size, text) {
      select(small, font, size);
      return small.measureText(text).width;
    },
    raster(font, size, text, dx = 0) {
      select(small, font, size);
      const box = small.measureText(text);
      const x = Math.max(0, Math.ceil(box.actualBoundingBoxLeft)) + 2;
      const y = Math.max(0, Math.ceil(box.actualBoundingBoxAscent)) + 2;
      const width = x + Math.max(0, Math.ceil(box.actualBoundingBoxRight)) + 3;
      const height = y + Math.max(0, Math.ceil(box.actualBoundingBoxDescent)) + 3;
      const context = roomFor(width, height);
      if (context !== small) select(context, font, size);
      context.clearRect(0, 0, width, height);
      context.fillText(text, x + dx, y);
      const rgba = context.getImageData(0, 0, width, height).data;
      const values = new Uint8Array(width * height);
      for (let i = 0; i < values.length; i++) values[i] = rgba[i * 4 + 3]!;
      return { alpha: { width, height, values }, x, y, advance: box.width };
    },
  };
}

function createContext(width: number, height: number): Canvas.SKRSContext2D {
  const context = createCanvas(width, height).getContext('2d');
  context.lang = 'en';
  return context;
}

interface Word extends Extent {
  /** The glyphs and their pens, until the word is stamped. */
  parts: readonly { readonly glyph: Glyph; readonly x: number }[];
  glyph?: Glyph;
}

/**
 * Measures words and cuts them into stencils. Every glyph stands on a whole pixel, so that it has one shape wherever it
 * stands, and no two glyphs of a word touch. Words and glyphs are kept within {@link cacheBytes}.
 * @param fonts The fonts to draw with; those that a face names and that are not among them are left out.
 * Its methods throw an Error when a font is missing or can't be registered.
 */
export function createTypesetter(rasteriser: Rasteriser = createRasteriser(), fonts: Fonts = openFonts()): Typesetter {
  const mend = createMend(rasteriser);
  const numbers = new Map<LoadedFont | undefined, number>([[undefined, 0]]);
  const glyphs = createCache<Glyph>(cacheBytes.glyphs);
  const steps = createCache<number>(cacheBytes.steps);
  const words = createCache<Word>(cacheBytes.words);
  const chains = new Map<number, Chain>();
  const metrics = new Map<number, { readonly ascent: number; readonly descent: number }>();

  /** A number for a font, or for none, at a size. */
  function groupOf(font: LoadedFont | undefined, size: number): number {
    let number = numbers.get(font);
    if (number === undefined) numbers.set(font, (number = numbers.size));
    return number * 1024 + size;
  }

  function glyphOf({ font, text }: Unit, size: number): Glyph {
    const group = groupOf(font, size);
    const known = glyphs.get(group, text);
    if (known) return known;
    const glyph = font ? drawGlyph(rasteriser, mend, font, text, size) : missingGlyph(text, size);
    return glyphs.set(group, text, glyph, overhead + text.length * 2 + glyph.stencil.bits.byteLength);
  }

  /** Whole pixels from one pen to the next: the font's own kerned advance, and more where the shapes would touch. */
  function step(before: Unit, after: Unit, size: number): number {
    const { font } = before;
    const apart = font !== after.font;
    // Between two fonts nothing kerns; the pair is rare enough not to be kept.
    const pair = before.text + after.text;
    const group = groupOf(font, size);
    const known = apart ? undefined : steps.get(group, pair);
    if (known !== undefined) return known;
    const a = glyphOf(before, size);
    const b = glyphOf(after, size);
    const kerned =
      !apart && font && !font.source.native
        ? rasteriser.advance(font, drawnAt(font, size).size, pair) - b.advance
        : a.advance;
    const pixels = Math.round(kerned) + overlap(a, b, Math.round(kerned));
    return apart ? pixels : steps.set(group, pair, pixels, overhead + pair.length * 2);
  }

  /** A number for a face at a size. Locales without Han characters have the region of number 0: they share their words. */
  const faceGroup = ({ face, size, region = 'JP' }: Font) =>
    (regionNumber[region] * 4 + faceNumber[face]) * 1024 + size;

  function chainAt(group: number, { face, size, region }: Font): Chain {
    let chain = chains.get(group);
    if (!chain) chains.set(group, (chain = chainOf((faces[face] as Face).chain(size, region), fonts)));
    return chain;
  }

  function compose(text: string, group: number, font: Font): Word {
    const { units, missing } = splitUnits(text, chainAt(group, font));
    const parts: { glyph: Glyph; x: number }[] = [];
    const extent = { left: Infinity, right: -Infinity, ascent: 0, descent: 0 };
    let [pen, advance] = [0, 0];
    for (let i = 0; i < units.length; i++) {
      const glyph = glyphOf(units[i]!, font.size);
      if (i > 0) pen += step(units[i - 1]!, units[i]!, font.size);
      parts.push({ glyph, x: pen });
      advance = pen + Math.round(glyph.advance);
      if (glyph.stencil.width === 0) continue;
      extent.left = Math.min(extent.left, pen + glyph.left);
      extent.right = Math.max(extent.right, pen + glyph.left + glyph.stencil.width);
      extent.ascent = Math.max(extent.ascent, -glyph.top);
      extent.descent = Math.max(extent.descent, glyph.top + glyph.stencil.height);
    }
    if (extent.left === Infinity) extent.left = extent.right = 0;
    return { ...extent, advance, missing, parts };
  }

  function wordOf(text: string, font: Font): Word {
    const group = faceGroup(font);
    const known = words.get(group, text);
    if (known) return known;
    const word = compose(text, group, font);
    const stencilBytes = (((word.right - word.left + 31) >> 5) << 2) * (word.ascent + word.descent);
    return words.set(group, text, word, 2 * overhead + text.length * 2 + word.parts.length * 48 + stencilBytes);
  }

  return {
    sizes: (face: FaceName) => faces[face].sizes,
    blank: (font) => Math.max(2, Math.round(font.size * blankEm)),
    metrics(font) {
      const group = faceGroup(font);
      let found = metrics.get(group);
      if (!found) {
        const { ascent, descent } = chainAt(group, font).at(0)!.source;
        found = { ascent: Math.ceil(ascent * font.size), descent: Math.ceil(descent * font.size) };
        metrics.set(group, found);
      }
      return found;
    },
    measure: wordOf,
    word(text, font) {
      const word = wordOf(text, font);
      if (!word.glyph) {
        word.glyph = stampWord(word);
        word.parts = [];
      }
      return word.glyph;
    },
  };
}

/** The width of a blank in em: between Inter's (0.28) and Barlow Condensed's (0.2). */
const blankEm = 0.26;

function stampWord({ parts, left, right, ascent, descent, advance }: Word): Glyph {
  const stencil = createStencil(right - left, ascent + descent);
  for (const { glyph, x } of parts) merge(stencil, glyph.stencil, x + glyph.left - left, glyph.top + ascent);
  return { stencil, left, top: -ascent, advance };
}
