/**
 * Why a batch ended early. `usage`: it was asked for what can't be done; `invalid`: the input can't be drawn at all;
 * `failed`: a file, a folder or the disk refused; `unread`: nobody reads standard output any more.
 */
export type BatchErrorKind = 'usage' | 'invalid' | 'failed' | 'unread';

/** A batch can't start or can't go on. The message is one line. */
export class BatchError extends Error {
  override readonly name = 'BatchError';
  constructor(
    readonly kind: BatchErrorKind,
    message: string,
  ) {
    super(message);
  }
}
