import type { Device } from '../../devices/index.js';
import type { Warning } from '../content.js';
import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { openBytes } from './decode.js';
import { ditherPicture, type DitherOptions } from './dither.js';
import { PictureError } from './error.js';
import { paleWarnings } from './pale.js';

/** How a picture is fitted to the panel. `exact` refuses another size. */
export interface ScaleOptions extends Pick<DitherOptions, 'dither'> {
  readonly fit: DitherOptions['fit'] | 'exact';
}

const signatures = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' } as const;

/**
 * A PNG or JPEG in the panel's inks, scaled into the middle of the panel, on white. Its colours are compared with the nominal
 * ones of the inks (`device`). Warns of strokes that are lost.
 * @throws {PictureError} for another kind of file, one that can't be read in full, and, with `exact`, one of another size
 */
export function frameOfPicture(
  file: Uint8Array,
  device: Device,
  { fit, dither }: ScaleOptions,
): { readonly frame: Framebuffer; readonly warnings: readonly Warning[] } {
  const { width, height, inks: palette } = device;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.toString('hex', 0, 8);
  const type = (['png', 'jpeg'] as const).find((one) => start.startsWith(signatures[one]));
  if (!type) throw new PictureError('a PNG or a JPEG', 'another file');
  const picture = openBytes(bytes, type).decode();
  if (fit === 'exact' && (picture.width !== width || picture.height !== height))
    throw new PictureError(`a picture of ${width}×${height} pixels`, `one of ${picture.width}×${picture.height}`);
  const options = { width, height, dither, fit: fit === 'exact' ? ('stretch' as const) : fit };
  const drawn = ditherPicture(
    picture,
    options,
    palette.map((ink) => ink.device),
  );
  const inks = new Uint8Array(width * height);
  const [left, top] = [(width - drawn.width) >> 1, (height - drawn.height) >> 1];
  for (let y = 0; y < drawn.height; y++)
    for (let x = 0; x < drawn.width; x++) {
      const ink = drawn.inks[y * drawn.width + x]!;
      // 255 is transparent: the paper.
      if (ink !== 255) inks[(top + y) * width + left + x] = ink;
    }
  return { frame: pack(inks, width, height, palette.length), warnings: paleWarnings(drawn) };
}
