import type { Device, Encoding, Plane } from '../../devices/index.js';
import { checkFrame, type Framebuffer, unpack } from '../drawing/framebuffer.js';
import { frameBytes } from './framing.js';
import { placementOf, planeBytes, rowBits } from './placement.js';

/** The bytes sent to a panel for one image. */
export interface EncodedFrame {
  readonly encoding: Encoding;
  /** In the order in which they are sent. `number` counts the encoding's planes from 0, including omitted ones. */
  readonly planes: readonly { readonly number: number; readonly command: string | null; readonly bytes: Uint8Array }[];
  /** All bytes sent: the planes one after the other, in the framing of the wire if it has one. */
  readonly bytes: Uint8Array;
}

/**
 * The bytes sent to the panel for an image: in each plane, a code of 1 to 4 bits for the ink of each pixel, the leftmost in
 * the high bits. Hidden pixels have the encoding's code for them; the bits after the last pixel of a row are 0.
 * @param frame of the panel's size and inks
 * @throws {RangeError} for a frame of another panel
 */
export function encodeFrame(frame: Framebuffer, device: Device, encoding: Encoding): EncodedFrame {
  checkFrame(frame, device.width, device.height, device.inks.length);
  const pixels = unpack(frame);
  const shows = (name: string) => pixels.includes(device.inks.findIndex((ink) => ink.name === name));
  const planes = encoding.planes.flatMap((plane, number) => {
    const omitted = plane.omitted_without?.every((name) => !shows(name));
    return omitted ? [] : [{ number, command: plane.command, bytes: encodePlane(pixels, device, encoding, plane) }];
  });
  const body = Buffer.concat(planes.map(({ bytes }) => bytes));
  return { encoding, planes, bytes: frameBytes(body, encoding.framing) };
}

/** One plane of an encoded frame, without the framing of the whole; no bytes if it is omitted. */
export function onePlane({ encoding, planes }: EncodedFrame, number: number): EncodedFrame {
  const own = planes.filter((plane) => plane.number === number);
  return { encoding: { ...encoding, framing: null }, planes: own, bytes: own[0]?.bytes ?? new Uint8Array() };
}

function encodePlane(pixels: Uint8Array, device: Device, encoding: Encoding, plane: Plane): Uint8Array {
  const { columns, rows, first, across, down } = placementOf(device, encoding, plane);
  const codes = Uint8Array.from(device.inks, ({ name }) => plane.codes[name]!);
  const { bits_per_pixel: bits, hidden } = plane;
  const { width, height, offset } = encoding;
  const padding = rowBits(encoding, plane) - width * bits;
  const bytes = new Uint8Array(planeBytes(encoding, plane));
  let at = 0;
  let held = 0;
  let count = 0;
  const write = (code: number, length: number): void => {
    held = (held << length) | code;
    count += length;
    while (count >= 8) {
      count -= 8;
      bytes[at++] = held >> count;
      held &= (1 << count) - 1;
    }
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < offset; x++) write(hidden, bits);
    const visible = y < rows ? columns : 0;
    for (let x = 0, p = first + y * down; x < visible; x++, p += across) write(codes[pixels[p]!]!, bits);
    for (let x = offset + visible; x < width; x++) write(hidden, bits);
    write(0, padding);
  }
  if (count > 0) bytes[at] = held << (8 - count);
  return bytes;
}
