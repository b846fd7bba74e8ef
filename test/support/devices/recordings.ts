import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { InkName } from '../../../devices/index.js';

/** What one driver sent to one panel for {@link testPicture}. */
export interface Recording {
  readonly width: number;
  readonly height: number;
  readonly inks: readonly InkName[];
  /** Hex SHA-256 of the picture, an ink a byte. */
  readonly picture_sha256: string;
  /** The shipped profile and its encoding that describe what was sent. */
  readonly device: string;
  readonly encoding: string;
  /** The degrees by which the picture is turned clockwise to hang as the device does. */
  readonly turned?: 90 | 180 | 270;
  /** Where in the picture the label begins: the sender treats hidden pixels as visible ones. */
  readonly crop?: readonly [number, number];
  readonly driver: string;
  readonly registers: Readonly<Record<string, string>>;
  /** Without those that are the same for every picture. */
  readonly bursts: readonly Burst[];
}

export interface Burst {
  readonly command: string | null;
  /** Their number. */
  readonly bytes: number;
  /** Null where the recorder kept none. */
  readonly sha256: string | null;
  /** The place of the picture in the burst: none where the recorder did not decode its packing. */
  readonly parts: readonly Part[];
}

export interface Part {
  readonly rotation: 0 | 90 | 180 | 270;
  readonly mirror: boolean;
  readonly part: 'all' | 'left' | 'right';
  readonly bits: 1 | 2 | 4;
  readonly width: number;
  readonly height: number;
  readonly offset: number;
  readonly codes: Readonly<Partial<Record<InkName, number>>>;
  /** The bits of hidden pixels, as far as they were seen. Null: none. */
  readonly padding: readonly number[] | null;
}

/** The recordings of ../shared/facts/frames, by name: what eight drivers sent. */
export const recordings = JSON.parse(readFileSync(join('test', 'frame', 'recordings.json'), 'utf8')) as Readonly<
  Record<string, Recording>
>;

const drawn = new Map<string, Uint8Array>();

/** The picture that was sent for a panel of this size and number of inks, one byte per ink. Cached, as many panels share one. */
export function testPicture(width: number, height: number, inks: number): Uint8Array {
  const key = `${width}×${height}, ${inks}`;
  const picture = drawn.get(key) ?? drawPicture(width, height, inks);
  drawn.set(key, picture);
  return picture;
}

function drawPicture(width: number, height: number, inks: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  const fill = (left: number, top: number, across: number, down: number, ink: number): void => {
    for (let y = top; y < top + down; y++) pixels.fill(ink, y * width + left, y * width + left + across);
  };
  const set = (x: number, y: number, ink: number): void => {
    fill(x, y, 1, 1, ink);
  };
  fill(5, 4, 4, Math.floor((3 * height) / 4) - 4, 1);
  fill(5, 4, Math.floor(width / 4) - 5, 4, 1);
  fill(5, Math.floor(height / 4), Math.floor(width / 6) - 5, 3, 1);
  for (let ink = 1, x = Math.floor(width / 3); ink < inks; ink++) {
    const across = 9 + 2 * ink;
    fill(x, 6 + ink, across, 5 + 3 * ink, ink);
    x += across + 3;
  }
  for (let y = Math.floor(height / 2); y < height; y++) {
    for (let x = Math.floor(width / 2); x < width; x++) set(x, y, mixed(x * 73856093, y * 19349663) % inks);
  }
  for (let i = 0; i < Math.floor(Math.min(width, height) / 3); i++)
    set(Math.floor(width / 5) + i, Math.floor(height / 3) + i, inks - 1);
  set(0, 0, 1);
  for (let y = 0; y < 3; y++) set(width - 1, y, inks - 1);
  fill(0, height - 1, 2, 1, 1);
  set(width - 1, height - 1, 1);
  set(width - 2, height - 1, 0);
  return pixels;
}

/** `(a ^ b) >> 7` of whole numbers of up to 50 bits. */
function mixed(a: number, b: number): number {
  const high = Math.floor(a / 2 ** 32) ^ Math.floor(b / 2 ** 32);
  return high * 2 ** 25 + ((a ^ b) >>> 7);
}

/** A picture turned clockwise, an ink a byte. */
export function turnPicture(
  pixels: Uint8Array,
  width: number,
  height: number,
  degrees: 0 | 90 | 180 | 270,
): { readonly pixels: Uint8Array; readonly width: number; readonly height: number } {
  if (degrees === 0) return { pixels, width, height };
  // By 90° at a time: what is in column x and row y comes from the row that was x-th from below.
  const once = Uint8Array.from(pixels, (_, i) => pixels[(height - 1 - (i % height)) * width + Math.floor(i / height)]!);
  return turnPicture(once, height, width, (degrees - 90) as 0 | 90 | 180);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
