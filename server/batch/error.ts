/**
 * A batch can't start or can't go on. The message is one line. `usage`: the options are wrong; `invalid`: the input can't be read;
 * `failed`: a read or write failed; `unread`: the reader of standard output closed it.
 */
export class BatchError extends Error {
  override readonly name = 'BatchError';
  constructor(
    readonly kind: 'usage' | 'invalid' | 'failed' | 'unread',
    message: string,
  ) {
    super(message);
  }
}
