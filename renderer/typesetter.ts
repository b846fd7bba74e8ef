import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { faces, type FaceName, type FontName, loadFonts, type LoadedFont } from '../fonts/index.js';
import { createCache } from './cache.js';
import type { Ruler, Extent, Font } from './ruler.js';
import { splitUnits, type Unit } from './runs.js';
import {
  type Alpha,
  createStencil,
  cutAlpha,
  enlarge,
  type Glyph,
  merge,
  outline,
  profile,
  type Stencil,
} from './stencil.js';

/** Bytes of glyphs, of distances between two of them, and of words that a typesetter keeps. */
export const cacheBytes = { glyphs: 8 << 20, steps: 8 << 20, words: 16 << 20 } as const;

/** Bytes that an object with a typed array takes beside what is in it: headers, the map's entry, the key's header. */
const overhead = 450;

const faceNumber: Readonly<Record<FaceName, number>> = { regular: 0, bold: 1, price: 2 };

export interface Typesetter extends Ruler {
  /** The shape of a word without blanks at its ends; `left` and `top` are relative to the pen on the baseline. */
  word(text: string, font: Font): Glyph;
}

/** Draws text with one registered font and reads how much of each pixel it covers. */
export interface Rasteriser {
  /** `x`, `y`: where the pen stood in `alpha`. `advance` in px. Sizes are px and may be fractions. */
  raster(
    font: LoadedFont,
    size: number,
    text: string,
    dx?: number,
  ): { alpha: Alpha; x: number; y: number; advance: number };
  /** Width in px that the pen moves, kerning included. */
  advance(font: LoadedFont, size: number, text: string): number;
}

/**
 * The seam to the native canvas: one scratch canvas, private font names. A font is registered when it is first needed:
 * Unifont alone takes 60 ms, and most labels never ask for it.
 * Never hand it a character that the font lacks: the canvas would silently take it from a font of the host.
 * @throws {Error} when a font can't be registered.
 */
export function createRasteriser(): Rasteriser {
  let canvas: Canvas;
  let context: SKRSContext2D;
  const registered = new Set<FontName>();
  const grow = (width: number, height: number) => {
    canvas = createCanvas(width, height);
    context = canvas.getContext('2d');
    context.lang = 'en';
  };
  grow(512, 512);
  const select = (font: LoadedFont, size: number) => {
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
  };
  return {
    advance(font, size, text) {
      select(font, size);
      return context.measureText(text).width;
    },
    raster(font, size, text, dx = 0) {
      select(font, size);
      const box = context.measureText(text);
      const x = Math.max(0, Math.ceil(box.actualBoundingBoxLeft)) + 2;
      const y = Math.max(0, Math.ceil(box.actualBoundingBoxAscent)) + 2;
      const width = x + Math.max(0, Math.ceil(box.actualBoundingBoxRight)) + 3;
      const height = y + Math.max(0, Math.ceil(box.actualBoundingBoxDescent)) + 3;
      if (width > canvas.width || height > canvas.height) {
        grow(Math.max(width, canvas.width), Math.max(height, canvas.height));
        select(font, size);
      }
      context.clearRect(0, 0, width, height);
      context.fillText(text, x + dx, y);
      const rgba = context.getImageData(0, 0, width, height).data;
      const values = new Uint8Array(width * height);
      for (let i = 0; i < values.length; i++) values[i] = rgba[i * 4 + 3]!;
      return { alpha: { width, height, values }, x, y, advance: box.width };
    },
  };
}

interface Word extends Extent {
  /** The glyphs and their pens, until the word is stamped. */
  parts: readonly { readonly glyph: Glyph; readonly x: number }[];
  glyph?: Glyph;
}

/**
 * Measures words and cuts them into stencils. Every glyph stands on a whole pixel, so that it has one shape wherever it
 * stands, and no two glyphs of a word touch. Words and glyphs are kept within {@link cacheBytes}.
 * @throws {Error} when a font is missing or can't be registered.
 */
