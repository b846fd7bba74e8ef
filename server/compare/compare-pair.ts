import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import {
  compareLabels,
  type Comparison,
  differenceMask,
  type Label,
  PictureError,
  readLabel,
  withoutExtras,
} from '../../renderer/compare/index.js';
import type { Pair } from './pairs.js';

/** The result for a pair. `missing`: there is no actual file; `extra`: no expected one; `broken`: one is not a PNG. */
export type Result = Omit<Pair, 'alone'> &
  (
    | { readonly outcome: 'same' | 'missing' | 'extra' }
    | { readonly outcome: 'broken'; readonly message: string }
    | { readonly outcome: 'differs'; readonly difference: Extract<Comparison, { match: false }> }
  );

/** A PNG for the report, in base64, without what is not its pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly base64: string;
  /** Of the PNG: equal pictures are kept once. */
  readonly sha256: string;
}

/** What the report shows of a pair; `mask`, see `differenceMask`, of two labels of one size. */
export interface Pictures {
  readonly expected: Picture | null;
  readonly actual: Picture | null;
  readonly mask: Picture | null;
}

export interface Compared {
  readonly result: Result;
  /** Null where nothing differs, where a file is broken, and where no pictures were asked for. */
  readonly pictures: Pictures | null;
}

/** A PNG of 4 megapixels with 16 bits a channel has 32 MB of pixels, before they are deflated. */
const largestFile = 64 * 2 ** 20;

/**
 * Compares a pair.
 * @param pictured whether pictures of what differs are wanted
 * @throws what the file system throws, when a file can't be read
 */
export function comparePair({ alone, ...pair }: Pair, pictured: boolean): Compared {
  try {
    if (alone !== undefined)
      return { result: { ...pair, outcome: alone }, pictures: pictured ? only(pair, alone) : null };
    const [before, after] = [readBytes(pair.expected), readBytes(pair.actual)];
    const expected = read(pair.expected, before);
    // Decoding one of them has shown that it is a PNG.
    if (before.equals(after)) return { result: { ...pair, outcome: 'same' }, pictures: null };
    const actual = read(pair.actual, after);
    const difference = compareLabels(expected, actual);
    if (difference.match) return { result: { ...pair, outcome: 'same' }, pictures: null };
    const pictures: Pictures | null = pictured
      ? {
          expected: pictureOf(before, expected),
          actual: pictureOf(after, actual),
          mask: difference.reason === 'size' ? null : pictureOf(differenceMask(expected, actual), expected),
        }
      : null;
    return { result: { ...pair, outcome: 'differs', difference }, pictures };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { result: { ...pair, outcome: 'broken', message: error.message }, pictures: null };
  }
}

/** The picture of a label that has no partner. */
function only({ expected, actual }: Pair, alone: 'missing' | 'extra'): Pictures {
  const path = alone === 'missing' ? expected : actual;
  const bytes = readBytes(path);
  const picture = pictureOf(bytes, read(path, bytes));
  return { expected: null, actual: null, mask: null, [alone === 'missing' ? 'expected' : 'actual']: picture };
}

function readBytes(path: string): Buffer {
  const { size } = statSync(path);
  if (size > largestFile) throw named(path, new PictureError(`at most ${largestFile} bytes`, `${size}`));
  return readFileSync(path);
}

function read(path: string, bytes: Uint8Array): Label {
  try {
    return readLabel(bytes);
  } catch (error) {
    throw error instanceof PictureError ? named(path, error) : error;
  }
}

/** The error, with the file that it is about. */
function named(path: string, error: PictureError): PictureError {
  error.message = `${path}: ${error.message}`;
  return error;
}

function pictureOf(png: Uint8Array, { width, height }: Label): Picture {
  const bytes = withoutExtras(png);
  const sha256 = createHash('sha256').update(bytes).digest('base64');
  return { width, height, base64: bytes.toString('base64'), sha256 };
}
