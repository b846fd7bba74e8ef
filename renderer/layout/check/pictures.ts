import { layoutLimits } from '../../limits.js';
import type { Pictures } from '../../pictures/decode.js';
import { PictureError } from '../../pictures/error.js';
import type { LayoutProblem } from './schema-problem.js';

/** A picture that a layout names, and where. */
export interface PictureSource {
  readonly source: string;
  readonly pointer: string;
}

/** Reads the headers of all pictures before it decodes any; a repeated source is decoded once. */
export function pictureProblems(sources: readonly PictureSource[], pictures: Pictures): LayoutProblem[] {
  const messages = new Map<string, string | undefined>();
  let pixels = 0;
  for (const { source } of sources)
    if (!messages.has(source))
      messages.set(
        source,
        pictureProblem(() => (pixels += pictures.open(source).pixels)),
      );
  if (pixels > layoutLimits.pixels) {
    const message = `Expected pictures of at most ${layoutLimits.pixels} pixels in all for the layout but received ${Math.round(pixels)}`;
    return [{ pointer: '#', reason: 'too_large', message }];
  }
  for (const [source, message] of messages)
    if (message === undefined)
      messages.set(
        source,
        pictureProblem(() => pictures.open(source).decode()),
      );
  return sources.flatMap(({ source, pointer }) => {
    const message = messages.get(source);
    return message === undefined ? [] : [{ pointer, reason: 'picture', message }];
  });
}

function pictureProblem(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}
