import freetype, { type FontFace, type Glyph, type LoadFlags } from '@julusian/freetype2';
import { locateFont } from '../../../fonts/index.js';
import { at, empty, type Shape, shapeFrom } from './shape.js';

/** FreeType's autohinter for one bit: stems of whole pixels, heights on whole rows. */
const hinted: LoadFlags = { render: true, forceAutohint: true, monochrome: true, loadTarget: freetype.RenderMode.MONO };
const smooth: LoadFlags = { render: true, noHinting: true, loadTarget: freetype.RenderMode.NORMAL };

/** The outlines of one weight. Sizes are in px and may be fractions. */
export interface Outlines {
  has(character: string): boolean;
  /** As the autohinter has it, `width` and `height` px an em. */
  hinted(character: string, width: number, height: number): Shape;
  /** What is covered to at least `cut` of 255, moved `dx` px to the right. */
  cut(character: string, width: number, height: number, dx: number, cut: number): Shape;
  /** The ink drawn large, {@link largeSize} px an em. */
  large(character: string): Shape;
  /** How far the pen moves, in em. */
  advance(character: string): number;
}

/** The size in px at which outlines stand for themselves. */
export const largeSize = 192;

/** Opens a file of an npm package. */
export function openOutlines(file: string): Outlines {
  const path = locateFont(file, import.meta.url) ?? locateFont(file);
  if (!path) throw new Error(`Expected the font ${file} but found none`);
  const face: FontFace = freetype.NewFace(path);
  const large = new Map<string, Shape>();
  const load = (character: string, width: number, height: number, flags: LoadFlags, dx = 0) => {
    // The binding takes whole points only: one point, in as many dots an inch as make it that large.
    face.setCharSize(1, 1, Math.round(width * 72), Math.round(height * 72));
    face.setTransform(undefined, [Math.round(dx * 64), 0]);
    return face.loadChar(character.codePointAt(0)!, flags);
  };
  return {
    has: (character) => !!face.getCharIndex(character.codePointAt(0)!),
    hinted: (character, width, height) => shapeOf(load(character, width, height, hinted), 1),
    cut: (character, width, height, dx, cut) => shapeOf(load(character, width, height, smooth, dx), cut),
    large(character) {
      let known = large.get(character);
      if (!known) large.set(character, (known = shapeOf(load(character, largeSize, largeSize, smooth), 128)));
      return known;
    },
    advance: (character) =>
      load(character, largeSize, largeSize, { noHinting: true }).metrics.horiAdvance / 64 / largeSize,
  };
}

function shapeOf({ bitmap, bitmapLeft, bitmapTop }: Glyph, cut: number): Shape {
  if (!bitmap?.width) return empty;
  const { width, height, pitch, buffer, pixelMode } = bitmap;
  const ink =
    pixelMode === 1
      ? (x: number, y: number) => ((buffer[y * pitch + (x >> 3)]! << (x & 7)) & 128) !== 0
      : (x: number, y: number) => buffer[y * pitch + x]! >= cut;
  return shapeFrom(width, height, bitmapLeft ?? 0, bitmapTop ?? 0, ink);
}

/** How much of each pixel a large shape covers when it is drawn `width` × `height` px large: 0 to 1, row by row. */
export function shrunk(large: Shape, width: number, height: number): Float32Array {
  const covered = new Float32Array(width * height);
  const [sx, sy] = [width / large.width, height / large.height];
  for (let y = 0; y < large.height; y++) {
    const row = Math.min(height - 1, Math.floor((y + 0.5) * sy)) * width;
    for (let x = 0; x < large.width; x++)
      if (at(large, x, y)) covered[row + Math.min(width - 1, Math.floor((x + 0.5) * sx))]! += sx * sy;
  }
  return covered;
}
