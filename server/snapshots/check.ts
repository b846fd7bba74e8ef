import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  compareLabels,
  differencePicture,
  type Label,
  PictureError,
  readLabel,
  sideBySide,
} from '../../renderer/compare/index.js';
import { readWhole } from '../files/read-file.js';
import { placeFile } from '../files/write-file.js';
import { type MaskBox, type Mask, maskedBoxes, withMasked } from './mask.js';
import { movedFrom } from './moved.js';
import { snapshotFolders } from './names.js';
import { ignoreFolder } from './record.js';

/** The baselines to write: none (in CI), new ones (default), or all (to accept changes). */
export type WriteMode = 'none' | 'new' | 'all';

export interface SnapshotRequest {
  readonly png: Uint8Array;
  readonly testPath: string;
  /** The baseline's path in the folder of the test file: "milk-1.png". */
  readonly file: string;
  readonly mask?: Mask | undefined;
  readonly writeMode: WriteMode;
  /** Whether this run wrote the baseline. A fresh baseline is not replaced. */
  readonly fresh: boolean;
}

/** Whether a label equals its baseline; else the reason, and the pictures for the developer. */
export type SnapshotResult =
  | { readonly pass: true; readonly wrote: false | 'new' | 'changed' }
  | { readonly pass: false; readonly reason: 'missing'; readonly picture: string }
  | { readonly pass: false; readonly reason: 'moved'; readonly from: string }
  | {
      readonly pass: false;
      readonly reason: 'differs';
      /** A sentence per change. */
      readonly words: readonly string[];
      /** Expected, actual and difference side by side. Each is also a separate file beside it. */
      readonly picture: string;
    };

export type SnapshotFailure = Extract<SnapshotResult, { pass: false }>;

const equal = { pass: true, wrote: false } as const;

/**
 * Compares a label with its baseline, and writes the baseline if allowed.
 * @throws {PictureError} for a label that is not a PNG; {Error} for an invalid mask, and for a broken baseline
 */
export function checkSnapshot(request: SnapshotRequest): SnapshotResult {
  const { png, testPath, file, mask, writeMode, fresh } = request;
  const folders = snapshotFolders(testPath);
  const baseline = join(folders.baselines, file);
  const pictures = picturesFor(join(folders.differences, file));
  if (existsSync(dirname(pictures.strip))) for (const path of Object.values(pictures)) rmSync(path, { force: true });
  const stored = readIfExists(baseline);
  // A stored baseline is a PNG.
  if (stored?.equals(png) && !mask) return equal;
  const actual = readLabel(png);
  if (!stored) {
    if (mask) maskedBoxes(mask, [actual]);
    const from = writeMode === 'all' ? undefined : movedFrom(testPath, file);
    if (from !== undefined) return { pass: false, reason: 'moved', from };
    if (writeMode !== 'none') {
      placeFile(baseline, png);
      return { pass: true, wrote: 'new' };
    }
    ignoreFolder(folders.ignore);
    placeFile(pictures.actual, png);
    return { pass: false, reason: 'missing', picture: pictures.actual };
  }
  const replace = writeMode === 'all' && !fresh;
  const expected = readBaseline(stored, baseline, replace);
  if (expected) {
    const sameSize = expected.width === actual.width && expected.height === actual.height;
    const boxes = mask ? maskedBoxes(mask, sameSize ? [expected, actual] : [actual]) : [];
    const shown = sameSize && boxes.length > 0 ? withMasked(actual, boxes, expected) : actual;
    const compared = compareLabels(expected, shown);
    if (compared.match) return equal;
    if (!replace) {
      ignoreFolder(folders.ignore);
      writePictures(pictures, { stored, png, expected, actual, boxes: sameSize ? boxes : [] });
      return { pass: false, reason: 'differs', words: compared.words, picture: pictures.strip };
    }
  }
  placeFile(baseline, png);
  return { pass: true, wrote: 'changed' };
}

function picturesFor(path: string) {
  const stem = path.replace(/\.png$/, '');
  return {
    strip: path,
    expected: `${stem}.expected.png`,
    actual: `${stem}.actual.png`,
    difference: `${stem}.difference.png`,
  };
}

function writePictures(
  pictures: ReturnType<typeof picturesFor>,
  {
    stored,
    png,
    expected,
    actual,
    boxes,
  }: { stored: Uint8Array; png: Uint8Array; expected: Label; actual: Label; boxes: readonly MaskBox[] },
): void {
  placeFile(pictures.expected, stored);
  placeFile(pictures.actual, png);
  placeFile(pictures.strip, sideBySide(expected, actual, boxes));
  if (expected.width === actual.width && expected.height === actual.height)
    placeFile(pictures.difference, differencePicture(expected, actual, boxes));
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readWhole(path, 'picture');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The label of a baseline; undefined: it is broken and may be replaced. */
function readBaseline(bytes: Uint8Array, path: string, replace: boolean): Label | undefined {
  try {
    return readLabel(bytes);
  } catch (error) {
    if (!(error instanceof PictureError) || replace) return undefined;
    throw new Error(`The baseline ${path} can't be read: ${error.message}`, { cause: error });
  }
}
