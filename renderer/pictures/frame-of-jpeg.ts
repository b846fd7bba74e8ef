import type { Device } from '../../devices/index.js';
import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { openBytes } from './decode.js';
import { type Dither, ditherPicture } from './dither.js';
import { PictureError } from './error.js';
import { isBaseline, turn } from './jpeg.js';
import type { RgbaPicture } from './rgba.js';

export interface JpegOptions {
  readonly dither: Dither;
  /** Quarter turns clockwise. */
  readonly turns: 0 | 1 | 2 | 3;
  /** Whether to exchange white and black. */
  readonly inverted: boolean;
}

/** The EXIF orientations of quarter turns clockwise. */
const orientations = [1, 6, 3, 8] as const;

/**
 * An ordered grain leaves a colour alone whose channels differ at most this much, of 255, from an ink's: a JPEG blurs what was
 * drawn in pure inks. OpenEPaperLink's access point tolerates the same for greys (its makeimage.cpp: a share of 0.03 of the
 * squared distances).
 */
const blur = 38;

/**
 * A baseline JPEG in the panel's inks, pixel for pixel from the top left corner, as a tag's firmware shows it: not scaled,
 * cropped to the panel, and padded with white. Its colours are compared with the nominal ones of the inks (`device`), not
 * with the measured ones.
 * @throws {PictureError} for another kind of file, and for one that can't be read in full
 */
export function frameOfJpeg(jpeg: Uint8Array, device: Device, { dither, turns, inverted }: JpegOptions): Framebuffer {
  const { width, height, inks: palette } = device;
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const opened = openBytes(bytes, 'jpeg');
  if (!isBaseline(bytes)) throw new PictureError('a baseline JPEG', 'a progressive one');
  const picture = cut(turn(opened.decode(), orientations[turns]), width, height);
  const colours = palette.map((ink) => ink.device);
  if (dither === 'ordered') sharpen(picture.rgba, colours);
  const { inks } = ditherPicture(picture, { width, height, fit: 'stretch', dither }, colours);
  if (inverted)
    exchange(inks, ...(['white', 'black'] as const).map((name) => palette.findIndex((ink) => ink.name === name)));
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

/** Replaces colours that are nearly an ink's by the ink's. */
function sharpen(rgba: Uint8Array, colours: readonly string[]): void {
  const pure = colours.map((colour) => Buffer.from(colour.slice(1), 'hex'));
  for (let i = 0; i < rgba.length; i += 4) {
    const ink = pure.find((channels) => channels.every((value, c) => Math.abs(value - rgba[i + c]!) <= blur));
    if (ink) rgba.set(ink, i);
  }
}

function exchange(inks: Uint8Array, a = -1, b = -1): void {
  for (let i = 0; i < inks.length; i++) {
    if (inks[i] === a) inks[i] = b;
    else if (inks[i] === b) inks[i] = a;
  }
}
