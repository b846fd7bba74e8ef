import { createStencil, type Glyph, merge, type Stencil } from '../../renderer/shapes/stencil.js';

export const latinDigits = Array.from('0123456789');

/** The number of ink pixels of a shape, or of one of its rows. */
export function inkOf({ bits, stride }: Stencil, row?: number): number {
  const of = row === undefined ? bits : bits.subarray(row * stride, (row + 1) * stride);
  let sum = 0;
  for (const word of of) sum += ones(word);
  return sum;
}

/**
 * The difference of two shapes: the pixels in which they differ at their best overlap, as a share of the
 * lighter one's ink.
 */
export function difference(a: Glyph, b: Glyph): number {
  const [first, second] = a.stencil.width < b.stencil.width ? [b, a] : [a, b];
  // From aligned left edges to aligned right edges, and a little beyond.
  const slack = first.stencil.width - second.stencil.width;
  const step = Math.ceil((slack + 1) / 16);
  let least = Infinity;
  for (let dy = -2; dy <= 2; dy++) {
    const down = second.top - first.top + dy;
    // Both on sheets with room for their margins.
    const width = first.stencil.width + 2 * margin;
    const height = Math.max(first.stencil.height, second.stencil.height) + Math.abs(down) + 2 * margin;
    const sheet = (part: Stencil, x: number, y: number) => {
      const whole = createStencil(width, height);
      merge(whole, part, margin + x, margin + y);
      return whole.bits;
    };
    const below = sheet(first.stencil, 0, Math.max(0, -down));
    for (let dx = -2; dx <= slack + 2; dx += step)
      least = Math.min(least, differing(below, sheet(second.stencil, dx, Math.max(0, down))));
  }
  return least / Math.min(inkOf(a.stencil), inkOf(b.stencil));
}

/** The paper around two shapes that are laid upon each other, in px. */
const margin = 4;

function differing(a: Int32Array, b: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ones(a[i]! ^ b[i]!);
  return sum;
}

/** The number of set bits. */
function ones(bits: number): number {
  let pairs = bits - ((bits >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The digits with a bow at the top and at the bottom. */
const bows = { top: '023689', bottom: '035689' } as const;

/**
 * How many nubs a digit has: a bow whose outermost row is less than a third of the next row looks like a pixel
 * that was left over.
 */
export function nubsOf(digit: string, stencil: Stencil): number {
  const { height } = stencil;
  const nub = (outer: number, inner: number) => Number(inkOf(stencil, outer) * 3 < inkOf(stencil, inner));
  const top = bows.top.includes(digit) ? nub(0, 1) : 0;
  return bows.bottom.includes(digit) ? top + nub(height - 1, height - 2) : top;
}
