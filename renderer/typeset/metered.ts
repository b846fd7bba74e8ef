import { type Meter, prices } from '../limits.js';
import type { Rasteriser } from './rasteriser.js';

/** The rasteriser, each of whose texts is charged before it is drawn. */
export function metered({ raster, advance }: Rasteriser, meter: Meter): Rasteriser {
  return {
    raster(font, size, text, dx) {
      // No letter is known to be wider or higher than this, on average.
      const pixels = text.length * size * size * 1.2;
      meter.charge(prices.raster + (pixels / 1000) * prices.rastered);
      return raster(font, size, text, dx);
    },
    advance(font, size, text) {
      meter.charge(prices.advance + text.length * prices.letter);
      return advance(font, size, text);
    },
  };
}
