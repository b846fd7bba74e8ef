import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { InkName } from '../../devices/index.js';

/** What one driver sent to one panel for {@link testPicture}. */
export interface Recording {
  readonly width: number;
  readonly height: number;
  readonly inks: readonly InkName[];
  /** Hex SHA-256 of the picture, an ink a byte. */
  readonly picture_sha256: string;
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
  /** Where the picture stands in the burst: none where it is packed in a way that the recorder did not solve. */
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
  /** The bits of hidden pixels, as far as they were seen. Null: there are none. */
  readonly padding: readonly number[] | null;
}

/** The recordings of ../shared/facts/frames, by name: what eight drivers sent. */
export const recordings = JSON.parse(readFileSync(join('test', 'frame', 'recordings.json'), 'utf8')) as Readonly<
  Record<string, Recording>
>;

/** The picture that was sent for a panel of this size and number of inks, an ink a byte. */
export function testPicture(width: number, height: number, inks: number): Uint8Array {
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
    for (let x = Math.floor(width / 2); x < width; x++)
      set(x, y, Number(((BigInt(x) * 73856093n) ^ (BigInt(y) * 19349663n)) >> 7n) % inks);
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

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
