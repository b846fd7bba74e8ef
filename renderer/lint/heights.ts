import { splitGraphemes } from '../text/graphemes.js';
import type { Font, Ruler, Word } from '../text/ruler.js';
import type { PlacedGlyph } from '../typeset/word.js';
import { inkedRows, strokeOf } from './runs.js';
import { getOrInsert } from '../get-or-insert.js';

/** What measuring needs of a typesetter. */
export interface ShapeSource extends Pick<Ruler, 'measure'> {
  shapesOf(word: Word): readonly PlacedGlyph[];
}

/** The heights of what is drawn, in px, from the first row with ink to the last; 0: there is no such character. */
export interface TextHeights {
  /** Of the tallest digit. */
  readonly digit: number;
  /** Of the lowest small letter without ascender and descender. */
  readonly xHeight: number;
  /** Of the lowest capital. */
  readonly capHeight: number;
  /** Of the middle letter of a script without capitals. */
  readonly body: number;
  /** The width of the thinnest character's strokes. */
  readonly stroke: number;
}

export type HeightsOf = (word: Word) => TextHeights;

/** A character as it is drawn, in px. */
interface GlyphSize {
  readonly kind: Exclude<keyof TextHeights, 'stroke'> | undefined;
  readonly height: number;
  readonly stroke: number;
}

/** Small letters without ascender, descender and accent, in Latin, Greek and Cyrillic. */
const plainSmall = new Set('acemnorsuvwxzαεικνοπστυωжигклмнопстхчьэюяв');
/** Capitals that reach below the baseline or above the others. */
const unevenCapitals = new Set('QJЙЁЪ');

/** How many words are cached per font: most prices and names differ from label to label. */
const maxCachedWords = 512;

/** Measures each character of a font once. */
export function createHeights(shapes: ShapeSource): HeightsOf {
  const fonts = new WeakMap<
    Font,
    { readonly glyphs: Map<string, GlyphSize>; readonly words: Map<string, TextHeights> }
  >();
  return ({ text, font }) => {
    const { glyphs, words } = getOrInsert(fonts, font, () => ({ glyphs: new Map(), words: new Map() }));
    const cached = words.get(text);
    if (cached) return cached;
    const sizes = splitGraphemes(text).map((character) =>
      getOrInsert(glyphs, character, () => measureGlyph(character, font, shapes)),
    );
    if (words.size >= maxCachedWords) words.clear();
    const heights = heightsOf(sizes);
    words.set(text, heights);
    return heights;
  };
}

function heightsOf(sizes: readonly GlyphSize[]): TextHeights {
  const of = (kind: GlyphSize['kind']) => sizes.filter((size) => size.kind === kind).map(({ height }) => height);
  const least = (values: readonly number[]) => (values.length === 0 ? 0 : Math.min(...values));
  const bodies = of('body').sort((a, b) => a - b);
  return {
    digit: Math.max(0, ...of('digit')),
    xHeight: least(of('xHeight')),
    capHeight: least(of('capHeight')),
    body: bodies[bodies.length >> 1] ?? 0,
    stroke: least(sizes.filter(({ kind }) => kind !== undefined).map(({ stroke }) => stroke)),
  };
}

function measureGlyph(character: string, font: Font, shapes: ShapeSource): GlyphSize {
  let [top, bottom, stroke] = [Infinity, -Infinity, Infinity];
  for (const { glyph } of shapes.shapesOf(shapes.measure(character, font))) {
    const { stencil } = glyph;
    const { top: blank, height } = inkedRows(stencil);
    if (height === 0) continue;
    top = Math.min(top, glyph.top + blank);
    bottom = Math.max(bottom, glyph.top + blank + height);
    stroke = Math.min(stroke, strokeOf(stencil));
  }
  if (bottom < top) return { kind: undefined, height: 0, stroke: 0 };
  return { kind: kindOf(character), height: bottom - top, stroke };
}

function kindOf(character: string): GlyphSize['kind'] {
  if (/^\p{Nd}$/u.test(character)) return 'digit';
  if (plainSmall.has(character)) return 'xHeight';
  if (/^\p{Lu}$/u.test(character) && character.normalize('NFD') === character)
    return unevenCapitals.has(character) ? undefined : 'capHeight';
  return /^\p{Lo}/u.test(character) ? 'body' : undefined;
}
