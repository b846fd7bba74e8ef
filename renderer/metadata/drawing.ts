import { readFileSync } from 'node:fs';
import { fontDigest } from '../../fonts/index.js';

/** What else decides which pixels a label has: the same content, layout and panel may look otherwise with another one. */
export interface DrawingVersions {
  /** Of the package. */
  readonly version: string;
  /** A digest of what glyphs are drawn from, 8 hex digits. */
  readonly fonts: string;
}

export function readVersions(): DrawingVersions {
  const path = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return { version, fonts: fontDigest() };
}
