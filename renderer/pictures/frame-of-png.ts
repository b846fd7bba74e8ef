import type { Device } from '../../devices/index.js';
import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { guarded } from './decode.js';
import { PictureError } from './error.js';
import { decodePicturePng, pngPixels } from './png.js';
import type { RgbaPicture } from './rgba.js';

/**
 * The inks of a PNG of the panel's size in the panel's colours: all nominal, or all measured. Any colour type and depth.
 * @throws {PictureError} for an incomplete PNG or other bytes, for another size, and for other colours, naming the first
 * @example
 * import { frameOfPng, loadDevices, openSimulator, pixelHash } from 'esl-simulator';
 *
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { png, sha256 } = (await openSimulator()).render({ ...milk, view: 'panel' });
 * console.log(pixelHash(frameOfPng(png, loadDevices().get('solum-m2-2.9-bwr'))) === sha256); // true
 */
export function frameOfPng(png: Uint8Array, device: Device): Framebuffer {
  const { width, height, rgba } = decode(Buffer.from(png.buffer, png.byteOffset, png.byteLength), device);
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const read = (view: 'device' | 'measured') =>
    inksOf(
      pixels,
      device.inks.map((ink) => ink[view]),
    );
  const pure = read('device');
  const result = pure.wrong === 0 ? pure : read('measured');
  if (result.wrong > 0) throw otherColours(pixels, device, pure);
  return pack(result.inks, width, height, device.inks.length);
}

function decode(bytes: Buffer, { width, height }: Device): RgbaPicture {
  return guarded('a PNG', () => {
    pngPixels(bytes);
    const [across, down] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    if (across !== width || down !== height)
      throw new PictureError(`a PNG of ${width}×${height} pixels`, `one of ${across}×${down}`);
    return decodePicturePng(bytes);
  });
}

/** The inks of pixels; the number of pixels in other colours, and the index of the first. */
function inksOf(pixels: Uint32Array, colours: readonly string[]) {
  const table = new Map(colours.map((colour, ink) => [numberOf(colour), ink]));
  const inks = new Uint8Array(pixels.length);
  let wrong = 0;
  let first = -1;
  for (let i = 0; i < pixels.length; i++) {
    const ink = table.get(pixels[i]!);
    if (ink !== undefined) inks[i] = ink;
    else if (wrong++ === 0) first = i;
  }
  return { inks, wrong, first };
}

/** The colour "#rrggbb" as the four bytes of a pixel. */
function numberOf(colour: string): number {
  const bytes = Buffer.from(`${colour.slice(1)}ff`, 'hex');
  return new Uint32Array(Uint8Array.from(bytes).buffer)[0]!;
}

function otherColours(pixels: Uint32Array, device: Device, { wrong, first }: ReturnType<typeof inksOf>): PictureError {
  const [red, green, blue, alpha] = new Uint8Array(pixels.buffer, pixels.byteOffset + first * 4, 4);
  const colour = `#${Buffer.from([red!, green!, blue!]).toString('hex')}`;
  const colours = device.inks.map((ink) => `${ink.device} (${ink.name})`).join(', ');
  const place = `column ${first % device.width}, row ${Math.floor(first / device.width)}`;
  const received = alpha === 255 ? colour : `${colour} with alpha ${alpha}`;
  const more = wrong > 1 ? `, and others in ${wrong - 1} more` : '';
  return new PictureError(`only the panel's colours ${colours}`, `${received} in ${place}${more}`);
}
