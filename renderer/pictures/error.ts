import { limits } from '../limits.js';

/** A picture that can't be read. The message says in one sentence what was expected and what was received. */
export class PictureError extends Error {
  constructor(expected: string, received: string, options?: ErrorOptions) {
    super(`Expected ${expected} for picture but received ${received}`, options);
    this.name = 'PictureError';
  }
}

/**
 * The largest panel has 4 megapixels (2048 × 2048): it could not show more of a larger picture.
 * @throws PictureError unless a picture of `width` × `height` pixels may be decoded
 */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1 || width * height > limits.picture.pixels)
    throw new PictureError('1 pixel to 4 megapixels', `${width} × ${height} pixels`);
}
