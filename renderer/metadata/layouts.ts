import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Layout } from '../layout/document.js';
import { chunk } from '../png/chunks.js';

/** The most bytes of JSON that a layout's document has which goes into PNGs: one with large pictures does not. */
export const mostDocument = 65_536;

/** How the `iTXt` chunk of a document begins: its keyword, which ends with 0; zlib (1, 0); no language and no translation. */
export const layoutHead = Buffer.from('esl-layout\0\u0001\0\0\0', 'latin1');

/** What PNGs say of a layout. */
interface KnownLayout {
  /** The first 12 hex digits of the SHA-256 of the document as JSON. */
  readonly digest: string;
  /** The document as an `iTXt` chunk; empty for a document of more than {@link mostDocument} bytes. */
  readonly chunk: Buffer;
}

const known = new WeakMap<Layout, KnownLayout>();

/** The digest and the chunk of a layout, made once for each layout object. */
export function layoutOf(layout: Layout): KnownLayout {
  let found = known.get(layout);
  if (!found) known.set(layout, (found = describe(layout)));
  return found;
}

function describe(layout: Layout): KnownLayout {
  const json = Buffer.from(JSON.stringify({ ...layout, id: undefined }));
  const digest = createHash('sha256').update(json).digest('hex').slice(0, 12);
  if (json.length > mostDocument) return { digest, chunk: Buffer.alloc(0) };
  return { digest, chunk: chunk('iTXt', Buffer.concat([layoutHead, deflateSync(json)])) };
}
