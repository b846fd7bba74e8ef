/** The server's answer or its picture can't be shown. The message is one sentence. */
export class TrmnlError extends Error {
  override readonly name = 'TrmnlError';
}
