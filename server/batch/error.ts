/**
 * Why a batch ended early. `usage`: the options are wrong; `invalid`: the input can't be read; `failed`: a read or write
 * failed; `unread`: the reader of standard output closed it.
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
