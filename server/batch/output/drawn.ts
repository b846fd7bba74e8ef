/** The results of a row on a panel that are no sizes in the archive. */
export const outcome = { failed: -1, unchanged: -2 } as const;

/** A worker's results for a block. Texts and numbers cross threads faster than an object per label. */
export interface DrawnBlock {
  /** The error of an image that could not be written; the rest of the block is then missing. */
  readonly failure: string | null;
  /** Manifest lines, one per row and panel: see `readEntry`. */
  readonly manifest: string;
  /** Per manifest line: its image's bytes in the archive, 0 for a file, or one of {@link outcome}. */
  readonly results: Int32Array;
  /** The images as consecutive archive members; empty for files. */
  readonly archive: Uint8Array;
}

export function linesOf({ manifest }: DrawnBlock): string[] {
  return manifest.split('\n').slice(0, -1);
}
