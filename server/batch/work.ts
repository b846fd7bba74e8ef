import type { Layout } from '../../renderer/index.js';
import type { Shelf } from '../shelf.js';
import type { Reading } from './read-rows.js';

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
  /** Within it: pictures that have no name yet. */
  readonly unfinished: string;
  /** Whether pictures may be there already. */
  readonly used: boolean;
}

/** What became of a row on a panel. */
export interface Outcome {
  readonly line: number;
  /** As the option or the row named it. */
  readonly device: string | null;
  /** Its line in the manifest, JSON. */
  readonly entry: string;
  readonly result: Picture | { readonly failed: string };
}

export interface Picture {
  readonly file: string;
  /** Bytes that it takes of the block's archive. */
  readonly archived: number;
  /** Its name among the unfinished, if it waits there for its own. */
  readonly unfinished: string | null;
  /** The file is there already, with the same bytes. */
  readonly unchanged: boolean;
}

/** What a worker gives back for a block. */
export interface Drawn {
  /** Why a picture could not be written: the rest of the block is not there then. */
  readonly fault: string | null;
  readonly outcomes: readonly Outcome[];
  /** The pictures' part of the archive, one after the other. */
  readonly archive: Uint8Array;
}
