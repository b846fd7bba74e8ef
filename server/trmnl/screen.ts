import { encodePng, openBytes, pack, type Panel, PictureError } from '../../renderer/index.js';
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

/** What the screen shows. */
export interface Shown {
  readonly png: Buffer;
  /** 2: black and white; 4: with two greys. */
  readonly inks: 2 | 4;
}

/**
 * What the screen shows for a file: a BMP in black and white, or a PNG, whose colours become greys. Of a PNG that is larger
 * than the screen, the top left corner is shown.
 * @param type the media type that came with it: firmware believes it, except of a BMP
 * @throws {TrmnlError} for what the device does not show
 */
export function shownOf(bytes: Buffer, type: string): Shown {
  if (bytes.toString('latin1', 0, 2) === 'BM') return shown(readBmp(bytes, screen), 2);
  if (type !== 'image/png') throw new TrmnlError(`Expected a BMP, or image/png, but received ${type || 'no type'}`);
  try {
    return shownOfPng(bytes);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new TrmnlError(error.message, { cause: error });
  }
}

function shown(pixels: Uint8Array, inks: 2 | 4): Shown {
  const panel: Panel = { ...screen, dpi, inks: inks === 2 ? [...blackAndWhite] : [...greys] };
  return { png: encodePng(pack(pixels, screen.width, screen.height, inks), panel), inks };
}

function shownOfPng(bytes: Buffer): Shown {
  const picture = openBytes(bytes, 'png').decode();
  const { width, height } = picture;
  if (width < screen.width || height < screen.height)
    throw new TrmnlError(`Expected a PNG of ${screen.width}×${screen.height} pixels but received ${width}×${height}`);
  // The header, whose place is fixed: bits a sample, colour type, interlacing.
  const [bits, colours, interlaced] = [bytes[24]!, bytes[25]!, bytes[28]!];
  if (bits === 16 || interlaced !== 0)
    throw new TrmnlError(`Expected a plain PNG but received one ${bits === 16 ? 'of 16 bits' : 'that is interlaced'}`);
  const light = new Uint8Array(screen.width * screen.height);
  for (let y = 0, i = 0; y < screen.height; y++)
    for (let x = 0, p = y * width * 4; x < screen.width; x++, i++, p += 4)
      light[i] = (picture.rgba[p]! + 2 * picture.rgba[p + 1]! + picture.rgba[p + 2]!) >> 2;
  return colours === 2 || colours === 6 ? fourGreys(light) : fewGreys(light, bits);
}

/** Of one bit, the lighter of the two is white. Two colours in two bits are shown so, too: all but white is black. */
function fewGreys(light: Uint8Array, bits: number): Shown {
  const found = [...new Set(light)].sort((a, b) => a - b);
  if (bits === 1) {
    const white = found.length > 1 ? found[1]! : 128;
    return shown(
      light.map((value) => (value >= white ? 0 : 1)),
      2,
    );
  }
  if (bits === 2 && found.length === 2)
    return shown(
      light.map((value) => (value >= 192 ? 0 : 1)),
      2,
    );
  return fourGreys(light);
}

function fourGreys(light: Uint8Array): Shown {
  return shown(
    light.map((value) => value >> 6),
    4,
  );
}
