/** The comparison ended early. */
export class CompareError extends Error {
  override readonly name = 'CompareError';
}
