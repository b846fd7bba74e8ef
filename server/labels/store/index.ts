import type { Binding, Content, Update, Warning } from '../../../renderer/index.js';

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
  /** The version of the own layout that it was drawn with; 0: a shipped one, or one of a file. */
  readonly layout_version: number;
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

/** A layout that came over the API. */
export interface StoredLayout {
  readonly id: string;
  /** 1, 2, 3 …: goes up with each change, and is never given twice, not even after the layout was deleted. */
  readonly version: number;
  /** JSON text of the layout document, without id. */
  readonly document: string;
  /** When this version came. */
  readonly updated_at: string;
}

/** How many own layouts there may be, and the bytes of their documents together: what a list of them can grow to. */
export const layoutRoom = { count: 1000, bytes: 16 * 1024 * 1024 } as const;

export type LayoutPut =
  | { readonly kind: 'created' | 'replaced' | 'same'; readonly layout: StoredLayout }
  /** {@link layoutRoom} is used up. */
  | { readonly kind: 'full' };

export type LayoutRemoval =
  | { readonly kind: 'removed' | 'absent' }
  /** Labels are bound to it: so many, the first of them by name. */
  | { readonly kind: 'bound'; readonly count: number; readonly first: string };

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
   * is no longer what `seen` says, or the binding's layout no longer the own one of `layoutVersion` (0: not an own one):
   * read again.
   */
  bind(
    id: string,
    seen: StoredLabel | null,
    binding: Binding,
    draft: Draft | null,
    layoutVersion?: number,
  ): Promise<StoredLabel | null>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  layout(id: string): Promise<StoredLayout | null>;
  /** What {@link layout} would say of the version, without the document; null when there is no such layout. */
  layoutVersion(id: string): Promise<number | null>;
  /** All own layouts in the order of their ids. */
  layouts(): Promise<readonly StoredLayout[]>;
  /** Creates or replaces the layout. The document that it has already changes nothing, its version stays. */
  putLayout(layout: Omit<StoredLayout, 'version'>): Promise<LayoutPut>;
  /** Removes the layout, unless a label is bound to it: its next update would be refused. */
  removeLayout(id: string): Promise<LayoutRemoval>;
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
