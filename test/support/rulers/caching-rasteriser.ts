import type { LoadedFont } from '../../../fonts/index.js';
import { createRasteriser, type Rasteriser } from '../../../renderer/typeset/rasteriser.js';

/** The maximum pixels of all cached drawings. */
const maxPixels = 64 << 20;

/**
 * Draws each text once. A test of thousands of labels needs the same digits long after a typesetter, which caches a few
 * megabytes, has dropped them; drawing them again would take most of its time.
 */
export function createCachingRasteriser(): Rasteriser {
  const own = createRasteriser();
  const cache = new Map<LoadedFont, Map<string, ReturnType<Rasteriser['raster']>>>();
  const extents = new Map<string, ReturnType<Rasteriser['extent']>>();
  let pixels = 0;
  return {
    extent(font, ...rest) {
      const key = [font.name, ...rest].join();
      if (!extents.has(key)) extents.set(key, own.extent(font, ...rest));
      return extents.get(key);
    },
    advance: (font, size, text) => own.advance(font, size, text),
    raster(font, size, text, dx = 0) {
      let ofFont = cache.get(font);
      if (!ofFont) cache.set(font, (ofFont = new Map<string, ReturnType<Rasteriser['raster']>>()));
      const key = `${size} ${dx} ${text}`;
      const known = ofFont.get(key);
      if (known) return known;
      const drawn = own.raster(font, size, text, dx);
      pixels += drawn.alpha.values.length;
      if (pixels <= maxPixels) ofFont.set(key, drawn);
      return drawn;
    },
  };
}
