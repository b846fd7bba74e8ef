import { parseCoverage } from '../../../fonts/coverage.js';
import { readFont } from '../../../fonts/index.js';
import { fromExhaustive } from '../exhaustive.js';

/** The used part of fontkit. A collection of fonts has no set of characters. */
interface Fontkit {
  create(bytes: Buffer): { readonly characterSet?: readonly number[] };
}

/** The code points of a font file from the blank on, without private ones; `only` restricts them to its ranges. */
export function charactersOf(path: string, only?: string): Set<number> {
  const { characterSet } = (fromExhaustive('fontkit') as Fontkit).create(readFont(path));
  if (!characterSet) throw new Error(`Expected a single font in ${path} but received a collection`);
  const kept = only === undefined ? undefined : parseCoverage(only);
  return new Set(
    characterSet.filter((point) => point >= 0x20 && point < 0xf0000 && (kept === undefined || kept.has(point))),
  );
}
