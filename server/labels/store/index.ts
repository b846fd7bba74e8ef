import type { Binding, Content, Finding, LabelStep, Update, Warning } from '../../../renderer/index.js';
import type { Arrival, Tag } from '../tag/tag.js';
import type { Limiter, Policy } from './limiter.js';

/** The properties of an image, without its bytes. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** How many inks the panel has. */
  readonly inks: number;
  /** Hex SHA-256 of the pixels (the inflated image data), not of the compressed bytes. See `pixelHash`. */
  readonly sha256: string;
}

/**
 * What a label shows after an update. Immutable. Of an uploaded picture, `update`, `content`, `layout_version` and `step` are
 * null: nothing was drawn.
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
  /** Absent where no lint was requested. */
  readonly findings?: readonly Finding[];
  /** Also null for a revision that an older version stored. */
  readonly step: LabelStep | null;
  /** The interface of another system that sent it, such as `aims`; absent for our own. */
  readonly face?: string;
  readonly image: ImageFacts;
  /** View `ink`, scale 1. */
  readonly png: Uint8Array;
}

/** A draft on its way to the tag. */
export interface Delivery {
  readonly draft: Draft;
  readonly arrival: Arrival;
}

/** What a tag needs to know of a draft. */
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
  /** Its newest content; null before the first update. */
  readonly current: Revision | null;
  /** The tag after it was last sent a content; null before the first update. */
  readonly tag: Tag | null;
}

/**
 * A request that its client may send again, and that is applied once. The record is stored in the same transaction as the
 * changes of the request.
 */
export interface IdempotencyRecord {
  /** The client's key, unique within its tenant. */
  readonly key: string;
  /** Hex SHA-256 of the method, path and body. */
  readonly request: string;
  /** When it came, in milliseconds since 1970. The record expires {@link recordLifetimeMs} later. */
  readonly at: number;
  /** Of the first request with this key; every answer has it. */
  readonly requestId: string;
  /** What else the caller needs to repeat the answer; JSON. */
  readonly note: unknown;
}

/** The lifetime of an {@link IdempotencyRecord} in milliseconds. */
export const recordLifetimeMs = 24 * 60 * 60 * 1000;

/** The record of a request, and its results. */
export interface RecordedAnswer extends Omit<IdempotencyRecord, 'key'> {
  /** The label at that time, its image without bytes; null for a request that stored a layout. */
  readonly label: StoredLabel | null;
  /** The result of storing a layout; null for a request about a label. */
  readonly layout: PutSummary | null;
}

/** The result of storing a layout, without its document. */
export interface PutSummary {
  readonly kind: 'created' | 'replaced' | 'same';
  readonly version: number;
  readonly updated_at: string;
}

/** The newest revisions of a label that are stored, besides those that its tag still needs. */
export const keptRevisions = 50;

/** Selects labels: by members of their binding, the beginning of their id, and whether their tag changes after a time. */
export interface LabelFilter extends Partial<Readonly<Record<'device' | 'layout' | 'sku' | 'prefix', string>>> {
  /** `after`: in milliseconds since 1970. */
  readonly changes?: { readonly after: number; readonly expected: boolean };
}

/** The labels that one search looks at, at most. */
export const maxScanned = 1000;

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

export interface LayoutSize {
  readonly id: string;
  readonly bytes: number;
}

/** The maximum number of stored layouts of a tenant, and of bytes of all their documents. */
export const layoutCapacity = { count: 1000, bytes: 16 * 1024 * 1024 } as const;

export type LayoutPut =
  | { readonly kind: PutSummary['kind']; readonly layout: StoredLayout }
  /** It would exceed {@link layoutCapacity}. */
  | { readonly kind: 'full' }
  /** The request is recorded. */
  | { readonly kind: 'repeated' };

export type LayoutRemoval =
  | { readonly kind: 'removed' | 'absent' }
  /** Labels are bound to it: their number, and the id of the first. */
  | { readonly kind: 'bound'; readonly count: number; readonly first: string };

/**
 * A change in the log of a store. `revision`: the label has a new content; `binding`: it was created or bound without one;
 * `deletion`: it was deleted; `layout`: a layout was stored or deleted.
 */
