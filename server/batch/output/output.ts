import type { DrawnBlock } from './drawn.js';

/** A position in the input, by which a later run recognises it. */
export interface Checkpoint {
  /** Blocks of rows so far. */
  readonly blocks: number;
  /** Hex SHA-256 of their bytes. */
  readonly sha256: string;
}

export interface Output {
  /** Blocks are committed in input order. */
  commit(drawn: DrawnBlock, checkpoint: Checkpoint): Promise<void>;
  /** Completes the output after the last block. */
  finish(): Promise<void>;
  /** Removes half-written files after an early end. */
  abandon(): Promise<void>;
}
