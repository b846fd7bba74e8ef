import type { Binding } from '../../../renderer/index.js';
import type { Tag } from '../tag/tag.js';
import type { Draft, Once, PutFacts, Remembered, Revision, StoredLabel } from './index.js';

/** A label and its newest revision, as a database has them. */
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

export interface RevisionRow extends Picture {
  readonly revision: number;
}

/** A draft as it is stored. */
export interface Picture {
  /** The JSON of all but the PNG. */
  readonly record: string;
  readonly png: Uint8Array;
}

/** What became of a request: the label, without the bytes of its image, or the layout that was put. */
export interface Became {
  readonly label?: LabelRow;
  readonly layout?: PutFacts;
}

export interface RememberedRow {
  readonly request: string;
  readonly at: number;
  /** See {@link answerOf}. */
  readonly answer: string;
}

/** The JSON of all of a draft but its PNG; of a revision, without its number. */
export function recordOf(draft: Draft): string {
  return JSON.stringify({ ...draft, png: undefined, revision: undefined });
}

/** What records have only since a later version. */
type Later = 'layout_version' | 'step';

export function revisionOf({ revision, record, png }: RevisionRow): Revision {
  // Records of version 1 of the schema have no layout_version, and those of before labels told their step have none.
  const {
    layout_version = 0,
    step = null,
    ...draft
  } = JSON.parse(record) as Omit<Draft, 'png' | Later> & Partial<Pick<Draft, Later>>;
  return { ...draft, layout_version, step, revision, png };
}

/** `png` is null before the first update, and where the bytes were left out. */
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

/** The row of a label without the bytes of its image, as an answer keeps it. */
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

/** The JSON of what a request leaves to be answered again. */
export function answerOf({ requestId, note }: Once, became: Became): string {
  return JSON.stringify({ requestId, note, ...became });
}

export function rememberedOf({ request, at, answer }: RememberedRow): Remembered {
  const { requestId, note, label, layout = null } = JSON.parse(answer) as Became & Pick<Once, 'requestId' | 'note'>;
  return { request, at, requestId, note, label: label ? labelOf(label) : null, layout };
}
