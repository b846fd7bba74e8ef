import type { Cut, LoadedFont } from '../../fonts/index.js';
import { createCache, type Memo } from '../cache.js';
import { type Meter, workCosts, unmetered } from '../limits.js';
import type { Alpha } from '../shapes/stencil.js';
import type { Rasteriser } from './rasteriser.js';
import { alphaTopology, eulerNumbers, sameTopology, type Topology } from './topology.js';

/** Bytes of the cache of characters and words drawn large. */
export const wholeBytes = 1 << 20;

/** In UTF-16 units. Longer words get the cut of their size: drawing them large would take longer than a whole label. */
const maxWordUnits = 32;

/** Offsets of a word's cut from that of its size; with larger ones the word looks lighter or bolder than its neighbours. */
const nearOffsets = [0, -10, 10, -20, 20, -30, 30, -40, 40];
const farOffsets = [50, -50, 60, -60, 70, 80];
/**
 * The ways to draw a word, tried in order until one preserves its topology: at its size, then larger, then much lighter or
 * bolder, then larger still. Each offset is tried at each shift by a part of a pixel before the next offset, so that the
 * words of a line have one weight: nine of ten words of Arabic, Hebrew, Devanagari and Thai need no offset.
 */
const ways = [
  { grow: 0, shifts: [0, 0.5, 0.25, 0.75], offsets: nearOffsets },
  { grow: 1, shifts: [0, 0.5], offsets: nearOffsets },
  { grow: 2, shifts: [0, 0.5], offsets: nearOffsets },
  { grow: 3, shifts: [0], offsets: nearOffsets },
  { grow: 0, shifts: [0, 0.5], offsets: farOffsets },
  { grow: 4, shifts: [0, 0.5], offsets: nearOffsets },
  { grow: 5, shifts: [0], offsets: nearOffsets },
] as const;

interface DrawnText {
  readonly alpha: Alpha;
  /** Strokes less holes at each cut, once needed. */
  eulers?: Int32Array;
}

/** Finds how to cut a text at a size in px. */
export type Mend = (font: LoadedFont, size: number, text: string) => Cut;

/** Cuts every text at the usual threshold of its size. */
export const usual: Mend = (font, size, text) => font.cut(size, text);

/**
 * There are too many Han characters and words of joined letters to precompute their cuts. So each is compared with itself
 * drawn large, and cut so that it loses no stroke and no hole, or else as few as possible. The first size of such a word
 * takes 3 to 5 times as long as a new Latin word; a further size takes about as long.
 */
export function createMend(rasteriser: Rasteriser, meter: Meter = unmetered): Mend {
  const cache = createCache(wholeBytes);
  const wholes = new Map<LoadedFont, Memo<string, Topology>>();

  function wholeOf(font: LoadedFont, text: string): Topology {
    let ofFont = wholes.get(font);
    if (!ofFont) wholes.set(font, (ofFont = cache.memo()));
    return ofFont.get(text) ?? ofFont.set(text, wholeTopology(rasteriser, font, text), 200 + text.length * 2);
  }

  function draw(font: LoadedFont, size: number, text: string, dx: number): DrawnText {
    const { alpha } = rasteriser.raster(font, size, text, dx);
    meter.charge((alpha.values.length * workCosts.tried) / 1000);
    return { alpha };
  }

  return (font, size, text) => {
    const measured = font.cut(size, text);
    if (size > (font.source.checkedTo ?? 0) || text.length > maxWordUnits) return measured;
    const target = wholeOf(font, text);
    let best = measured;
    let fewest = Infinity;
    for (const { grow, shifts, offsets } of ways) {
      const drawings: DrawnText[] = [];
      for (const offset of offsets) {
        for (const [i, dx] of shifts.entries()) {
          const drawing = (drawings[i] ??= draw(font, size + grow, text, dx));
          const cut = measured.cut + offset;
          // The Euler number bounds the loss from below without counting. The first cut, which most texts take, is always counted.
          if (fewest < Infinity) {
            const eulers = (drawing.eulers ??= eulerNumbers(drawing.alpha));
            if (Math.abs(eulers[cut]! - (target.strokes - target.holes)) >= fewest) continue;
          }
          const topology = alphaTopology(drawing.alpha, cut);
          if (sameTopology(topology, target)) return { cut, dx, grow };
          const lost = Math.abs(topology.strokes - target.strokes) + Math.abs(topology.holes - target.holes);
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
