import { PictureError } from './error.js';
import { decodeJpeg } from './jpeg.js';
import { decodePicturePng } from './png.js';
import type { Picture } from './rgba.js';

const maxBytes = 4_194_304;

/**
 * The picture in a data URI `data:image/png;base64,…` or `data:image/jpeg;base64,…`, at most 4 MiB and 4 megapixels.
 *
 * PNG: every colour type, depth and interlacing; of an animation the still picture. JPEG: baseline and progressive,
 * grey or colour, 8 bits; turned as its EXIF orientation says. Colours are taken as sRGB: `gAMA`, `cHRM`, `sRGB`,
 * `iCCP` and a JPEG's ICC profile are ignored, for the panel's few inks leave no room for what they would change.
 *
 * Sizes are read before anything is decoded, and nothing is allocated beyond what these sizes call for: a hostile
 * picture costs about 64 MB and is refused.
 * @throws PictureError, and nothing else, if the picture can't be read whole.
 */
export function decodePicture(source: string): Picture {
  const head = /^data:image\/(png|jpeg);base64,/.exec(source.slice(0, 32));
  if (!head) throw new PictureError('data:image/png;base64,… or data:image/jpeg;base64,…', excerpt(source));
  const bytes = fromBase64(source, head[0].length);
  try {
    return head[1] === 'png' ? decodePicturePng(bytes) : decodeJpeg(bytes);
  } catch (error) {
    if (error instanceof PictureError) throw error;
    // A broken file may bring a decoder to any failure, a TypeError among them.
    const reason = error instanceof Error ? `a broken one (${error.message})` : 'a broken one';
    throw new PictureError(head[1] === 'png' ? 'a PNG' : 'a JPEG', reason, { cause: error });
  }
}

/** Node's own decoder skips what is not base64, so that a picture cut or garbled on its way would be taken for whole. */
function fromBase64(source: string, start: number): Buffer {
  const length = source.length - start;
  if (length === 0) throw new PictureError('base64', 'nothing after the comma');
  if (length > (maxBytes / 3) * 4 + 4) throw new PictureError('at most 4 MiB', `${length} characters`);
  const bytes = Buffer.from(source.slice(start), 'base64');
  const padding = (3 - (bytes.length % 3)) % 3;
  const whole = length % 4 === 0 && bytes.length === (length / 4) * 3 - padding;
  if (!whole || !/^[A-Za-z0-9+/]+={0,2}$/.test(source.slice(start)))
    throw new PictureError('base64 (A–Z a–z 0–9 + / and = to fill)', excerpt(source.slice(start)));
  return bytes;
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}
