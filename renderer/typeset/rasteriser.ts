import { createRequire } from 'node:module';
import type * as Canvas from '@napi-rs/canvas';
import { type FontName, type LoadedFont, readFont } from '../../fonts/index.js';
import type { Alpha } from '../shapes/stencil.js';
import type { Rectangle } from '../shapes/rectangle.js';

/** Not imported: Node would search it for exports for 10 ms. Loaded for the first text that is not precomputed. */
const loadCanvas = () => createRequire(import.meta.url)('@napi-rs/canvas') as typeof Canvas;

/** The bounds in px of a text's ink, from the pen. */
export interface InkBounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly advance: number;
}

/** Draws text with one registered font and reads the coverage of each pixel. */
export interface Rasteriser {
  /**
   * The bounds of the pixels with a coverage of at least `cut` (of 255). Reads only the edges: reading pixels takes twenty
   * times as long as drawing them.
   * @returns undefined for a text that is read as quickly as a whole
   */
  extent(font: LoadedFont, size: number, text: string, cut: number, dx?: number): InkBounds | undefined;
  /** `x`, `y`: the pen's position in `alpha`. `advance` is in px. Sizes are in px and may be fractions. */
  raster(
    font: LoadedFont,
    size: number,
    text: string,
    dx?: number,
  ): { alpha: Alpha; x: number; y: number; advance: number };
  /** How far the pen moves in px, including kerning. */
  advance(font: LoadedFont, size: number, text: string): number;
}

/**
 * The seam to the native canvas. Each font is registered under a private name when it is first needed: Unifont alone
 * takes 60 ms, and most labels never need it. There are scratch canvases for letters, for words, for words drawn
 * large and for anything larger, because reading pixels back takes longer from a larger canvas (0.4 ms at 512×512,
 * 0.1 ms at 256×128).
 *
 * Never pass a character that the font lacks: the canvas would silently take it from a font of the host.
 * The methods throw an Error when a font can't be registered.
 */
export function createRasteriser(): Rasteriser {
  let opened: Rasteriser | undefined;
  const open = () => (opened ??= cachingLast(openRasteriser(loadCanvas())));
  return {
    advance: (font, size, text) => open().advance(font, size, text),
    extent: (font, size, text, cut, dx) => open().extent(font, size, text, cut, dx),
    raster: (font, size, text, dx) => open().raster(font, size, text, dx),
  };
}

/** Draws a text once when two consecutive calls need it: one finds its cut, the next cuts it. */
function cachingLast(own: Rasteriser): Rasteriser {
  let last:
    | { readonly font: LoadedFont; readonly size: number; readonly text: string; readonly dx: number }
    | undefined;
  let drawn: ReturnType<Rasteriser['raster']>;
  return {
    advance: (font, size, text) => own.advance(font, size, text),
    extent: (font, size, text, cut, dx) => own.extent(font, size, text, cut, dx),
    raster(font, size, text, dx = 0) {
      if (last?.text === text && last.font === font && last.size === size && last.dx === dx) return drawn;
      last = undefined;
      drawn = own.raster(font, size, text, dx);
      last = { font, size, text, dx };
      return drawn;
    },
  };
}

