import { join } from 'node:path';
import { encodePng, openBytes, pack, type PanelFacts, PictureError } from '../../renderer/index.js';
import { placeFile } from '../files/write-file.js';
import { readBmp } from './bmp.js';
import { TrmnlError } from './error.js';
import { faultsOf, type PictureFault } from './faults.js';
import { palettes, type TrmnlModel } from './models.js';

export interface ScreenPicture {
  readonly png: Buffer;
  /** The number of colours on the screen: 2 without greys. */
  readonly inks: number;
  readonly faults: readonly PictureFault[];
}

/**
 * Converts a file to the picture on the screen: a BMP in black and white, or a PNG in the model's colours. A larger PNG is
 * cropped to its top left corner.
 * @param type the media type of the response; the firmware ignores it for a BMP
 * @throws {TrmnlError} for files that the device can't show
 */
export function pictureOf(bytes: Buffer, type: string, model: TrmnlModel): ScreenPicture {
  if (bytes.toString('latin1', 0, 2) === 'BM') {
    const inks = readBmp(bytes, model).map((black) => 1 - black);
    return { ...encode(inks, palettes.bw, model), faults: [] };
  }
  if (type !== 'image/png') throw new TrmnlError(`Expected a BMP, or image/png, but received ${type || 'no type'}`);
  try {
    return pictureOfPng(bytes, model);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new TrmnlError(error.message, { cause: error });
  }
}

function encode(pixels: Uint8Array, colours: readonly string[], { width, height, inches }: TrmnlModel) {
  const value = Number((Math.hypot(width, height) / inches).toFixed(1));
  const inks = colours.map((colour) => ({ name: nameOf(colour), device: colour, measured: colour }));
  const panel: PanelFacts = { width, height, dpi: { value, basis: 'diagonal', note: `Of ${inches} inches.` }, inks };
  return { png: encodePng(pack(pixels, width, height, colours.length), panel), inks: colours.length };
}

/** The name of a colour; a PNG does not contain it. */
function nameOf(colour: string): PanelFacts['inks'][number]['name'] {
  const named = { '#000000': 'black', '#ffffff': 'white', '#ff0000': 'red', '#ffff00': 'yellow' } as const;
  const others = { '#00ff00': 'green', '#0000ff': 'blue', '#ffa500': 'orange' } as const;
  const known: Readonly<Record<string, PanelFacts['inks'][number]['name']>> = { ...named, ...others };
  return known[colour] ?? (colour < '#80' ? 'dark_gray' : 'light_gray');
}

/** Channels of a PNG by its colour type. */
const channels = [1, 0, 3, 1, 2, 0, 4];

function pictureOfPng(bytes: Buffer, model: TrmnlModel): ScreenPicture {
  const picture = openBytes(bytes, 'png').decode();
  const { width, height } = model;
  if (picture.width < width || picture.height < height)
    throw new TrmnlError(`Expected a PNG of ${width}×${height} pixels but received ${picture.width}×${picture.height}`);
  // IHDR has a fixed offset: bits per sample, colour type, interlacing.
  const [bits, kind, interlaced] = [bytes[24]!, bytes[25]!, bytes[28]!];
  if (bits === 16 || interlaced !== 0)
    throw new TrmnlError(`Expected a plain PNG but received one ${bits === 16 ? 'of 16 bits' : 'that is interlaced'}`);
  const rgb = new Uint8Array(width * height * 3);
  const light = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, p = y * picture.width * 4; x < width; x++, i++, p += 4) {
      rgb.set(picture.rgba.subarray(p, p + 3), i * 3);
      light[i] = (rgb[i * 3]! + 2 * rgb[i * 3 + 1]! + rgb[i * 3 + 2]!) >> 2;
    }
  const faults = faultsOf({ bits: bits * channels[kind]!, light, width, height }, model);
  if (!model.grey) return { ...encode(nearestColours(rgb, model.palette), model.palette, model), faults };
  const white = whiteOf(light, kind === 2 || kind === 6 ? 8 : bits, model);
  const colours: readonly string[] = white === null ? model.palette : palettes.bw;
  const step = 256 / colours.length;
  const inks = light.map((value) => (white === null ? Math.floor(value / step) : Number(value >= white)));
  return { ...encode(inks, colours, model), faults };
}

/** The value from which on a pixel is white on a screen without greys; null: with greys. */
function whiteOf(light: Uint8Array, bits: number, model: TrmnlModel): number | null {
  const values = bits <= 2 ? [...new Set(light)].sort((a, b) => a - b) : [];
  // With one bit, the lighter value is white. With two values in two bits, all but white is black.
  if (bits === 1) return values[1] ?? 128;
  if (bits === 2 && values.length === 2) return 192;
  return model.palette.length === 2 ? 128 : null;
}

/** A full channel as the firmware compares it: 192, with 3 bits of the picture's. */
const full = 192;

/** The palette's nearest colours. */
function nearestColours(rgb: Uint8Array, palette: readonly string[]): Uint8Array {
  const targets = palette.map((colour) =>
    [...Buffer.from(colour.slice(1), 'hex')].map((value) => (value * full) / 255),
  );
  return Uint8Array.from({ length: rgb.length / 3 }, (_, i) => {
    const channel = (c: number) => (rgb[i * 3 + c]! >> 5) * 36;
    const distances = targets.map((target) => target.reduce((sum, value, c) => sum + (channel(c) - value) ** 2, 0));
    return distances.indexOf(Math.min(...distances));
  });
}

/** Writes a picture to a .png file, or to a numbered file in a folder. @returns its path */
export function writePicture(output: string, png: Uint8Array, count: number): string {
  const path = /\.png$/i.test(output) ? output : join(output, `${String(count).padStart(4, '0')}.png`);
  placeFile(path, png);
  return path;
}
