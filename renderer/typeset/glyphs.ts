import { bitmapScale, type DrawnGlyph, type LoadedFont } from '../../fonts/index.js';
import { evenInk, largestEven } from './even.js';
import type { Mend } from './mend.js';
import type { Rasteriser } from './rasteriser.js';
import { embolden } from '../shapes/embolden.js';
import {
  createStencil,
  cutAlpha,
  enlarge,
  type Glyph,
  lateStencil,
  outline,
  profile,
  type Stencil,
} from '../shapes/stencil.js';
import { getOrInsert } from '../get-or-insert.js';

/** The size in px at which a font is drawn for a text of `size`, and how many times its pixels are then enlarged. */
export function drawnAt({ source }: LoadedFont, size: number): { size: number; scale: number } {
  const { native, smallest = 0 } = source;
  return native ? { size: native, scale: bitmapScale(native, size) } : { size: Math.max(size, smallest), scale: 1 };
}

/** @param bold whether to embolden a bitmap font */
export function drawGlyph(
  rasteriser: Rasteriser,
  mend: Mend,
  font: LoadedFont,
  text: string,
  requested: number,
  bold: boolean,
): Glyph {
  const { size, scale } = drawnAt(font, requested);
  const even = size <= largestEven.stems ? font.source.even : undefined;
  const { cut, dx, grow } = mend(font, size, text);
  const late = even || bold || scale > 1 ? undefined : rasteriser.extent(font, size + grow, text, cut, dx);
  if (late) {
    const pixels = () => cutAlpha(rasteriser.raster(font, size + grow, text, dx).alpha, cut).stencil.bits;
    const whole = grow ? rasteriser.advance(font, size, text) : late.advance;
    return { stencil: lateStencil(late.width, late.height, pixels), left: late.left, top: late.top, advance: whole };
  }
  const { alpha, x, y, advance } = rasteriser.raster(font, size + grow, text, dx);
  const shape = even ? cutAlpha(evenInk(alpha, cut, size, even), 1) : cutAlpha(alpha, cut);
  const own = grow ? rasteriser.advance(font, size, text) : advance;
  return {
    stencil: bold ? embolden(shape.stencil, scale) : enlarge(shape.stencil, scale),
    left: (shape.x - x) * scale,
    top: (shape.y - y) * scale,
    advance: own * scale,
  };
}

/** A glyph from precomputed pixels, with its pen on a whole pixel. */
export function chosenGlyph({ width, height, top, before, after, rows }: DrawnGlyph): Glyph {
  const stencil = createStencil(width, height);
  const bytes = (width + 7) >> 3;
  for (let y = 0; y < height; y++)
    for (let i = 0; i < bytes; i++)
      stencil.bits[y * stencil.stride + (i >> 2)]! |= rows[y * bytes + i]! << (24 - (i & 3) * 8);
  // A mark that overhangs its letter has negative white after it, which counts as 0 at the end of a word.
  return { stencil, left: Math.round(before), top: -top, advance: before + width + Math.max(0, after) };
}

/** The box for a character that no font has. */
export function missingGlyph(text: string, size: number): Glyph {
  const wide = text.codePointAt(0)! >= 0x1100;
  const height = Math.round(size * 0.72);
  const stencil: Stencil = outline(
    Math.max(4, Math.round(size * (wide ? 0.9 : 0.5))),
    height,
    Math.max(1, Math.round(size / 16)),
  );
  return { stencil, left: 1, top: -height, advance: stencil.width + 2 };
}

const profiles = new WeakMap<Stencil, ReturnType<typeof profile>>();

/** The profile of a glyph, which each of its neighbours needs. */
function profileOf({ stencil }: Glyph): ReturnType<typeof profile> {
  return getOrInsert(profiles, stencil, () => profile(stencil));
}

/** How many px more than `step` the pen must move to leave a blank pixel between the shapes, diagonals included. */
export function overlap(a: Glyph, b: Glyph, step: number): number {
  // Their boxes are apart: large shapes, which are only measured, need no pixels for that.
  if (step + b.left - a.left - a.stencil.width > 0) return 0;
  const before = profileOf(a);
  const after = profileOf(b);
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
