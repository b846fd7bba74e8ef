import { createCache } from '../cache.js';
import { limits } from '../limits.js';
import { PictureError } from './error.js';
import { decodeJpeg, jpegPixels } from './jpeg.js';
import { decodePicturePng, pngPixels } from './png.js';
import type { RgbaPicture } from './rgba.js';

/** A picture whose header was read. */
interface OpenPicture {
  /** The number of decoded pixels, including all scans of a JPEG. */
  readonly pixels: number;
  /** @throws PictureError, and nothing else, if the picture can't be read in full */
  decode(): RgbaPicture;
}

/**
 * The picture in a data URI `data:image/png;base64,…` or `data:image/jpeg;base64,…`, at most 4 MiB and 4 megapixels.
 *
 * PNG: every colour type, depth and interlacing; of an animation only the still picture. JPEG: baseline and progressive,
 * grey or colour, 8 bits; turned upright by its EXIF orientation. Colours are taken as sRGB: `gAMA`, `cHRM`, `sRGB`,
 * `iCCP` and a JPEG's ICC profile are ignored, as their effect would be lost among the panel's few inks.
 *
 * Sizes are read before anything is decoded, and allocations are bounded by them: a hostile picture costs about 64 MB
 * before it is refused.
 * @throws PictureError, and nothing else, if the header can't be read or exceeds a limit
 */
function openPicture(source: string): OpenPicture {
  const head = /^data:image\/(png|jpeg);base64,/.exec(source.slice(0, 32));
  if (!head) throw new PictureError('data:image/png;base64,… or data:image/jpeg;base64,…', excerpt(source));
  return openBytes(fromBase64(source, head[0].length), head[1] === 'png' ? 'png' : 'jpeg');
}

/** See {@link openPicture}; for the bytes of a file. */
export function openBytes(bytes: Buffer, type: 'png' | 'jpeg'): OpenPicture {
  if (bytes.length > limits.picture.bytes) throw new PictureError('at most 4 MiB', `${bytes.length} bytes`);
  const kind = type === 'png' ? 'a PNG' : 'a JPEG';
  const [pixelsOf, decode] =
    type === 'png' ? ([pngPixels, decodePicturePng] as const) : ([jpegPixels, decodeJpeg] as const);
  return { pixels: guarded(kind, () => pixelsOf(bytes)), decode: () => guarded(kind, () => decode(bytes)) };
}

/** A broken file can make a decoder throw anything, even a TypeError, whose words say nothing about the file. */
export function guarded<T>(kind: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PictureError) throw error;
    const words = error instanceof Error && error.name === 'Error' ? ` (${error.message})` : '';
    throw new PictureError(kind, `a broken one${words}`, { cause: error });
  }
}

/** A cache of decoded pictures by source. */
export interface Pictures {
  /**
   * The picture of a source, by its header. `decoded` says whether its pixels are cached.
   * @throws PictureError, and nothing else, if the header can't be read or exceeds a limit
   */
  open(source: string): OpenPicture & { readonly decoded: boolean };
}

/** The bytes of cached pictures: in each half of the cache, twice the maximum of a layout. */
const pictureBytes = limits.layout.pixels * 4 * 4;

/** Sharing one between checking and drawing layouts saves decoding each picture twice. */
export function createPictures(): Pictures {
  const cache = createCache(pictureBytes).memo<string, RgbaPicture>();
  return {
    open(source) {
      const picture = cache.get(source);
      if (picture) return { pixels: picture.width * picture.height, decoded: true, decode: () => picture };
      const opened = openPicture(source);
      return {
        pixels: opened.pixels,
        decoded: false,
        decode() {
          const decoded = opened.decode();
          return cache.set(source, decoded, decoded.rgba.byteLength + source.length);
        },
      };
    },
  };
}

/** Refuses anything but base64. Node's own decoder skips the rest, so a truncated or garbled picture would seem complete. */
function fromBase64(source: string, start: number): Buffer {
  const length = source.length - start;
  if (length === 0) throw new PictureError('base64', 'nothing after the comma');
  if (length > (limits.picture.bytes / 3) * 4 + 4) throw new PictureError('at most 4 MiB', `${length} characters`);
  const bytes = Buffer.from(source.slice(start), 'base64');
  const padding = (3 - (bytes.length % 3)) % 3;
  const isComplete = length % 4 === 0 && bytes.length === (length / 4) * 3 - padding;
  // Looks for one wrong character: an expression that matches millions of them overflows V8's stack for backtracking.
  const hasOthers = /[^A-Za-z0-9+/]/.test(source.slice(start, source.length - padding));
  if (!isComplete || hasOthers || !source.endsWith('='.repeat(padding)))
    throw new PictureError('base64 (A–Z a–z 0–9 + / padded with =)', excerpt(source.slice(start)));
  return bytes;
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}
