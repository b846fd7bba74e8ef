import type { Device } from '../../devices/index.js';
import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { type AccessPointDither, inksOfAccessPoint, tagColours } from './access-point.js';
import { openBytes } from './decode.js';
import { PictureError } from './error.js';
import { isBaseline, quarterTurns, turn } from './jpeg.js';
import type { RgbaPicture } from './rgba.js';

/** How an access point of OpenEPaperLink makes a picture for a tag. */
export interface TagPictureOptions {
  readonly dither: AccessPointDither;
  /** Quarter turns clockwise. */
  readonly turns: 0 | 1 | 2 | 3;
  /** Whether to exchange white and black. */
  readonly inverted: boolean;
}

/**
 * A baseline JPEG on the panel of a tag, pixel for pixel from the top left corner: not scaled, cropped to the panel, and padded
 * with white.
 * @param device with the encoding `oepl`
 * @throws {PictureError} for another kind of file, and for one that can't be read in full
 */
export function frameOfJpeg(jpeg: Uint8Array, device: Device, options: TagPictureOptions): Framebuffer {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const opened = openBytes(bytes, 'jpeg');
  if (!isBaseline(bytes)) throw new PictureError('a baseline JPEG', 'a progressive one');
  return frameOfTagPicture(opened.decode(), device, options);
}

/** A picture of any size on the panel of a tag, as {@link frameOfJpeg}. */
export function frameOfTagPicture(
  picture: RgbaPicture,
  device: Device,
  { dither, turns, inverted }: TagPictureOptions,
): Framebuffer {
  const { width, height, inks: palette } = device;
  const colours = tagColours(device);
  const { rotation } = device.encodings.find(({ id }) => id === 'oepl')!;
  // Those of the first two codes, whatever they are.
  const compared = colours.map((colour, i) => ({ ...colour, rgb: colours[inverted && i < 2 ? 1 - i : i]!.rgb }));
  const whole = cut(turn(picture, quarterTurns[turns]), width, height);
  const inks = inksOfAccessPoint(whole, compared, dither, (360 - rotation) / 90);
  return pack(inks, width, height, palette.length);
}

/** The part of the picture in a box of `width` × `height` pixels at its top left corner, on white. */
function cut(picture: RgbaPicture, width: number, height: number): RgbaPicture {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const across = Math.min(width, picture.width);
  for (let y = 0; y < Math.min(height, picture.height); y++) {
    const from = y * picture.width * 4;
    rgba.set(picture.rgba.subarray(from, from + across * 4), y * width * 4);
  }
  return { width, height, rgba };
}
