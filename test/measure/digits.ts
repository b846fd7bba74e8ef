import { createStencil, type Glyph, merge, type Stencil } from '../../renderer/shapes/stencil.js';

/** The digits that a price face must tell apart. */
export const latinDigits = Array.from('0123456789');

/** The number of ink pixels of a shape, or of one of its rows. */
export function inkOf({ bits, stride }: Stencil, row?: number): number {
  const of = row === undefined ? bits : bits.subarray(row * stride, (row + 1) * stride);
  return of.reduce((sum, word) => sum + ones(word), 0);
}

/**
 * How unlike two shapes are: the pixels in which they differ where they cover each other best, as a share of the
 * lighter one's ink.
 */
export function difference(a: Glyph, b: Glyph): number {
  const [first, second] = a.stencil.width < b.stencil.width ? [b, a] : [a, b];
  // From where their left edges meet to where their right ones do, and a little beyond.
  const slack = first.stencil.width - second.stencil.width;
  const step = Math.ceil((slack + 1) / 16);
  let least = Infinity;
  for (let dy = -2; dy <= 2; dy++)
    for (let dx = -2; dx <= slack + 2; dx += step)
      least = Math.min(least, differing(first.stencil, second.stencil, dx, second.top - first.top + dy));
  return least / Math.min(inkOf(a.stencil), inkOf(b.stencil));
}

/** The pixels in which `a` differs from `b` moved by `dx`, `dy`. */
function differing(a: Stencil, b: Stencil, dx: number, dy: number): number {
  // Both on sheets that hold them and their margins.
  const margin = 4;
  const [width, height] = [a.width + 2 * margin, Math.max(a.height, b.height) + Math.abs(dy) + 2 * margin];
  const sheet = (part: Stencil, x: number, y: number) => {
    const whole = createStencil(width, height);
    merge(whole, part, margin + x, margin + y);
    return whole.bits;
  };
  const other = sheet(b, dx, Math.max(0, dy));
  return sheet(a, 0, Math.max(0, -dy)).reduce((sum, bits, i) => sum + ones(bits ^ other[i]!), 0);
}

/** How many bits of a number are set. */
function ones(bits: number): number {
  let pairs = bits - ((bits >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The digits with a bow at the top and at the bottom. */
const bows = { top: '023689', bottom: '035689' } as const;

/**
 * How many nubs a digit has: a bow whose outermost row is less than a third of the row behind it looks like a pixel
 * that was left over.
 */
export function nubsOf(digit: string, stencil: Stencil): number {
  const { height } = stencil;
  const nub = (outer: number, inner: number) => Number(inkOf(stencil, outer) * 3 < inkOf(stencil, inner));
  const top = bows.top.includes(digit) ? nub(0, 1) : 0;
  return bows.bottom.includes(digit) ? top + nub(height - 1, height - 2) : top;
}
