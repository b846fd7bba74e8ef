import { type Chain, faces, type LoadedFont } from '../../fonts/index.js';
import type { Cache, Memo } from '../cache.js';
import type { Meter } from '../limits.js';
import { type Glyph, pixelBytes } from '../shapes/stencil.js';
import type { Font } from '../text/ruler.js';
import { chosenGlyph, drawGlyph, drawnAt, missingGlyph, overlap } from './glyphs.js';
import { letterL, withTail } from './litre.js';
import { createMend, usual } from './mend.js';
import type { Rasteriser } from './rasteriser.js';
import { splitUnits, type TextUnit } from './units.js';
import { getOrInsert } from '../get-or-insert.js';

/** Bytes of a cached object with a typed array besides its contents: headers, the map's entry, the key's header. */
export const overhead = 450;
/** Bytes of a cached step, which is only a number: the map's entry and the key's header. */
const stepBytes = 120;

/** The key of the litre among the codes of characters: that of no character that is drawn. */
const litreKey = 0;
/** How many letters a block has. The first one is that of ASCII and Latin-1; steps to other characters are cached by pair. */
const perBlock = 256;
/** A step that is not known yet. */
const unknown = -(2 ** 15);

/** A font at a size; without a font, the boxes for characters that no font has. */
interface SetFont {
  readonly font: LoadedFont | undefined;
  readonly size: number;
  /** Whether its bitmaps are emboldened. */
  readonly bold: boolean;
  readonly glyphs: Memo<string, Glyph>;
  /** How far the pen moves from one letter to the next: by the codes of the two, or by their texts. */
  readonly steps: Memo<number | string, number>;
  /** The font's advance of a unit that is not drawn yet, by its text. */
  readonly advances: Memo<string, number>;
}

/** A unit of a word and its shape. */
export interface Letter {
  readonly text: string;
  /** Its UTF-16 unit, if it is a single one. */
  readonly code: number | undefined;
  readonly font: SetFont;
  readonly glyph: Glyph;
  /** Set for a character of an {@link Alphabet}: its place in the first block, and so in the steps of others. */
  readonly place?: number;
  /** Set for such a character: how far the pen moves to others of the alphabet, by their places. */
  readonly steps?: Int16Array;
}

/** The characters of a font that are separate units, in blocks. */
interface Alphabet {
  readonly font: Font;
  readonly chain: Chain;
  readonly blocks: Memo<number, Block>;
}

/** The letters whose codes have one high byte, by their low byte. */
export interface Block {
  readonly letters: (Letter | undefined)[];
  bytes: number;
}

/** The letters that words are composed of. */
export interface Letters {
  of(unit: TextUnit, font: Font): Letter;
  /** A character that is a separate unit, by code: a new Latin word takes 0.9 µs this way, 9 µs with {@link of}. */
  at(code: number, alphabet: Alphabet): Letter;
  /** The symbol of the litre: an "l" with a tail. */
  litre(alphabet: Alphabet): Letter;
  /** The font's advance of a unit, in px. Draws nothing. */
  advance(unit: TextUnit, font: Font): number;
  /** Whole px from one pen to the next: the font's own kerned advance, and more where the shapes would touch. */
  step(before: Letter, after: Letter): number;
}