export type LogEntry = {
  /** Its number in the log: increases in the order of commits, and is never reused. */
  readonly seq: number;
  /** When it was accepted, in milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
} & (
  | {
      readonly kind: 'revision' | 'binding';
      /** The label after the change, without the bytes of its image. */
      readonly label: StoredLabel;
    }
  | { readonly kind: 'deletion' | 'layout' }
);

/** Entries of a tenant in the order of their numbers, and the number to continue after. */
export interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly next: number;
}

/** The log of a tenant. Its numbers are those of the store: other tenants' entries are between. */
export interface Log {
  /** The number of the newest entry. Every entry up to it can be read. */
  newest(): Promise<number>;
  /** At most `limit` entries after `seq`; null: some of them are no longer retained, or `seq` is of another store. */
  since(seq: number, limit: number): Promise<LogPage | null>;
  /**
   * The current revisions up to `seq` whose tags change after a time, the oldest first.
   * @param time in milliseconds since 1970; null: the time of the entry `seq`
   * @returns also that time
   */
  unsettled(
    seq: number,
    time: number | null,
  ): Promise<{ readonly time: number; readonly entries: readonly LogEntry[] }>;
}

/** The log retains at least this many of its newest entries. */
export const retained = 12_000;
/** Number of entries between two deletions of old ones. */
export const sweepEach = 1000;

/**
 * The labels and layouts of one tenant. A resolved write is on the disk; a rejected one has changed nothing. Writes to one label
 * run in the order of the calls. Reads may lag behind other processes by the delay of {@link Backend.onChange}. A write based on
 * a stale label is refused.
 */
export interface Store {
  readonly log: Log;
  label(id: string): Promise<StoredLabel | null>;
  /** At most `limit` labels in the order of their ids, starting after `after`. */
  labels(after: string | null, limit: number): Promise<readonly StoredLabel[]>;
  /**
   * The ids of at most `limit` labels that fit the filter, in their order, starting after `after`. Looks at {@link maxScanned}
   * labels at most: `next` is the id to continue after; null: this is the last page.
   */
  findLabels(
    filter: LabelFilter,
    after: string | null,
    limit: number,
  ): Promise<{ readonly ids: readonly string[]; readonly next: string | null }>;
  /** A stored revision: one of the last {@link keptRevisions}, or one that the tag shows, refreshes from or to, or waits for. */
  revision(id: string, revision: number): Promise<Revision | null>;
  /**
   * Stores the next revision, and the next state of the stored tag (`accept`), in one transaction. Null when the label was
   * deleted or bound since `seen` was read, or `idempotency` is recorded: read again.
   */
  append(seen: StoredLabel, delivery: Delivery, idempotency?: IdempotencyRecord | null): Promise<StoredLabel | null>;
  /**
   * Creates the label (`seen` null), or changes its binding and stores its redrawn content (`delivery`) as `append`
   * does. Null when the label has changed since `seen` was read, the stored layout of the binding no longer has the version
   * `layoutVersion` (0: it is not stored), or `idempotency` is recorded: read again.
   */
  bind(
    id: string,
    seen: StoredLabel | null,
    binding: Binding,
    delivery: Delivery | null,
    layoutVersion?: number,
    idempotency?: IdempotencyRecord | null,
  ): Promise<StoredLabel | null>;
  /** Records a request that did not change the label. False: the label has changed since, or `idempotency` is recorded. */
  recordRequest(seen: StoredLabel, idempotency: IdempotencyRecord): Promise<boolean>;
  /** The record of a request that came less than {@link recordLifetimeMs} before `now`. */
  recorded(key: string, now: number): Promise<RecordedAnswer | null>;
  /** False when there is no such label. */
  remove(id: string): Promise<boolean>;
  layout(id: string): Promise<StoredLayout | null>;
  /** The version of a layout, without reading its document; null when there is no such layout. */
  layoutVersion(id: string): Promise<number | null>;
  /** At most `limit` layouts in the order of their ids, starting after `after`; without their documents. */
  layoutSizes(after: string | null, limit: number): Promise<readonly LayoutSize[]>;
  /** Creates or replaces the layout. An equal document changes nothing, not even the version. */
  putLayout(layout: Omit<StoredLayout, 'version'>, idempotency?: IdempotencyRecord | null): Promise<LayoutPut>;
  /** How many labels are bound to a layout, whether it is stored or a file. */
  layoutUses(id: string): Promise<number>;
  /** Removes the layout, unless a label is bound to it: the label's next update would be refused. */
  removeLayout(id: string): Promise<LayoutRemoval>;
  record(kind: string, id: string): Promise<StoredRecord | null>;
  /**
   * At most `limit` records of a kind in the order of their ids, starting after `after` and `skip` more. Fewer when they reach
   * {@link recordPage} characters; none after the last.
   */
  records(kind: string, after: string | null, limit: number, skip?: number): Promise<readonly StoredRecord[]>;
  /** The same in the other order, before `before`. */
  lastRecords(kind: string, before: string | null, limit: number): Promise<readonly StoredRecord[]>;
  /** The number of records of a kind whose ids begin with `prefix`. */
  countRecords(kind: string, prefix: string): Promise<number>;
  /** Makes all changes in one transaction, or none. */
  changeRecords(changes: readonly RecordChange[]): Promise<RecordsChange>;
}

