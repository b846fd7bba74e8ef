/** A label, with the indices of its words in `words` and of its pictures in `pictures`; -1: none. */
export type ReportRow = readonly [
  name: string,
  outcome: 'same' | 'differs' | 'missing' | 'extra' | 'broken' | 'found',
  /** The number and the place of differing pixels, in words. */
  extent: string,
  words: number,
  expected: number,
  actual: number,
  mask: number,
];

/** A picture: its block, the offset and length of its base64 in the block's text, and its size in px. */
type PictureRow = readonly [block: number, at: number, length: number, width: number, height: number];

/** The data for a report's script. Rows are arrays, as there may be tens of thousands. */
export interface ReportIndex {
  readonly labels: readonly ReportRow[];
  /** Sentences. Labels with equal sentences share an index. */
  readonly words: readonly (readonly string[])[];
  readonly pictures: readonly PictureRow[];
  /** The command that accepts a label, without the label's name; null: there is none. */
  readonly command: string | null;
}