/** Draws each letter once, and caches it with its steps to other letters. */
export function createLetters(rasteriser: Rasteriser, meter: Meter, glyphs: Cache, steps: Cache): Letters {
  const mend = createMend(rasteriser, meter);
  const setFonts = new Map<LoadedFont | undefined, Map<number, SetFont>>();

  function setFont(font: LoadedFont | undefined, { face, size, rough }: Font): SetFont {
    const sizes = getOrInsert(setFonts, font, () => new Map<number, SetFont>());
    const bold = font?.source.native !== undefined && font.drawn === undefined && faces[face].bold;
    const key = size * 4 + (bold ? 2 : 0) + (rough ? 1 : 0);
    return getOrInsert(sizes, key, () => {
      return { font, size, bold, glyphs: glyphs.memo(), steps: steps.memo(), advances: steps.memo() };
    });
  }

  function of({ font, text }: TextUnit, requested: Font): Letter {
    const set = setFont(font, requested);
    let glyph = set.glyphs.get(text);
    if (!glyph) {
      if (!font) glyph = missingGlyph(text, requested.size);
      else if (font.drawn) glyph = chosenGlyph(font.drawn.glyph(text));
      else glyph = drawGlyph(rasteriser, requested.rough ? usual : mend, font, text, requested.size, set.bold);
      set.glyphs.set(text, glyph, overhead + text.length * 2 + pixelBytes(glyph.stencil));
    }
    return { text, code: text.length === 1 ? text.charCodeAt(0) : undefined, font: set, glyph };
  }

  let last: { readonly alphabet: Alphabet; readonly key: number; readonly block: Block } | undefined;
  /** Most letters of a word are in one block. */
  function blockOf(key: number, alphabet: Alphabet): Block {
    if (last?.alphabet === alphabet && last.key === key) return last.block;
    const block = alphabet.blocks.get(key) ?? {
      letters: new Array<Letter | undefined>(perBlock),
      bytes: overhead + 8 * perBlock,
    };
    last = { alphabet, key, block };
    return block;
  }

  function add(code: number, { blocks }: Alphabet, block: Block, letter: Letter): Letter {
    const own = code < perBlock ? { ...letter, place: code, steps: new Int16Array(perBlock).fill(unknown) } : letter;
    block.letters[code & 0xff] = own;
    block.bytes += overhead + 2 * perBlock + pixelBytes(letter.glyph.stencil);
    blocks.set(code >> 8, block, block.bytes);
    return own;
  }

  function at(code: number, alphabet: Alphabet): Letter {
    const block = blockOf(code >> 8, alphabet);
    const found = block.letters[code & 0xff];
    if (found) return found;
    const { chain, font } = alphabet;
    return add(code, alphabet, block, of(splitUnits(String.fromCharCode(code), chain, font.size).units[0]!, font));
  }

  function stepFrom(before: Letter, after: Letter): number {
    const { steps: cached } = before.font;
    // Letters of two fonts do not kern, and are rarely neighbours: such a step is not worth caching.
    if (before.font !== after.font) return apart(before.glyph, after.glyph, before.glyph.advance);
    const key = keyOf(before, after);
    const cachedStep = cached.get(key);
    if (cachedStep !== undefined) return cachedStep;
    const step = apart(before.glyph, after.glyph, kernedAdvance(before, after, rasteriser));
    return cached.set(key, step, stepBytes + before.text.length + after.text.length);
  }

  return {
    of,
    at,
    litre(alphabet) {
      const block = blockOf(0, alphabet);
      const found = block.letters[litreKey];
      if (found) return found;
      const plain = at(letterL, alphabet);
      // The font kerns its own letter, not this one: as if of another font, it has no kerning.
      const letter = { ...plain, font: { ...plain.font }, glyph: withTail(plain.glyph) };
      return add(litreKey, alphabet, block, letter);
    },
    advance({ font, text }, requested) {
      if (!font) return missingGlyph(text, requested.size).advance;
      if (font.drawn) return of({ font, text }, requested).glyph.advance;
      const { advances } = setFont(font, requested);
      const { size, scale } = drawnAt(font, requested.size);
      return advances.get(text) ?? advances.set(text, rasteriser.advance(font, size, text) * scale, stepBytes);
    },
    step(before, after) {
      const { place } = after;
      const known = place === undefined ? unknown : (before.steps?.[place] ?? unknown);
      if (known !== unknown) return known;
      const step = stepFrom(before, after);
      if (place !== undefined && before.steps) before.steps[place] = step;
      return step;
    },
  };
}

function keyOf(before: Letter, after: Letter): number | string {
  const isCoded = before.code !== undefined && after.code !== undefined;
  return isCoded ? before.code * 65536 + after.code : before.text + after.text;
}

/** How far the pen moves from one letter to the next of the same font, in px. */
function kernedAdvance(before: Letter, after: Letter, rasteriser: Rasteriser): number {
  const { font, size } = before.font;
  if (font?.drawn) {
    const { left, stencil } = before.glyph;
    return left + stencil.width + Math.round(font.drawn.gap(before.text, after.text)) - after.glyph.left;
  }
  if (!font || font.source.native) return before.glyph.advance;
  const drawn = drawnAt(font, size).size;
  const tracked = drawn * (font.source.tracking ?? 0);
  return rasteriser.advance(font, drawn, before.text + after.text) - after.glyph.advance + tracked;
}

function apart(before: Glyph, after: Glyph, advance: number): number {
  const pixels = Math.round(advance);
  return pixels + overlap(before, after, pixels);
}
