import type { Binding } from '../../../renderer/index.js';
import {
  type Draft,
  type IdempotencyRecord,
  type LabelFilter,
  type LogEntry,
  maxScanned,
  type PutSummary,
  type RecordedAnswer,
  type Revision,
  type StoredLabel,
} from './index.js';
import type { Tag } from '../tag/tag.js';

/** A label with its newest revision in a database. */
export interface LabelRow {
  readonly id: string;
  /** JSON. */
  readonly binding: string;
  readonly version: number;
  /** All three are null before the first update. */
  readonly revision: number | null;
  readonly record: string | null;
  readonly png: Uint8Array | null;
  /** JSON; null before the first update. */
  readonly tag: string | null;
}

export interface RevisionRow extends DraftRow {
  readonly revision: number;
}

export interface DraftRow {
  /** The JSON of all but the PNG. */
  readonly record: string;
  readonly png: Uint8Array;
}

/** The result of a request: the label, without the bytes of its image, or the stored layout. */
export interface RecordedOutcome {
  readonly label?: LabelRow;
  readonly layout?: PutSummary;
}

export interface RecordedRow {
  readonly request: string;
  readonly at: number;
  /** See {@link answerOf}. */
  readonly answer: string;
}

/** The JSON of a draft or revision, without the PNG and the number. */
export function recordOf(draft: Draft): string {
  return JSON.stringify({ ...draft, png: undefined, revision: undefined });
}

/** Members that records of older versions lack. */
type Later = 'layout_version' | 'step';

export function revisionOf({ revision, record, png }: RevisionRow): Revision {
  // Records of version 1 of the schema have no layout_version, and older records no step.
  const {
    layout_version = 0,
    step = null,
    ...draft
  } = JSON.parse(record) as Omit<Draft, 'png' | Later> & Partial<Pick<Draft, Later>>;
  return { ...draft, layout_version, step, revision, png };
}

/** `png` is null before the first update, and in rows without the bytes. */
export function labelOf({ id, binding, version, revision, record, png, tag }: LabelRow): StoredLabel {
  const current =
    revision === null || record === null ? null : revisionOf({ revision, record, png: png ?? new Uint8Array() });
  return {
    id,
    binding: JSON.parse(binding) as Binding,
    version,
    current,
    tag: tag === null ? null : (JSON.parse(tag) as Tag),
  };
}

/** The row of a label without the bytes of its image, for an idempotency record. */
export function rowWithoutBytes({ id, binding, version, current, tag }: StoredLabel): LabelRow {
  return {
    id,
    binding: JSON.stringify(binding),
    version,
    revision: current?.revision ?? null,
    record: current && recordOf(current),
    png: null,
    tag: tag && JSON.stringify(tag),
  };
}

export function answerOf({ requestId, note }: IdempotencyRecord, outcome: RecordedOutcome): string {
  return JSON.stringify({ requestId, note, ...outcome });
}

export function recordedOf({ request, at, answer }: RecordedRow): RecordedAnswer {
  const {
    requestId,
    note,
    label,
    layout = null,
  } = JSON.parse(answer) as RecordedOutcome & Pick<IdempotencyRecord, 'requestId' | 'note'>;
  return { request, at, requestId, note, label: label ? labelOf(label) : null, layout };
}

/** An entry of the log in a database. */
export interface LogRow {
  readonly seq: number;
  readonly at: number;
  readonly kind: LogEntry['kind'];
  readonly id: string;
  /** The label's newest revision; null: it has none, or the entry is not about a label. */
  readonly revision: number | null;
  /** JSON; null: in the record. */
  readonly binding: string | null;
  readonly record: string | null;
  readonly tag: string | null;
}

export function entryOf({ seq, at, kind, id, revision, binding, record, tag }: LogRow): LogEntry {
  if (kind === 'deletion' || kind === 'layout') return { seq, at, kind, id };
  const label = labelOf({ id, binding: binding ?? '{}', version: 0, revision, record, png: null, tag });
  return { seq, at, kind, id, label: binding === null ? { ...label, binding: label.current!.binding } : label };
}

/** A label that a search looked at. */
export interface ScannedRow {
  readonly id: string;
  readonly fits: boolean | number;
}

/**
 * The values of a statement that scans labels, after the tenant: the ids that it is between, the members of the binding, and
 * whether the tag changes after a time. Null: any. `~` is greater than all characters of ids.
 */
export function scanValues({ device, layout, sku, prefix = '', changes }: LabelFilter, after: string | null) {
  const members = [device ?? null, layout ?? null, sku ?? null];
  return [after ?? '', prefix, `${prefix}~`, ...members, Number(changes?.expected ?? -1), changes?.after ?? 0] as const;
}

/** The result of a search. @param rows at most {@link maxScanned} */
export function foundIn(rows: readonly ScannedRow[], limit: number) {
  const ids = rows.filter(({ fits }) => Boolean(fits)).map(({ id }) => id);
  if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1]! };
  return { ids, next: rows.length < maxScanned ? null : rows.at(-1)!.id };
}
