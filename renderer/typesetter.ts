import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';
import { faces, type FaceName, type FontName, loadFonts, type LoadedFont } from '../fonts/index.js';
import type { Ruler, Extent, Font } from './ruler.js';
import { type Run, splitRuns } from './runs.js';
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

/** Bytes of glyphs and of words that a typesetter keeps. */
export const cacheBytes = { glyphs: 8 << 20, words: 16 << 20 } as const;

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
 * The seam to the native canvas: one scratch canvas, private font names, every assumption checked.
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
  const glyphs = new LRUCache<string, Glyph>({
    maxSize: cacheBytes.glyphs,
    sizeCalculation: (glyph, key) => glyph.stencil.bits.length + key.length * 2 + 200,
  });
  const pairs = new LRUCache<string, number>({ max: 50_000 });
  const words = new LRUCache<string, Word>({
    maxSize: cacheBytes.words,
    sizeCalculation: (word, key) =>
      1000 + key.length * 2 + Math.ceil((word.right + 8) / 8) * (word.ascent + word.descent),
  });

  function glyphOf(run: Run, text: string, size: number): Glyph {
    const key = `${run.font?.name ?? 'box'} ${size} ${text}`;
    let glyph = glyphs.get(key);
    if (!glyph)
      glyphs.set(key, (glyph = run.font ? drawGlyph(rasteriser, run.font, text, size) : missingGlyph(text, size)));
    return glyph;
  }

  /** Whole pixels from one pen to the next: the font's own kerned advance, and more where the shapes would touch. */
  function step(run: Run, before: string, after: string, nextRun: Run, size: number): number {
    const key = `${run.font?.name ?? ''} ${size} ${before} ${nextRun.font?.name ?? ''} ${after}`;
    let pixels = pairs.get(key);
    if (pixels === undefined) {
      const a = glyphOf(run, before, size);
      const b = glyphOf(nextRun, after, size);
      const kerned =
        run.font && run.font === nextRun.font && !run.font.source.native
          ? rasteriser.advance(run.font, size, before + after) - b.advance
          : a.advance;
      pixels = Math.round(kerned) + overlap(a, b, Math.round(kerned));
      pairs.set(key, pixels);
    }
    return pixels;
  }

  function compose(text: string, font: Font): Word {
    const { runs, missing } = splitRuns(text, faces[font.face].chain(font.size), fonts);
    const parts: { glyph: Glyph; x: number }[] = [];
    let pen = 0;
    let previous: { run: Run; text: string } | undefined;
    for (const run of runs) {
      for (const unit of run.units) {
        const glyph = glyphOf(run, unit, font.size);
        if (previous) pen += step(previous.run, previous.text, unit, run, font.size);
        parts.push({ glyph, x: pen });
        previous = { run, text: unit };
      }
    }
    const last = parts.at(-1);
    const extent = { left: Infinity, right: -Infinity, ascent: 0, descent: 0 };
    for (const { glyph, x } of parts) {
      if (glyph.stencil.width === 0) continue;
      extent.left = Math.min(extent.left, x + glyph.left);
      extent.right = Math.max(extent.right, x + glyph.left + glyph.stencil.width);
      extent.ascent = Math.max(extent.ascent, -glyph.top);
      extent.descent = Math.max(extent.descent, glyph.top + glyph.stencil.height);
    }
    if (extent.left === Infinity) extent.left = extent.right = 0;
    return { ...extent, advance: last ? last.x + Math.round(last.glyph.advance) : 0, missing, parts };
  }

  function wordOf(text: string, font: Font): Word {
    const key = `${font.face}${font.size} ${text}`;
    let word = words.get(key);
    if (!word) words.set(key, (word = compose(text, font)));
    return word;
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
