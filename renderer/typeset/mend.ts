import type { Cut, LoadedFont } from '../../fonts/index.js';
import { createCache, type Memo } from '../cache.js';
import type { Rasteriser } from './rasteriser.js';
import { alphaTopology, sameTopology, type Topology } from './topology.js';

/** Bytes of what characters and words look like when drawn large that a mender keeps. */
export const wholeBytes = 1 << 20;

/** Longer words are drawn with the cut of their size: to draw them large would take longer than a whole label. */
const longest = 32;

/** How far from the cut of its size a word may be cut: farther, it looks lighter or bolder than its neighbours. */
const near = [0, -10, 10, -20, 20, -30, 30, -40, 40];
const far = [50, -50, 60, -60, 70, 80];
/** How a word is drawn until one way keeps it whole: moved by a part of a pixel, then larger, then much lighter or bolder. */
const ways = [
  { grow: 0, dx: 0, offsets: near },
  { grow: 0, dx: 0.5, offsets: near },
  { grow: 0, dx: 0.25, offsets: near },
  { grow: 0, dx: 0.75, offsets: near },
  { grow: 1, dx: 0, offsets: near },
  { grow: 1, dx: 0.5, offsets: near },
  { grow: 2, dx: 0, offsets: near },
  { grow: 2, dx: 0.5, offsets: near },
  { grow: 3, dx: 0, offsets: near },
  { grow: 0, dx: 0, offsets: far },
  { grow: 0, dx: 0.5, offsets: far },
  { grow: 4, dx: 0, offsets: near },
  { grow: 5, dx: 0, offsets: near },
  { grow: 4, dx: 0.5, offsets: near },
] as const;

/** Finds how a text is cut at a size in px. */
export type Mend = (font: LoadedFont, size: number, text: string) => Cut;

/**
 * Words that join and Han characters are too many to find their cuts beforehand. Each is compared with itself drawn
 * large, and cut so that no stroke and no hole is lost; where nothing keeps them all, so that as few as possible are.
 * The first look at a word takes 3 to 5 times what a new word of Latin takes; at further sizes it takes about the same.
 */
export function createMend(rasteriser: Rasteriser): Mend {
  const cache = createCache(wholeBytes);
  const wholes = new Map<LoadedFont, Memo<string, Topology>>();

  function wholeOf(font: LoadedFont, text: string): Topology {
    let ofFont = wholes.get(font);
    if (!ofFont) wholes.set(font, (ofFont = cache.memo()));
    return ofFont.get(text) ?? ofFont.set(text, wholeTopology(rasteriser, font, text), 200 + text.length * 2);
  }

  return (font, size, text) => {
    const measured = font.cut(size, text);
    if (size > (font.source.checkedTo ?? 0) || text.length > longest) return measured;
    const whole = wholeOf(font, text);
    let best = measured;
    let fewest = Infinity;
    for (const { grow, dx, offsets } of ways) {
      const { alpha } = rasteriser.raster(font, size + grow, text, dx);
      for (const offset of offsets) {
        const cut = measured.cut + offset;
        const found = alphaTopology(alpha, cut);
        if (sameTopology(found, whole)) return { cut, dx, grow };
        const lost = Math.abs(found.strokes - whole.strokes) + Math.abs(found.holes - whole.holes);
        if (lost < fewest) {
          best = { cut, dx, grow };
          fewest = lost;
        }
      }
    }
    return best;
  };
}

/**
 * What a text looks like when it is drawn large. A seam between overlapping contours can open a false hole at one size:
 * the size with fewer holes tells the truth.
 */
export function wholeTopology(rasteriser: Rasteriser, font: LoadedFont, text: string): Topology {
  const at = (size: number) => alphaTopology(rasteriser.raster(font, size, text).alpha, 100);
  const [small, large] = [at(96), at(128)];
  return { strokes: large.strokes, holes: Math.min(small.holes, large.holes) };
}
