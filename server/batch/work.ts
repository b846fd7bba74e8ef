import type { Layout } from '../../renderer/index.js';
import type { Shelf } from '../fields/content.js';
import type { Reading } from './rows/read-rows.js';

/** All that a worker knows of a batch. Plain data: it is copied to each. */
export interface Work {
  readonly reading: Reading;
  readonly shelf: Shelf;
  /** Panels to draw each row for; null: the one that the row names. */
  readonly devices: readonly string[] | null;
  /** What every row is drawn with; null: what the row names. */
  readonly layout: Layout | null;
  /** The day to draw, YYYY-MM-DD, where a row has none; null: that of `now` in the row's time zone. */
  readonly date: string | null;
  readonly now: Date;
  /** The time of the files in an archive, in seconds since 1970. */
  readonly modified: number;
  /** Of file names: see `readPattern`. */
  readonly pattern: string;
  readonly level: 1 | 7;
  /** Where pictures go; null: into the bytes of an archive. */
  readonly folder: Folder | null;
}

export interface Folder {
  readonly path: string;
  /** Within it: pictures that have no name yet, see {@link unfinishedName}. */
  readonly unfinished: string;
  /** Whether pictures may be there already. */
  readonly used: boolean;
}

/** What a picture is called until its own name is known to be free; no other one of the batch is called so. */
export function unfinishedName(line: number, device: string): string {
  return `${line}-${device}`;
}

/** What became of a row on a panel, where it is not in the archive. */
export const became = { failed: -1, unchanged: -2 } as const;

/** What a worker gives back for a block: texts and numbers, which are copied between threads faster than an object a label. */
export interface Drawn {
  /** Why a picture could not be written: the rest of the block is not there then. */
  readonly fault: string | null;
  /** The lines of the manifest, one for each row on each panel: see `readEntry`. */
  readonly manifest: string;
  /** What became of each of them: the bytes that it takes of the archive, 0 for a file, or one of {@link became}. */
  readonly results: Int32Array;
  /** The pictures' part of the archive, one after the other. */
  readonly archive: Uint8Array;
}

/** The lines of the manifest. */
export function linesOf({ manifest }: Drawn): string[] {
  return manifest.split('\n').slice(0, -1);
}
