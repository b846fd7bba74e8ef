import { join } from 'node:path';
import { encodePng, openBytes, pack, type Panel, PictureError } from '../../renderer/index.js';
import { placeFile } from '../files/write-file.js';
import { readBmp } from './bmp.js';
import { TrmnlError } from './error.js';

/** The screen of the first TRMNL ("og"): 7.5 inches across its diagonal. */
export const screen = { width: 800, height: 480 } as const;
const dpi = {
  value: Number((Math.hypot(screen.width, screen.height) / 7.5).toFixed(1)),
  basis: 'diagonal',
  note: 'Of 7.5 inches.',
} as const;

const blackAndWhite = [
  { name: 'white', device: '#ffffff', measured: '#ffffff' },
  { name: 'black', device: '#000000', measured: '#000000' },
] as const;
const greys = [
  { name: 'black', device: '#000000', measured: '#000000' },
  { name: 'dark_gray', device: '#555555', measured: '#555555' },
  { name: 'light_gray', device: '#aaaaaa', measured: '#aaaaaa' },
  { name: 'white', device: '#ffffff', measured: '#ffffff' },
] as const;

export interface ScreenPicture {
  readonly png: Buffer;
  /** 2: black and white; 4: with two greys. */
  readonly inks: 2 | 4;
}

/**
 * Converts a file to the picture on the screen: a BMP in black and white, or a PNG in greys. A larger PNG is cropped to its
 * top left corner.
 * @param type the media type of the response; the firmware ignores it for a BMP
 * @throws {TrmnlError} for files that the device can't show
 */
export function pictureOf(bytes: Buffer, type: string): ScreenPicture {
  if (bytes.toString('latin1', 0, 2) === 'BM') return encode(readBmp(bytes, screen), 2);
  if (type !== 'image/png') throw new TrmnlError(`Expected a BMP, or image/png, but received ${type || 'no type'}`);
  try {
    return pictureOfPng(bytes);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new TrmnlError(error.message, { cause: error });
  }
}

function encode(pixels: Uint8Array, inks: 2 | 4): ScreenPicture {
  const panel: Panel = { ...screen, dpi, inks: inks === 2 ? [...blackAndWhite] : [...greys] };
  return { png: encodePng(pack(pixels, screen.width, screen.height, inks), panel), inks };
}

function pictureOfPng(bytes: Buffer): ScreenPicture {
  const picture = openBytes(bytes, 'png').decode();
  const { width, height } = picture;
  if (width < screen.width || height < screen.height)
    throw new TrmnlError(`Expected a PNG of ${screen.width}×${screen.height} pixels but received ${width}×${height}`);
  // IHDR has a fixed offset: bits per sample, colour type, interlacing.
  const [bits, colours, interlaced] = [bytes[24]!, bytes[25]!, bytes[28]!];
  if (bits === 16 || interlaced !== 0)
    throw new TrmnlError(`Expected a plain PNG but received one ${bits === 16 ? 'of 16 bits' : 'that is interlaced'}`);
  const light = new Uint8Array(screen.width * screen.height);
  for (let y = 0, i = 0; y < screen.height; y++)
    for (let x = 0, p = y * width * 4; x < screen.width; x++, i++, p += 4)
      light[i] = (picture.rgba[p]! + 2 * picture.rgba[p + 1]! + picture.rgba[p + 2]!) >> 2;
  return colours === 2 || colours === 6 ? fourGreys(light) : fewGreys(light, bits);
}

/** With one bit, the lighter value is white. With two values in two bits, all but white is black. */
function fewGreys(light: Uint8Array, bits: number): ScreenPicture {
  const values = [...new Set(light)].sort((a, b) => a - b);
  const white = bits === 1 ? (values[1] ?? 128) : bits === 2 && values.length === 2 ? 192 : null;
  if (white === null) return fourGreys(light);
  const pixels = light.map((value) => (value >= white ? 0 : 1));
  return encode(pixels, 2);
}

function fourGreys(light: Uint8Array): ScreenPicture {
  const pixels = light.map((value) => value >> 6);
  return encode(pixels, 4);
}

/** Writes a picture to a .png file, or to a numbered file in a folder. @returns its path */
export function writePicture(output: string, png: Uint8Array, count: number): string {
  const path = /\.png$/i.test(output) ? output : join(output, `${String(count).padStart(4, '0')}.png`);
  placeFile(path, png);
  return path;
}
