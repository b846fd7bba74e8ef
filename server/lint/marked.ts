import { createHash } from 'node:crypto';
import { outlineMask } from '../../renderer/compare/index.js';
import type { Spool, Spooled } from '../compare/spool.js';
import type { LintedRow } from './entry.js';

/** Stores the PNG of a label, and a mask with the outlines of the boxes at fault; null: no finding names a box. */
export function markedPictures(
  png: Uint8Array,
  { findings }: LintedRow,
  spool: Spool,
): { readonly picture: Spooled; readonly mask: Spooled | null } {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  // The header of a PNG begins with its size in px.
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const store = (picture: Buffer): Spooled => {
    const sha256 = createHash('sha256').update(picture).digest('base64');
    return spool.store({ ...size, base64: picture.toString('base64'), sha256 });
  };
  const boxes = findings.flatMap((finding) => finding.boxes);
  return { picture: store(bytes), mask: boxes.length === 0 ? null : store(outlineMask(size, boxes)) };
}
