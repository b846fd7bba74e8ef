import { type Chain, chainOf, type Face, type FaceName, faces, type Fonts, type HanRegion } from '../../fonts/index.js';
import type { Cache, Memo } from '../cache.js';
import type { Glyph } from '../shapes/stencil.js';
import type { Font } from '../text/ruler.js';
import type { Block } from './letters.js';
import type { SetWord } from './word.js';
import { getOrInsert } from '../get-or-insert.js';

/** A face at a size: its fonts, and the words set in it. */
export interface SetFace {
  readonly font: Font;
  readonly chain: Chain;
  readonly blank: number;
  readonly metrics: { readonly ascent: number; readonly descent: number };
  readonly words: Memo<string, SetWord>;
  /** The advances of long words: a label that has to shrink asks for them at each of its steps. */
  readonly advances: Memo<string, number>;
  /** Turned words, by turn and text. */
  readonly turned: Memo<string, Glyph>;
  /** Characters that are separate units, by the high byte of their code. */
  readonly blocks: Memo<number, Block>;
}

/** The width of a blank in em: between Inter's (0.28) and Roboto Condensed's (0.23). */
const blankEm = 0.26;

const faceNumber: Readonly<Record<FaceName, number>> = {
  regular: 0,
  bold: 1,
  condensed: 2,
  'condensed-regular': 3,
  price: 4,
  'price-wide': 5,
};
const regionNumber: Readonly<Record<HanRegion, number>> = { JP: 0, SC: 1, TC: 2, KR: 3 };

/** Finds the face of a font. Its words and glyphs are in the caches. */
export function createSetFaces(fonts: Fonts, glyphs: Cache, words: Cache): (font: Font) => SetFace {
  const faceCache = new Map<number, SetFace>();
  let last: { readonly font: Font; readonly face: SetFace } | undefined;

  function find(font: Font): SetFace {
    const { face, size, region = 'JP', rough, tracking = 0 } = font;
    // Locales without Han characters all have region 0, and so share their words.
    const key = ((((rough ? 4 : 0) + regionNumber[region]) * 8 + faceNumber[face]) * 1024 + size) * 64 + tracking;
    return getOrInsert(faceCache, key, () => {
      const chain = chainOf((faces[face] as Face).chain(size, font.region), fonts);
      const { ascent, descent } = chain.at(0)!.source;
      return {
        font,
        chain,
        blank: Math.max(2, Math.round(size * blankEm)) + tracking,
        metrics: { ascent: Math.ceil(ascent * size), descent: Math.ceil(descent * size) },
        words: words.memo(),
        advances: words.memo(),
        turned: glyphs.memo(),
        blocks: glyphs.memo(),
      };
    });
  }

  return (font) => {
    // Most words are measured in the font of the previous word.
    if (last?.font === font) return last.face;
    const face = find(font);
    last = { font, face };
    return face;
  };
}
