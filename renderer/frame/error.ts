/** Bytes that encode no image. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  constructor(
    readonly reason: 'length' | 'codes' | 'framing',
    message: string,
  ) {
    super(message);
  }
}
