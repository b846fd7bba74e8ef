import { openSync } from 'fontkit';
import { parseCoverage } from '../../../fonts/coverage.js';

/** The code points that a font file has, from the blank on, without private ones; `only` keeps those in its ranges. */
export function charactersOf(path: string, only?: string): Set<number> {
  const file = openSync(path);
  if (!('characterSet' in file)) throw new Error(`Expected a single font in ${path} but received a collection`);
  const kept = only === undefined ? undefined : parseCoverage(only);
  return new Set(
    file.characterSet.filter((point) => point >= 0x20 && point < 0xf0000 && (kept === undefined || kept.has(point))),
  );
}
