import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import {
  compareLabels,
  type Comparison,
  differenceMask,
  type Label,
  PictureError,
  readLabel,
  withoutExtras,
} from '../../renderer/compare/index.js';
import { FileRefused, readWhole } from '../files/read-file.js';
import type { LabelPair } from './pairs.js';

/** The result of a pair. `missing`: no actual file; `extra`: no expected file; `broken`: a file is not a PNG. */
export type Result = Omit<LabelPair, 'alone'> &
  (
    | { readonly outcome: 'same' | 'missing' | 'extra' }
    | { readonly outcome: 'broken'; readonly message: string }
    | { readonly outcome: 'differs'; readonly difference: Extract<Comparison, { match: false }> }
  );

/** A PNG for the report, in base64, without metadata. */
export interface ReportPicture {
  readonly width: number;
  readonly height: number;
  readonly base64: string;
  /** Identifies equal pictures, which are stored once. */
  readonly sha256: string;
}

/** A pair in the report. `mask`: see `differenceMask`; null if the sizes differ. */
export interface PairPictures {
  readonly expected: ReportPicture | null;
  readonly actual: ReportPicture | null;
  readonly mask: ReportPicture | null;
}

/** A PNG of 4 megapixels with 16 bits per channel has 32 MB of raw pixels. */
const maxFileBytes = 64 * 2 ** 20;

export interface Compared {
  readonly result: Result;
  /** Null if nothing differs, if a file is broken, or if the caller wants none. */
  readonly pictures: PairPictures | null;
}

/**
 * @param pictured whether to return pictures of differences
 * @throws file system errors
 */
export function comparePair({ alone, ...pair }: LabelPair, pictured: boolean): Compared {
  try {
    if (alone !== undefined)
      return { result: { ...pair, outcome: alone }, pictures: pictured ? only(pair, alone) : null };
    const [before, after] = [readBytes(pair.expected), readBytes(pair.actual)];
    const expected = read(pair.expected, before);
    // Decoding one file has shown that it is a PNG.
    if (before.equals(after)) return { result: { ...pair, outcome: 'same' }, pictures: null };
    const actual = read(pair.actual, after);
    const difference = compareLabels(expected, actual);
    if (difference.match) return { result: { ...pair, outcome: 'same' }, pictures: null };
    const pictures: PairPictures | null = pictured
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

/** The picture of a label without a counterpart. */
function only({ expected, actual }: LabelPair, alone: 'missing' | 'extra'): PairPictures {
  const path = alone === 'missing' ? expected : actual;
  const bytes = readBytes(path);
  const picture = pictureOf(bytes, read(path, bytes));
  return { expected: null, actual: null, mask: null, [alone === 'missing' ? 'expected' : 'actual']: picture };
}

function readBytes(path: string): Buffer {
  const { size } = statSync(path);
  if (size > maxFileBytes) throw withPath(path, new PictureError(`at most ${maxFileBytes} bytes`, `${size}`));
  try {
    return readWhole(path, 'picture');
  } catch (error) {
    throw error instanceof FileRefused ? withPath(path, new PictureError(error.expected, error.received)) : error;
  }
}

function read(path: string, bytes: Uint8Array): Label {
  try {
    return readLabel(bytes);
  } catch (error) {
    throw error instanceof PictureError ? withPath(path, error) : error;
  }
}

function withPath(path: string, error: PictureError): PictureError {
  error.message = `${path}: ${error.message}`;
  return error;
}

function pictureOf(png: Uint8Array, { width, height }: Label): ReportPicture {
  const bytes = withoutExtras(png);
  const sha256 = createHash('sha256').update(bytes).digest('base64');
  return { width, height, base64: bytes.toString('base64'), sha256 };
}
