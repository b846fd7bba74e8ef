/** Bytes that no image can be made of. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  constructor(
    readonly reason: 'length' | 'codes' | 'framing',
    message: string,
  ) {
    super(message);
  }
}
