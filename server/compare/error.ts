/** A comparison that ended early. */
export class CompareError extends Error {
  override readonly name = 'CompareError';
}
