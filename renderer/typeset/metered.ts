import type { LoadedFont } from '../../fonts/index.js';
import { type Meter, prices } from '../limits.js';
import type { Rasteriser } from './rasteriser.js';

/** The rasteriser, each of whose texts is charged before it is drawn, as is each font before it is first read. */
export function metered(rasteriser: Rasteriser, meter: Meter): Rasteriser {
  const read = new Set<LoadedFont>();
  const chargeFont = (font: LoadedFont) => {
    if (read.has(font)) return;
    meter.charge((font.source.measured.bytes / 1000) * prices.font);
    read.add(font);
  };
  return {
    raster(font, size, text, dx) {
      chargeFont(font);
      // On average, no letter is known to be wider or higher than this.
      const pixels = text.length * size * size * 1.2;
      meter.charge(prices.raster + (pixels / 1000) * prices.rastered);
      return rasteriser.raster(font, size, text, dx);
    },
    advance(font, size, text) {
      chargeFont(font);
      meter.charge(prices.advance + text.length * prices.letter);
      return rasteriser.advance(font, size, text);
    },
  };
}
