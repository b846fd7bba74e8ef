/** What keeps a device from showing anything: the server's answer, or its picture. The message is one sentence. */
export class TrmnlError extends Error {
  override readonly name = 'TrmnlError';
}