function openRasteriser({ createCanvas, GlobalFonts }: typeof Canvas): Rasteriser {
  const registered = new Set<FontName>();
  const contextOf = (width: number, height: number) => createContext(createCanvas, width, height);
  const small = contextOf(256, 128);
  const contexts = [contextOf(64, 64), small, contextOf(1024, 224)];
  let large: Canvas.SKRSContext2D | undefined;
  const selected = new WeakMap<Canvas.SKRSContext2D, { readonly font: LoadedFont; readonly size: number }>();

  function select(context: Canvas.SKRSContext2D, font: LoadedFont, size: number): void {
    // The canvas parses a font's description each time it is set, which takes longer than measuring two letters.
    const before = selected.get(context);
    if (before?.font === font && before.size === size) return;
    selected.delete(context);
    const family = `esl ${font.name}`;
    if (!registered.has(font.name)) {
      const { path } = font;
      // From a path, the canvas reads only the parts that it needs.
      const key = path.endsWith('.gz')
        ? GlobalFonts.register(readFont(path), family)
        : GlobalFonts.registerFromPath(path, family);
      if (!key || !GlobalFonts.has(family))
        throw new Error(`Expected a font that the canvas reads for ${font.name} but received ${path}`);
      // The canvas ignores a description that it can't parse, and keeps the previous font.
      context.font = `10px "${family}"`;
      if (!context.font.includes(family))
        throw new Error(`Expected the canvas to take "${family}" but it has ${context.font}`);
      registered.add(font.name);
    }
    context.font = `${size}px "${family}"`;
    context.fontFeatureSettings = font.source.features ?? 'normal';
    selected.set(context, { font, size });
  }

  function roomFor(width: number, height: number): Canvas.SKRSContext2D {
    for (const context of contexts)
      if (width <= context.canvas.width && height <= context.canvas.height) return context;
    const largeSize = large?.canvas ?? { width: 512, height: 512 };
    if (!large || width > largeSize.width || height > largeSize.height)
      large = contextOf(Math.max(width, largeSize.width), Math.max(height, largeSize.height));
    return large;
  }

  /** Room for a text with margins, and the pen in it. */
  function boxOf(font: LoadedFont, size: number, text: string) {
    select(small, font, size);
    const box = small.measureText(text);
    const x = Math.max(0, Math.ceil(box.actualBoundingBoxLeft)) + 2;
    const y = Math.max(0, Math.ceil(box.actualBoundingBoxAscent)) + 2;
    const width = x + Math.max(0, Math.ceil(box.actualBoundingBoxRight)) + 3;
    const height = y + Math.max(0, Math.ceil(box.actualBoundingBoxDescent)) + 3;
    return { x, y, width, height, advance: box.width };
  }

  function drawn(font: LoadedFont, size: number, text: string, dx: number, { x, y, width, height }: Rectangle) {
    const context = roomFor(width, height);
    if (context !== small) select(context, font, size);
    context.clearRect(0, 0, width, height);
    context.fillText(text, x + dx, y);
    return context;
  }

  return {
    advance(font, size, text) {
      select(small, font, size);
      return small.measureText(text).width;
    },
    extent(font, size, text, cut, dx = 0) {
      const box = boxOf(font, size, text);
      if (box.width * box.height < leastPixels) return undefined;
      const found = inkOf(drawn(font, size, text, dx, box), box, cut);
      return found && { ...found, left: found.left - box.x, top: found.top - box.y, advance: box.advance };
    },
    raster(font, size, text, dx = 0) {
      const box = boxOf(font, size, text);
      const { x, y, width, height, advance } = box;
      return { alpha: alphaOf(drawn(font, size, text, dx, box), width, height), x, y, advance };
    },
  };
}

/** From this number of pixels on, reading the four edges is quicker than reading all of them. */
const leastPixels = 20_000;
/** The px of an edge that are read at a time. Ink begins 2 px from it. */
const edge = 8;

/** Where the ink of a drawing is, in px of the canvas; undefined where there is none. */
function inkOf(context: Canvas.SKRSContext2D, { width, height }: Rectangle, cut: number) {
  /** The first of `count` rows or columns with ink, from the start or from the end. */
  const first = (count: number, isRow: boolean, fromEnd: boolean): number | undefined => {
    for (let near = 0; near < count; near += edge) {
      const size = Math.min(edge, count - near);
      const from = fromEnd ? count - near - size : near;
      const [columns, rows] = isRow ? [width, size] : [size, height];
      const { data } = isRow
        ? context.getImageData(0, from, columns, rows)
        : context.getImageData(from, 0, columns, rows);
      let found: number | undefined;
      for (let at = 0; at < columns * rows; at++) {
        if (data[at * 4 + 3]! < cut) continue;
        const line = isRow ? Math.floor(at / columns) : at % columns;
        if (found === undefined || (fromEnd ? line > found : line < found)) found = line;
      }
      if (found !== undefined) return from + found;
    }
    return undefined;
  };
  const [top, bottom] = [first(height, true, false), first(height, true, true)];
  if (top === undefined || bottom === undefined) return undefined;
  const [left, right] = [first(width, false, false)!, first(width, false, true)!];
  return { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

function alphaOf(context: Canvas.SKRSContext2D, width: number, height: number): Alpha {
  const rgba = context.getImageData(0, 0, width, height).data;
  const values = new Uint8Array(width * height);
  for (let i = 0; i < values.length; i++) values[i] = rgba[i * 4 + 3]!;
  return { width, height, values };
}

function createContext(
  createCanvas: (typeof Canvas)['createCanvas'],
  width: number,
  height: number,
): Canvas.SKRSContext2D {
  const context = createCanvas(width, height).getContext('2d');
  context.lang = 'en';
  return context;
}
