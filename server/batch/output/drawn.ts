/** What became of a row on a panel, where it is not a size in the archive. */
export const became = { failed: -1, unchanged: -2 } as const;

/** What a worker returns for a block: texts and numbers, which cross threads faster than an object per label. */
export interface DrawnBlock {
  /** Why an image could not be written; then the rest of the block is missing. Null: all is well. */
  readonly failure: string | null;
  /** The lines of the manifest, one per row and panel: see `readEntry`. */
  readonly manifest: string;
  /** Per line of the manifest: the bytes that its image takes in the archive, 0 for a file, or one of {@link became}. */
  readonly results: Int32Array;
  /** The images as consecutive members of the archive; empty where they are files. */
  readonly archive: Uint8Array;
}

/** The lines of the manifest. */
export function linesOf({ manifest }: DrawnBlock): string[] {
  return manifest.split('\n').slice(0, -1);
}
