import type { Drawn } from '../work.js';

/** How far the input was read: what a later run must find again to go on from there. */
export interface Mark {
  /** Blocks of rows so far. */
  readonly blocks: number;
  /** Hex SHA-256 of their bytes. */
  readonly sha256: string;
}

/** Where pictures and manifest of a batch go. Blocks come in the order of the input. */
export interface Output {
  commit(drawn: Drawn, mark: Mark): Promise<void>;
  /** All is there: makes it last. */
  finish(): Promise<void>;
  /** The batch ended before its input did: leaves nothing half-written. */
  abandon(): Promise<void>;
}
