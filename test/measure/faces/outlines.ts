import { fromExhaustive } from '../../support/exhaustive.js';
import { at, empty, type Shape, shapeFrom } from './shape.js';

type LoadFlags = Readonly<Record<string, boolean | number>>;
interface Glyph {
  readonly bitmap?: {
    readonly width: number;
    readonly height: number;
    readonly pitch: number;
    readonly pixelMode: number;
    readonly buffer: Buffer;
  } | null;
  readonly bitmapLeft?: number | null;
  readonly bitmapTop?: number | null;
  readonly metrics: { readonly horiAdvance: number };
}
interface FontFace {
  setCharSize(width: number, height: number, horizontalDpi: number, verticalDpi: number): void;
  setTransform(matrix: undefined, delta: readonly [number, number]): void;
  loadChar(point: number, flags: LoadFlags): Glyph;
  getCharIndex(point: number): number | null;
}
/** The used part of FreeType. */
interface FreeType {
  readonly RenderMode: { readonly MONO: number; readonly NORMAL: number };
  readonly NewFace: (path: string) => FontFace;
}

/** The outlines of one weight. Sizes are in px and may be fractions. */
export interface Outlines {
  has(character: string): boolean;
  /** The autohinter's shape, `width` and `height` px per em. */
  hinted(character: string, width: number, height: number): Shape;
  /** The pixels with a coverage of at least `cut` of 255, moved `dx` px to the right. */
  cut(character: string, width: number, height: number, dx: number, cut: number): Shape;
  /** The ink drawn large, {@link largeSize} px per em. */
  large(character: string): Shape;
  /** How far the pen moves, in em. */
  advance(character: string): number;
}

/** The size in px at which outlines are compared. */
export const largeSize = 192;

/** Opens a file of an npm package of `test/exhaustive`. */
export function openOutlines(file: string): Outlines {
  const { NewFace, RenderMode } = fromExhaustive('@julusian/freetype2') as FreeType;
  /** FreeType's autohinter for one bit: stems of whole pixels, heights on whole rows. */
  const hinted = { render: true, forceAutohint: true, monochrome: true, loadTarget: RenderMode.MONO };
  const smooth = { render: true, noHinting: true, loadTarget: RenderMode.NORMAL };
  const face = NewFace(fromExhaustive.resolve(file));
  const large = new Map<string, Shape>();
  const load = (character: string, width: number, height: number, flags: LoadFlags, dx = 0) => {
    // The binding only takes whole points: one point, at the dots per inch that give the size.
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

/** The coverage of each pixel by a large shape reduced to `width` × `height` px: 0 to 1, row by row. */
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
