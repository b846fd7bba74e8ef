import type { Cut, LoadedFont } from '../../fonts/index.js';
import { createCache, type Memo } from '../cache.js';
import { type Meter, prices, unmetered } from '../limits.js';
import type { Alpha } from '../shapes/stencil.js';
import type { Rasteriser } from './rasteriser.js';
import { alphaTopology, eulerNumbers, sameTopology, type Topology } from './topology.js';

/** How many bytes a mender keeps of what it knows about characters and words drawn large. */
export const wholeBytes = 1 << 20;

/**
 * Longer words, in UTF-16 units, get the cut of their size: drawing them large would take longer than a whole label.
 */
const longest = 32;

/** How far a word's cut may be from that of its size before the word looks lighter or bolder than its neighbours. */
const near = [0, -10, 10, -20, 20, -30, 30, -40, 40];
const far = [50, -50, 60, -60, 70, 80];
/**
 * The ways in which a word is drawn, one after the other, until one keeps it whole: at its size, then larger, then much lighter
 * or bolder, then larger still. Each of the offsets of its cut is tried at each shift by a part of a pixel before the next
 * offset is, so that the words of a line have one weight: nine of ten words of Arabic, Hebrew, Devanagari and Thai need none.
 */
const ways = [
  { grow: 0, shifts: [0, 0.5, 0.25, 0.75], offsets: near },
  { grow: 1, shifts: [0, 0.5], offsets: near },
  { grow: 2, shifts: [0, 0.5], offsets: near },
  { grow: 3, shifts: [0], offsets: near },
  { grow: 0, shifts: [0, 0.5], offsets: far },
  { grow: 4, shifts: [0, 0.5], offsets: near },
  { grow: 5, shifts: [0], offsets: near },
] as const;

/** A text that is drawn. */
interface Drawing {
  readonly alpha: Alpha;
  /** Strokes less holes at each cut, once they are needed. */
  eulers?: Int32Array;
}

/** Finds how to cut a text at a size in px. */
export type Mend = (font: LoadedFont, size: number, text: string) => Cut;

/** Cuts every text as is usual at its size. */
export const usual: Mend = (font, size, text) => font.cut(size, text);

/**
 * There are too many Han characters and words of joined letters to find their cuts beforehand. So each is compared with
 * itself drawn large, and cut so that it loses no stroke and no hole, or else as few as possible. The first size of
 * such a word takes 3 to 5 times as long as a new Latin word; a further size takes about as long.
 */
export function createMend(rasteriser: Rasteriser, meter: Meter = unmetered): Mend {
  const cache = createCache(wholeBytes);
  const wholes = new Map<LoadedFont, Memo<string, Topology>>();

  function wholeOf(font: LoadedFont, text: string): Topology {
    let ofFont = wholes.get(font);
    if (!ofFont) wholes.set(font, (ofFont = cache.memo()));
    return ofFont.get(text) ?? ofFont.set(text, wholeTopology(rasteriser, font, text), 200 + text.length * 2);
  }

  function draw(font: LoadedFont, size: number, text: string, dx: number): Drawing {
    const { alpha } = rasteriser.raster(font, size, text, dx);
    meter.charge((alpha.values.length * prices.tried) / 1000);
    return { alpha };
  }

  return (font, size, text) => {
    const measured = font.cut(size, text);
    if (size > (font.source.checkedTo ?? 0) || text.length > longest) return measured;
    const whole = wholeOf(font, text);
    let best = measured;
    let fewest = Infinity;
    for (const { grow, shifts, offsets } of ways) {
      const drawn: Drawing[] = [];
      for (const offset of offsets) {
        for (const [i, dx] of shifts.entries()) {
          const drawing = (drawn[i] ??= draw(font, size + grow, text, dx));
          const cut = measured.cut + offset;
          // As many more strokes less holes are lost at least, which is known without counting either. The first cut of all,
          // which most texts keep, is counted in any case.
          if (fewest < Infinity) {
            const eulers = (drawing.eulers ??= eulerNumbers(drawing.alpha));
            if (Math.abs(eulers[cut]! - (whole.strokes - whole.holes)) >= fewest) continue;
          }
          const found = alphaTopology(drawing.alpha, cut);
          if (sameTopology(found, whole)) return { cut, dx, grow };
          const lost = Math.abs(found.strokes - whole.strokes) + Math.abs(found.holes - whole.holes);
          if (lost < fewest) {
            best = { cut, dx, grow };
            fewest = lost;
          }
        }
      }
    }
    return best;
  };
}

/**
 * The strokes and holes of a text drawn large. A seam between overlapping contours can open a false hole at one size,
 * so the size with fewer holes is the right one.
 */
export function wholeTopology(rasteriser: Rasteriser, font: LoadedFont, text: string): Topology {
  const at = (size: number) => alphaTopology(rasteriser.raster(font, size, text).alpha, 100);
  const [small, large] = [at(96), at(128)];
  return { strokes: large.strokes, holes: Math.min(small.holes, large.holes) };
}
