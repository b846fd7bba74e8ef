/** A label and its newest revision, as they are stored. */
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
