import { createRequire } from 'node:module';
import type * as Bwip from '@bwip-js/node';

let bwip: typeof Bwip | undefined;

/**
 * A symbol from BWIPP, without a size yet: the widths of bars and spaces (`sbs`), or the pixels of a matrix (`pixs`).
 * The library is loaded by the first symbol – parsing its 2 MB takes 45 ms – so that labels without one never wait for it.
 * @throws {Error} of the library, when the text can't be encoded: check it first.
 */
export function rawSymbol(symbology: string, text: string, options: Readonly<Record<string, string | boolean>> = {}) {
  bwip ??= createRequire(import.meta.url)('@bwip-js/node') as typeof Bwip;
  return bwip.raw(symbology, text, options)[0]!;
}
