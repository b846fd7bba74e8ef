/** More work than is allowed. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
}
