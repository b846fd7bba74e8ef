import type { LoadedFont } from '../../../fonts/index.js';
import { createRasteriser, type Rasteriser } from '../../../renderer/typeset/rasteriser.js';

/** The most pixels of all drawings that are kept. */
const most = 64 << 20;

/**
 * Draws each text once: a test that draws thousands of labels asks for the same digits long after a typesetter, which keeps
 * a few megabytes, has forgotten them, and to draw them is most of its time.
 */
export function createKeptRasteriser(): Rasteriser {
  const own = createRasteriser();
  const kept = new Map<LoadedFont, Map<string, ReturnType<Rasteriser['raster']>>>();
  let pixels = 0;
  return {
    advance: (font, size, text) => own.advance(font, size, text),
    raster(font, size, text, dx = 0) {
      let ofFont = kept.get(font);
      if (!ofFont) kept.set(font, (ofFont = new Map<string, ReturnType<Rasteriser['raster']>>()));
      const key = `${size} ${dx} ${text}`;
      const known = ofFont.get(key);
      if (known) return known;
      const drawn = own.raster(font, size, text, dx);
      pixels += drawn.alpha.values.length;
      if (pixels <= most) ofFont.set(key, drawn);
      return drawn;
    },
  };
}
