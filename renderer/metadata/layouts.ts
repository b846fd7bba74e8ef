import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Layout } from '../layout/document.js';
import { chunk } from '../png/chunks.js';
import { getOrInsert } from '../get-or-insert.js';

/** The maximum bytes of JSON of a layout's document in a PNG: documents with large pictures are left out. */
export const maxDocumentBytes = 65_536;

/** The beginning of the `iTXt` chunk of a document: its keyword, ended by 0; zlib (1, 0); no language and no translation. */
export const layoutHead = Buffer.from('esl-layout\0\u0001\0\0\0', 'latin1');

interface LayoutMetadata {
  /** The first 12 hex digits of the SHA-256 of the document as JSON. */
  readonly digest: string;
  /** The document as an `iTXt` chunk; empty for a document of more than {@link maxDocumentBytes} bytes. */
  readonly chunk: Buffer;
}

const metadataByLayout = new WeakMap<Layout, LayoutMetadata>();

/** The digest and the chunk of a layout, computed once per layout object. */
export function layoutOf(layout: Layout): LayoutMetadata {
  return getOrInsert(metadataByLayout, layout, () => describe(layout));
}

function describe(layout: Layout): LayoutMetadata {
  const json = Buffer.from(JSON.stringify({ ...layout, id: undefined }));
  const digest = createHash('sha256').update(json).digest('hex').slice(0, 12);
  if (json.length > maxDocumentBytes) return { digest, chunk: Buffer.alloc(0) };
  return { digest, chunk: chunk('iTXt', Buffer.concat([layoutHead, deflateSync(json)])) };
}
