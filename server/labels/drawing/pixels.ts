import { requestProblem } from '../../fields/problem.js';

/** Pixels of an image that a request makes: enough for any panel at scale 7, and all but the largest at scale 8. */
export const imagePixels = 100_000_000;

/** Refuses an image by its size, before it is made. @throws {Problem} 422 */
export function boundPixels(
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
  view: unknown,
): void {
  const pixels = width * height * scale ** 2;
  // Hardly two pixels of a tag are alike: four million take a second, and up to 8 MB.
  const most = view === 'tag' ? imagePixels / 25 : imagePixels;
  if (pixels <= most) return;
  const detail = `Expected an image of at most ${most} pixels but ${width} × ${height} at scale ${scale} has ${pixels}. Use a smaller scale`;
  throw requestProblem(422, 'too_costly', detail);
}
