import { readFileSync } from 'node:fs';
import { fontDigest } from '../../fonts/index.js';

/** The versions that also determine the pixels: another one may draw the same content differently. */
export interface DrawingVersions {
  /** Of the package. */
  readonly version: string;
  /** A digest of the glyphs' sources, 8 hex digits. */
  readonly fonts: string;
}

export function readVersions(): DrawingVersions {
  const path = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return { version, fonts: fontDigest() };
}