export function createTypesetter(rasteriser: Rasteriser = createRasteriser()): Typesetter {
  const fonts = loadFonts();
  const numbers = new Map([...fonts.values()].map((font, i) => [font, i + 1]));
  const glyphs = createCache<Glyph>(cacheBytes.glyphs);
  const steps = createCache<number>(cacheBytes.steps);
  const words = createCache<Word>(cacheBytes.words);
  const chains = new Map<number, readonly LoadedFont[]>();

  /** A number for a font, or for none, at a size. */
  const groupOf = (font: LoadedFont | undefined, size: number) => (font ? numbers.get(font)! : 0) * 1024 + size;

  function glyphOf({ font, text }: Unit, size: number): Glyph {
    const group = groupOf(font, size);
    const known = glyphs.get(group, text);
    if (known) return known;
    const glyph = font ? drawGlyph(rasteriser, font, text, size) : missingGlyph(text, size);
    return glyphs.set(group, text, glyph, overhead + text.length * 2 + glyph.stencil.bits.length);
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
    const kerned = !apart && font && !font.source.native ? rasteriser.advance(font, size, pair) - b.advance : a.advance;
    const pixels = Math.round(kerned) + overlap(a, b, Math.round(kerned));
    return apart ? pixels : steps.set(group, pair, pixels, overhead + pair.length * 2);
  }

  function chainOf(group: number, { face, size }: Font): readonly LoadedFont[] {
    let chain = chains.get(group);
    if (!chain) chains.set(group, (chain = faces[face].chain(size).map((name) => fonts.get(name)!)));
    return chain;
  }

  function compose(text: string, group: number, font: Font): Word {
    const { units, missing } = splitUnits(text, chainOf(group, font));
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
    const group = faceNumber[font.face] * 1024 + font.size;
    const known = words.get(group, text);
    if (known) return known;
    const word = compose(text, group, font);
    const stencilBytes = Math.ceil((word.right - word.left + 8) / 8) * (word.ascent + word.descent);
    return words.set(group, text, word, 2 * overhead + text.length * 2 + word.parts.length * 48 + stencilBytes);
  }

  return {
    sizes: (face: FaceName) => faces[face].sizes,
    blank: (font) => Math.max(2, Math.round(font.size * blankEm)),
    metrics(font) {
      const { ascent, descent } = fonts.get(faces[font.face].chain(font.size)[0]!)!.source;
      return { ascent: Math.ceil(ascent * font.size), descent: Math.ceil(descent * font.size) };
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

function drawGlyph(rasteriser: Rasteriser, font: LoadedFont, text: string, size: number): Glyph {
  const { native } = font.source;
  const { cut, dx, grow } = font.cut(size, text);
  const scale = native ? bitmapScale(native, size) : 1;
  const { alpha, x, y, advance } = rasteriser.raster(font, native ?? size + grow, text, dx);
  const shape = cutAlpha(alpha, cut);
  const own = grow ? rasteriser.advance(font, size, text) : advance;
  return {
    stencil: enlarge(shape.stencil, scale),
    left: (shape.x - x) * scale,
    top: (shape.y - y) * scale,
    advance: own * scale,
  };
}

/** A bitmap font stands in at the whole multiple of its own size that is nearest to the size asked for. */
function bitmapScale(native: number, size: number): number {
  return Math.max(1, Math.round(size / native));
}

function missingGlyph(text: string, size: number): Glyph {
  const wide = text.codePointAt(0)! >= 0x1100;
  const height = Math.round(size * 0.72);
  const stencil: Stencil = outline(
    Math.max(4, Math.round(size * (wide ? 0.9 : 0.5))),
    height,
    Math.max(1, Math.round(size / 16)),
  );
  return { stencil, left: 1, top: -height, advance: stencil.width + 2 };
}

/** How many px more than `step` the pen must move so that one blank pixel stays between the shapes, diagonals included. */
function overlap(a: Glyph, b: Glyph, step: number): number {
  const before = profile(a.stencil);
  const after = profile(b.stencil);
  let gap = Infinity;
  for (let y = 0; y < b.stencil.height; y++) {
    if (after.last[y]! < 0) continue;
    for (let near = -1; near <= 1; near++) {
      const row = y + b.top - a.top + near;
      if (row < 0 || row >= a.stencil.height || before.last[row]! < 0) continue;
      gap = Math.min(gap, step + b.left + after.first[y]! - (a.left + before.last[row]!) - 1);
    }
  }
  return gap < 1 ? 1 - gap : 0;
}
