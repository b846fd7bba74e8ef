import type { DrawnBlock } from './drawn.js';

/** How far the input was read: what a later run must find again in order to go on from there. */
export interface Checkpoint {
  /** Blocks of rows so far. */
  readonly blocks: number;
  /** Hex SHA-256 of their bytes. */
  readonly sha256: string;
}

/** Where the images and the manifest of a batch go. */
export interface Output {
  /** Takes a block; blocks come in the order of the input. */
  commit(drawn: DrawnBlock, checkpoint: Checkpoint): Promise<void>;
  /** Every block was committed: gives the output its final form. */
  finish(): Promise<void>;
  /** The batch ends before its input: leaves nothing half-written behind. */
  abandon(): Promise<void>;
}
