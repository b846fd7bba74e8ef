import type { Binding, Content, LabelStep, Update, Warning } from '../../../renderer/index.js';
import type { Arrival, Tag } from '../tag/tag.js';
import type { Limiter, Policy } from './limiter.js';

/** What is known of an image, without its bytes. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** How many inks the panel has. */
  readonly inks: number;
  /** Hex SHA-256 of the PNG's inflated image data: of the pixels, not of a compressor's bytes. See `pixelHash`. */
  readonly sha256: string;
}

/**
 * What a label shows after an update, as it was acknowledged. It never changes. Of a picture that was uploaded, `update`,
 * `content`, `layout_version` and `step` are null: nothing was drawn.
 */
export interface Draft {
  readonly updated_at: string;
  readonly update: Update | null;
  /** The binding at that time. */
  readonly binding: Binding;
  /** The version of the layout that it was drawn with; 0 for a shipped one or a file. */
  readonly layout_version: number | null;
  readonly content: Content | null;
  readonly warnings: readonly Warning[];
  /** Also null for a revision that an older version stored. */
  readonly step: LabelStep | null;
  readonly image: ImageFacts;
  /** View `ink`, scale 1. */
  readonly png: Uint8Array;
}

/** A draft on its way to the tag. */
export interface Delivery {
  readonly draft: Draft;
  readonly arrival: Arrival;
}

/** What a tag is told of a draft. */
export function contentOf({ binding, image }: Pick<Draft, 'binding' | 'image'>) {
  return { device: binding.device, picture: image.sha256 };
}

/** What a label shows after an update with fields. */
export interface DrawnDraft extends Draft {
  readonly update: Update;
  readonly layout_version: number;
  readonly content: Content;
  readonly step: LabelStep;
}

/** A stored draft. The numbers of a label increase and are never reused, not even after it was deleted. */
export interface Revision extends Draft {
  readonly revision: number;
}

export interface StoredLabel {
  readonly id: string;
  readonly binding: Binding;
  /** Changes whenever the label is bound; {@link Store.append} compares it. */
  readonly version: number;
  /** What it shows; null before the first update. */
  readonly current: Revision | null;
  /** The tag as it was when it was last sent a content; null before the first update. */
  readonly tag: Tag | null;
}

/**
 * A request that its client may send again: what it asks for is done once. What is stored for it, and that it was done, are
 * one step.
 */
export interface Once {
  /** Of the client, unique among those of its tenant. */
  readonly key: string;
  /** Hex SHA-256 of all that is asked for. */
  readonly request: string;
  /** When it came, in milliseconds since 1970. It is remembered for {@link rememberedMs} from then on. */
  readonly at: number;
  /** Of the first of the requests, for the answer to all. */
  readonly requestId: string;
  /** What else the caller needs to give the same answer again; JSON. */
  readonly note: unknown;
}

/** How long a request is remembered that its client may send again, in milliseconds. */
export const rememberedMs = 24 * 60 * 60 * 1000;

/** A request that was done, and what became of it. */
export interface Remembered extends Omit<Once, 'key'> {
  /** The label as it was then, its image without bytes; null where a layout was put. */
  readonly label: StoredLabel | null;
  /** What became of the layout that was put; null where it was no layout. */
  readonly layout: PutFacts | null;
}

/** What became of a layout that was put, without its document. */
export interface PutFacts {
  readonly kind: 'created' | 'replaced' | 'same';
  readonly version: number;
  readonly updated_at: string;
}

/** Revisions that are kept of a label, besides those that its tag still needs. */
export const kept = 50;

/** A layout that came over the API. */
export interface StoredLayout {
  readonly id: string;
  /** 1, 2, 3 …: increases with each change and is never reused, not even after the layout was deleted. */
  readonly version: number;
  /** The JSON text of the layout document, without an id. */
  readonly document: string;
  /** When this version was stored. */
  readonly updated_at: string;
}

/** A layout and the bytes of its document. */
export interface LayoutSize {
  readonly id: string;
  readonly bytes: number;
}

/** The most layouts that are stored, and the most bytes of all their documents: this bounds the list of layouts. */
export const layoutRoom = { count: 1000, bytes: 16 * 1024 * 1024 } as const;

export type LayoutPut =
  | { readonly kind: PutFacts['kind']; readonly layout: StoredLayout }
  /** {@link layoutRoom} is used up. */
  | { readonly kind: 'full' }
  /** The request is remembered. */
  | { readonly kind: 'repeated' };

export type LayoutRemoval =
  | { readonly kind: 'removed' | 'absent' }
  /** Labels are bound to it: their number, and the id of the first. */
  | { readonly kind: 'bound'; readonly count: number; readonly first: string };

