import type { Binding, Content, Update, Warning } from '../../renderer/index.js';

/** The picture of a content, without its bytes. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** How many inks the panel has. */
  readonly inks: number;
  /** Hex digest of the pixels, an ink a byte, row by row. */
  readonly sha256: string;
}

/** What a label showed from one update on, as it was acknowledged; never changes afterwards. */
export interface Draft {
  readonly updated_at: string;
  readonly update: Update;
  /** The binding at that time. */
  readonly binding: Binding;
  readonly content: Content;
  readonly warnings: readonly Warning[];
  readonly image: ImageFacts;
  /** View `ink`, scale 1. */
  readonly png: Uint8Array;
}

/** A draft that was stored. Numbers go up and are never given twice, not even after the label was deleted. */
export interface Revision extends Draft {
  readonly revision: number;
}

export interface StoredLabel {
  readonly id: string;
  readonly binding: Binding;
  /** Changes with every binding; what {@link Store.append} compares. */
  readonly version: number;
  /** The newest content; null before the first update. */
  readonly current: Revision | null;
}

/** How many revisions of a label are kept. */
export const kept = 50;

/**
 * What every backend promises. A resolved write is on the disk; a rejected one left nothing behind. Methods are
 * asynchronous so that a backend may live across a network.
 */
export interface Store {
  label(id: string): Promise<StoredLabel | null>;
  /** Labels in the order of their ids, after `after`. */
  labels(after: string | null, limit: number): Promise<readonly StoredLabel[]>;
  /** The kept revisions, newest first. */
  revisions(id: string): Promise<readonly Revision[]>;
  revision(id: string, revision: number): Promise<Revision | null>;
  /** Stores the next revision. Null when the label is gone or was bound anew since `seen` was read: read again. */
  append(seen: StoredLabel, draft: Draft): Promise<Revision | null>;
  /**
   * Creates the label (`seen` null), or changes its binding and, where it has content, redraws it. Null when the label
   * is no longer what `seen` says: read again.
   */
  bind(id: string, seen: StoredLabel | null, binding: Binding, draft: Draft | null): Promise<StoredLabel | null>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  /** Resolves when reads work and the last write did. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A store that can't be used from the start. One line with the path and the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A store that is busy for now: nothing was stored, another try may succeed. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
