import { isBox, regionOf, type Region } from '../metadata/facts.js';
import { chunksOf } from '../png/chunks.js';

const keyword = 'esl-regions\0';

/** The maximum bytes of a chunk that is parsed. */
const maxBytes = 65_536;

/**
 * The boxes that versions before `esl-label` wrote into a PNG: a `tEXt` chunk with names and places as JSON. Empty without such
 * a chunk, and for one of another product.
 */
export function readRegions(png: Uint8Array): readonly Region[] {
  for (const { type, data } of chunksOf(png)) {
    const text = type === 'tEXt' && data.length <= maxBytes ? data.toString('latin1') : '';
    if (text.startsWith(keyword)) return parse(text.slice(keyword.length));
  }
  return [];
}

function parse(text: string): readonly Region[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(rows) && rows.every(isBox) ? rows.map(regionOf) : [];
}
