import type { Device, Encoding, Plane } from '../../devices/index.js';
import { type Framebuffer, pack } from '../drawing/framebuffer.js';
import { FrameError } from './error.js';
import { unframeBytes } from './framing.js';
import { type PlanePlacement, placementOf, planeBytes, rowBits } from './placement.js';

/** How many wrong pixels an error names. */
const maxNamed = 3;

/**
 * The image that the panel shows after receiving these bytes. Ignores hidden pixels, padding and the previous picture's
 * planes, which are invisible.
 * @param bytes all planes one after the other, as from {@link encodeFrame}
 * @throws {FrameError} for a wrong length, naming both; and for codes of no ink, naming where
 */
export function decodeFrame(bytes: Uint8Array, device: Device, encoding: Encoding): Framebuffer {
  const planes = split(unframeBytes(bytes, encoding.framing), encoding);
  const pixels = new Uint8Array(device.width * device.height);
  const wrong: string[] = [];
  let count = 0;
  for (const part of ['all', 'left', 'right'] as const) {
    const shown = planes.filter(({ plane }) => plane.part === part && !plane.previous);
    if (shown.length === 0) continue;
    const placement = placementOf(device, encoding, shown[0]!.plane);
    const inks = inkTable(
      device,
      shown.map(({ plane }) => plane),
    );
    const codes = shown.map(({ plane, body }) => codesOf(body, device, encoding, plane, placement));
    for (let y = 0, i = 0; y < placement.rows; y++) {
      for (let x = 0; x < placement.columns; x++, i++) {
        const pixel = placement.first + x * placement.across + y * placement.down;
        let key = 0;
        for (const plane of codes) key = (key << 4) | plane[i]!;
        const ink = inks[key]!;
        if (ink < device.inks.length) pixels[pixel] = ink;
        else if (++count <= maxNamed) wrong.push(placeOf(pixel, device, shown, codes, i));
      }
    }
  }
  if (count > 0)
    throw new FrameError(
      'codes',
      `Expected the codes of an ink for each pixel but received ${wrong.join('; ')}${count > maxNamed ? `; and ${count - maxNamed} more` : ''}`,
    );
  return pack(pixels, device.width, device.height, device.inks.length);
}

interface SentPlane {
  readonly number: number;
  readonly plane: Plane;
  /** null for an omitted plane. */
  readonly body: Uint8Array | null;
}

/** The bytes of each plane. The total length decides whether the optional planes are omitted. */
function split(bytes: Uint8Array, encoding: Encoding): readonly SentPlane[] {
  const planes = encoding.planes.map((plane, number) => ({ number, plane, length: planeBytes(encoding, plane) }));
  const total = sum(planes);
  const required = planes.filter(({ plane }) => !plane.omitted_without);
  if (bytes.length !== total && bytes.length !== sum(required))
    throw new FrameError(
      'length',
      `Expected ${[...new Set([total, sum(required)])].join(' or ')} bytes for encoding ${encoding.id} but received ${bytes.length}`,
    );
  let at = 0;
  return planes.map(({ number, plane, length }) => {
    if (bytes.length !== total && plane.omitted_without) return { number, plane, body: null };
    at += length;
    return { number, plane, body: bytes.subarray(at - length, at) };
  });
}

function sum(planes: readonly { readonly length: number }[]): number {
  return planes.reduce((total, { length }) => total + length, 0);
}

/** The codes of the visible pixels of a plane, row by row. */
function codesOf(
  body: Uint8Array | null,
  device: Device,
  encoding: Encoding,
  plane: Plane,
  { columns, rows }: PlanePlacement,
): Uint8Array {
  const codes = new Uint8Array(columns * rows);
  // An omitted plane needs no ink: the paper's code.
  if (!body) return codes.fill(plane.codes[device.inks[0]!.name]!);
  const bits = plane.bits_per_pixel;
  const mask = (1 << bits) - 1;
  const stride = rowBits(encoding, plane);
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0, bit = y * stride + encoding.offset * bits; x < columns; x++, bit += bits) {
      const pair = (body[bit >> 3]! << 8) | (body[(bit >> 3) + 1] ?? 0);
      codes[i++] = (pair >> (16 - bits - (bit & 7))) & mask;
    }
  }
  return codes;
}

/** Ink by the codes of a pixel, 4 bits for each plane, the first plane's in the high bits; 255 for codes of no ink. */
function inkTable(device: Device, planes: readonly Plane[]): Uint8Array {
  const table = new Uint8Array(1 << (4 * planes.length)).fill(255);
  for (const [ink, { name }] of device.inks.entries())
    table[planes.reduce((key, plane) => (key << 4) | plane.codes[name]!, 0)] = ink;
  return table;
}

function placeOf(
  pixel: number,
  { width }: Device,
  planes: readonly SentPlane[],
  codes: readonly Uint8Array[],
  i: number,
): string {
  const received = planes.map(({ number }, at) => `${codes[at]![i]} in plane ${number}`).join(', ');
  return `${received} for the pixel in column ${pixel % width}, row ${Math.floor(pixel / width)}`;
}