/** A JSON document that another system's interface stores for a tenant, such as an article or a request. */
export interface StoredRecord {
  /** Groups records; no record of another kind has the same `kind` and `id`. */
  readonly kind: string;
  readonly id: string;
  readonly value: string;
  /** Increases with each change. */
  readonly version: number;
}

/** A change of a record. `value` null deletes it. `version` is the one that was read; 0: there was none. */
export type RecordChange = Omit<StoredRecord, 'value'> & { readonly value: string | null };

/** The maximum number of records of a tenant, and of characters of each. */
export const recordCapacity = { count: 30_000, characters: 256 * 1024 } as const;

/** Characters of the records that are read at a time, unless the first alone has more. */
export const recordPage = 256 * 1024;

export function prefixEnd(prefix: string): string {
  return prefix === ''
    ? '\u{10ffff}'
    : prefix.slice(0, -1) + String.fromCodePoint(prefix.codePointAt(prefix.length - 1)! + 1);
}

/** `stale`: a record has another version; `full`: the changes would exceed {@link recordCapacity}. Then nothing is changed. */
export type RecordsChange = 'changed' | 'stale' | 'full';

/** An API key, without its secret. */
export interface StoredKey {
  readonly id: string;
  /** JSON: its name, tenant and scopes. */
  readonly record: string;
}

/** A database: a store for each tenant, and the API keys of all. */
export interface Backend {
  /** The labels and layouts of a tenant; `''` is the tenant of an open sandbox. Other tenants do not see them. */
  store(tenant: string): Store;
  /** The tenants that have records of a kind. */
  recordTenants(kind: string): Promise<readonly string[]>;
  /** All keys, in the order of their ids. */
  keys(): Promise<readonly StoredKey[]>;
  /** Creates or replaces a key. */
  putKey(key: StoredKey): Promise<void>;
  /** A limiter that counts for all processes of the backend. */
  limiter(policy: Policy): Limiter;
  /** Resolves when the store can be read and the last write succeeded. */
  check(): Promise<void>;
  /** Calls `listener` after another process has written, within some 100 ms, and at other times: the log has what changed. */
  onChange(listener: () => void): void;
  /** Figures of the load of the backend, by name. */
  stats(): Readonly<Record<string, number>>;
  /** Resolves when all writes are done. May be called again. */
  close(): Promise<void>;
}

/** The rows of at most this many deleted labels are stored, and of as many layouts; beyond that, only the highest number of all. */
export const maxTombstones = 10_000;

/** Comes after all ids. */
export const afterAll = '\u{10ffff}';

/**
 * Returns the id if a backend can look it up. SQLite ends a text at the character NUL, so `a\0b` would name the row of `a`.
 * @throws for an id with NUL
 */
export function checkedId(id: string): string {
  if (id.includes('\0')) throw new Error('Expected no character NUL for an id');
  return id;
}

/** The store can't be opened. The message is one line with the path and the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The disk of the store is full: nothing was stored, and another try succeeds when there is room. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The store is busy: nothing was stored, and another try may succeed. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
