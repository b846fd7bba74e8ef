import type { LoadedFont } from '../../fonts/index.js';
import { type Meter, workCosts } from '../limits.js';
import type { Rasteriser } from './rasteriser.js';

/** A rasteriser that charges each text before it is drawn, and each font before it is first read. */
export function metered(rasteriser: Rasteriser, meter: Meter): Rasteriser {
  const read = new Set<LoadedFont>();
  const chargeFont = (font: LoadedFont) => {
    if (read.has(font)) return;
    meter.charge((font.source.measured.bytes / 1000) * workCosts.font);
    read.add(font);
  };
  return {
    raster(font, size, text, dx) {
      chargeFont(font);
      // On average, all letters are at most as wide and high as this.
      const pixels = text.length * size * size * 1.2;
      meter.charge(workCosts.raster + (pixels / 1000) * workCosts.rastered);
      return rasteriser.raster(font, size, text, dx);
    },
    advance(font, size, text) {
      chargeFont(font);
      meter.charge(workCosts.advance + text.length * workCosts.letter);
      return rasteriser.advance(font, size, text);
    },
  };
}
