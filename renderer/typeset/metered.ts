import type { LoadedFont } from '../../fonts/index.js';
import { type Meter, workCosts } from '../limits.js';
import type { Rasteriser } from './rasteriser.js';

/** A rasteriser that charges each text right after it is drawn, as no single one takes long, and each font before it is first read. */
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
      const drawn = rasteriser.raster(font, size, text, dx);
      // Its size is known only now.
      meter.charge(workCosts.raster + (drawn.alpha.values.length / 1000) * workCosts.rastered);
      return drawn;
    },
    extent(font, size, text, cut, dx) {
      chargeFont(font);
      const found = rasteriser.extent(font, size, text, cut, dx);
      if (found) meter.charge(workCosts.extent);
      return found;
    },
    advance(font, size, text) {
      chargeFont(font);
      meter.charge(workCosts.advance + text.length * workCosts.letter);
      return rasteriser.advance(font, size, text);
    },
  };
}
