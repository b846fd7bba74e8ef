/** A label: the numbers of its words in `words`, and of its pictures in `pictures`; -1: it has none. */
export type LabelRow = readonly [
  name: string,
  outcome: 'same' | 'differs' | 'missing' | 'extra' | 'broken',
  /** How many pixels differ, and where. */
  extent: string,
  words: number,
  expected: number,
  actual: number,
  mask: number,
];

/** A picture: its block, where in the block's text its base64 begins, how long that is; width and height in px. */
export type PictureRow = readonly [block: number, at: number, length: number, width: number, height: number];

/** What the script of a report reads. Plain rows, since there may be tens of thousands. */
export interface ReportIndex {
  readonly labels: readonly LabelRow[];
  /** Sentences. Labels with the same ones have the same number. */
  readonly words: readonly (readonly string[])[];
  readonly pictures: readonly PictureRow[];
  /** The command that accepts a label whose name is put after it; null: there is none. */
  readonly command: string | null;
}