/**
 * The labels and layouts of one tenant. A resolved write is on the disk; a rejected one left nothing behind. Writes to one
 * label are done in the order in which they were asked for. A label may be as old as {@link Backend.onChange} is late; a
 * write that is based on such a label is refused like any that comes too late.
 */
export interface Store {
  label(id: string): Promise<StoredLabel | null>;
  /** At most `limit` labels in the order of their ids, starting behind `after`. */
  labels(after: string | null, limit: number): Promise<readonly StoredLabel[]>;
  /** A revision that is kept: the last {@link kept} are, and what the tag shows, refreshes from and to, and waits for. */
  revision(id: string, revision: number): Promise<Revision | null>;
  /**
   * Stores the next revision, and what becomes of the tag: `accept` from the tag that is stored, in one step with the revision.
   * Null when the label was deleted or bound since `seen` was read, or `once` is remembered: read again.
   */
  append(seen: StoredLabel, delivery: Delivery, once?: Once | null): Promise<StoredLabel | null>;
  /**
   * Creates the label (`seen` null), or changes its binding and stores its redrawn content (`delivery`) as `append`
   * does. Null when the label has changed since `seen` was read, the stored layout of the binding is not `layoutVersion` any
   * more (0: it is not a stored one), or `once` is remembered: read again.
   */
  bind(
    id: string,
    seen: StoredLabel | null,
    binding: Binding,
    delivery: Delivery | null,
    layoutVersion?: number,
    once?: Once | null,
  ): Promise<StoredLabel | null>;
  /** Remembers a request that left the label as it is. False when the label is not so any more, or `once` is remembered. */
  remember(seen: StoredLabel, once: Once): Promise<boolean>;
  /** A request that was done less than {@link rememberedMs} before `now`. */
  remembered(key: string, now: number): Promise<Remembered | null>;
  /** False when there is no such label. */
  remove(id: string): Promise<boolean>;
  layout(id: string): Promise<StoredLayout | null>;
  /** The version of a layout, without reading its document; null when there is no such layout. */
  layoutVersion(id: string): Promise<number | null>;
  /** At most `limit` layouts in the order of their ids, starting behind `after`; without their documents. */
  layoutSizes(after: string | null, limit: number): Promise<readonly LayoutSize[]>;
  /** Creates or replaces the layout. Its present document changes nothing, not even the version. */
  putLayout(layout: Omit<StoredLayout, 'version'>, once?: Once | null): Promise<LayoutPut>;
  /** How many labels are bound to a layout, whether it is stored or a file. */
  layoutUses(id: string): Promise<number>;
  /** Removes the layout, unless a label is bound to it: the label's next update would be refused. */
  removeLayout(id: string): Promise<LayoutRemoval>;
}

/** A key of the API as it is stored: by its id, without its secret. */
export interface StoredKey {
  readonly id: string;
  /** JSON: what the key is, and may do. */
  readonly record: string;
}

/** A label that was written. */
export interface Change {
  readonly tenant: string;
  readonly id: string;
}

/** Gets the labels that other processes have written; `anything`: it is not known which. */
export type ChangeListener = (changed: readonly Change[] | 'anything') => void;

/** What every backend promises: a store for each tenant, and the keys of all. */
export interface Backend {
  /** The labels and layouts of a tenant; `''` is the tenant of an open sandbox. Nobody else sees them. */
  store(tenant: string): Store;
  /** All keys, in the order of their ids. */
  keys(): Promise<readonly StoredKey[]>;
  /** Creates or replaces a key. */
  putKey(key: StoredKey): Promise<void>;
  /** A limiter whose counts all processes share that share the backend. */
  limiter(policy: Policy): Limiter;
  /** Resolves when the store can be read and the last write succeeded. */
  check(): Promise<void>;
  /** Calls `listener` soon after another process has written: within some 100 ms, or within 2 s where a hint was lost. */
  onChange(listener: ChangeListener): void;
  /** Numbers that tell how much the backend has to do, by their names. */
  stats(): Readonly<Record<string, number>>;
  /** Resolves when all writes are done. May be called again. */
  close(): Promise<void>;
}

/** Numbers of deleted labels, and of deleted layouts, that are kept one by one at most: above that, the highest of all is. */
export const keptDeleted = 10_000;

/**
 * The id, as a backend may look it up. SQLite ends a text at the character NUL, so `a\0b` would name the row of `a`.
 * @throws for an id with NUL
 */
export function wholeId(id: string): string {
  if (id.includes('\0')) throw new Error('Expected no character NUL for an id');
  return id;
}

/** The store can't be opened. The message is one line with the path and the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The store is busy: nothing was stored, and another try may succeed. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
