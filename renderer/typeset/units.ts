import type { Chain, LoadedFont } from '../../fonts/index.js';
import { joiner, mirror, rightToLeft } from '../text/bidi.js';
import { splitGraphemes } from '../text/graphemes.js';
import { letterOfMark } from '../text/ruler.js';

/** A character, or a word of a script that joins letters: it is drawn and placed separately. Without a font it is a box. */
export interface TextUnit {
  readonly font: LoadedFont | undefined;
  readonly text: string;
}

/** The units of a word; its characters that no font has, and after {@link letterOfMark} the marks that are left out. */
interface TextUnits {
  readonly units: readonly TextUnit[];
  readonly missing: readonly string[];
}

/** Scripts whose letters join, stack or run from right to left: the canvas shapes them a word at a time, but not their digits. */
const shaped =
  /(?![\p{Nd}\u066b\u066c])[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Mongolian}]/u;

/** Whether a text has letters of a script that joins or stacks them. */
export function isShaped(text: string): boolean {
  return shaped.test(text);
}

/** Direction marks and the word joiner, which are invisible. */
const unseen = /[\u200e\u200f\u061c\u2060]/g;
/** A font may lack these: joiners, variation selectors, skin tones, tags. The rest of the grapheme is drawn alone. */
const optional = /^(?:\u200c|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}]|[\u{e0000}-\u{e01ef}])$/u;
const ellipsis = '…';
const square =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u3003\u3005-\u301f\u30fb\u30fc\uff01-\uff60]/u;
/** A character that every font for Han and Kana has. */
const han = 0x4e00;
/** The vowel points and accents of Hebrew, which is read without them. */
const points = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;
/** Letters with marks, but no emoji or keycap. */
const hasMarks = /^\p{L}.*\p{M}/u;
const nonJoiner = '\u200c';
const selectors = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/**
 * Chooses for each character of a word the first font of the chain that has it; the host's fonts are never used. The units
 * are in order from left to right, even for a word that begins with {@link rightToLeft}. Marks without room are left out, so
 * that their letters are as large as all others.
 * @param size of the text in px
 */
export function splitUnits(word: string, chain: Chain, size: number): TextUnits {
  const units: TextUnit[] = [];
  const missing: string[] = [];
  const rtl = word.startsWith(rightToLeft);
  /** Whether the next letter can join the last unit. */
  let open = false;
  let before = '';
  for (const written of graphemesOf(word)) {
    const grapheme = hasMarks.test(written) ? withoutCrowd(written, chain, size) : written;
    if (grapheme !== written) missing.push(...marksOf(written, grapheme));
    const joins = shaped.test(grapheme);
    const raised = grapheme === ellipsis && square.test(before) ? raisedEllipsis(chain) : undefined;
    const found = raised ?? (joins ? letterOf(grapheme, chain) : signsOf(rtl ? mirror(grapheme) : grapheme, chain));
    before = grapheme;
    if (!found) missing.push(grapheme);
    const last = open && joins ? units.at(-1) : undefined;
    if (last?.font && last.font === found?.[0]?.font)
      units[units.length - 1] = { font: last.font, text: last.text + found[0].text };
    else units.push(...(found ?? [{ font: undefined, text: grapheme }]));
    // A non-joiner separates the letters even if the font lacks it.
    open = joins && grapheme.endsWith(nonJoiner) === units.at(-1)?.text.endsWith(nonJoiner);
  }
  return { units: rtl ? units.reverse().map(endJoiner) : units, missing };
}

/**
 * A letter without the marks that it has no room for: points, where its font is too small for them, and accents that only a
 * bitmap font has with the letter, where the letter would have another size.
 */
function withoutCrowd(grapheme: string, chain: Chain, size: number): string {
  const font = unitOf(grapheme, chain)?.font;
  if (!font) return grapheme;
  if (size < (font.source.pointsFrom ?? 0)) return grapheme.replace(points, '');
  const letter = String.fromCodePoint(grapheme.codePointAt(0)!);
  const own = isBitmap(font) ? unitOf(letter, chain)?.font : undefined;
  return own && !isBitmap(own) ? letter : grapheme;
}

function isBitmap({ source, drawn }: LoadedFont): boolean {
  return source.native !== undefined && !drawn;
}

/** The marks of a letter that are not drawn. */
function marksOf(written: string, drawn: string): string[] {
  const drawnMarks = Array.from(drawn);
  return Array.from(written)
    .filter((character) => !drawnMarks.includes(character))
    .map((mark) => letterOfMark + mark);
}

/** The canvas takes a joiner at the end for left-to-right text and does not join the letter, unless a mark follows. */
function endJoiner({ font, text }: TextUnit): TextUnit {
  const marked = text.endsWith(joiner) && font?.coverage.has(rightToLeft.charCodeAt(0));
  return { font, text: marked ? text + rightToLeft : text };
}

/** The graphemes to draw. A leading joiner, where a word was cut, belongs to the next letter. */
function graphemesOf(word: string): readonly string[] {
  const graphemes = splitGraphemes(word.replace(unseen, ''));
  return graphemes[0] === joiner ? [joiner + (graphemes[1] ?? ''), ...graphemes.slice(2)] : graphemes;
}

function letterOf(grapheme: string, chain: Chain): TextUnit[] | undefined {
  const unit = unitOf(grapheme, chain);
  return unit && [unit];
}

/** The ellipsis of the first font for Han and Kana that has one: its dots are half way up, as is usual beside such characters. */
function raisedEllipsis(chain: Chain): TextUnit[] | undefined {
  for (let i = 0, font = chain.at(0); font; font = chain.at(++i))
    if (font.coverage.has(han) && font.coverage.has(ellipsis.charCodeAt(0))) return [{ font, text: ellipsis }];
  return undefined;
}

/** A symbol as one unit; or, when no font has all of it, as its parts: an emoji family, a flag. */
function signsOf(grapheme: string, chain: Chain): TextUnit[] | undefined {
  const visible = grapheme.replace(selectors, '');
  if (visible === '') return [];
  const parts = Array.from(visible);
  const whole = unitOf(parts.length > 1 ? grapheme : visible, chain);
  if (whole) return [whole];
  // A separate accent would be drawn beside its letter.
  if (parts.length === 1 || /\p{M}/u.test(visible)) return undefined;
  const units = parts.map((part) => unitOf(part, chain)).filter((unit, i) => unit ?? !optional.test(parts[i]!));
  return units.every((unit) => unit !== undefined) ? units : undefined;
}

/** The characters of a grapheme in the first font that has all of them, except {@link optional} ones. */
function unitOf(grapheme: string, chain: Chain): TextUnit | undefined {
  const characters = Array.from(grapheme);
  for (let i = 0, font = chain.at(0); font; font = chain.at(++i)) {
    const { coverage } = font;
    const has = (character: string) => coverage.has(character.codePointAt(0)!);
    if (!characters.every((character) => has(character) || optional.test(character))) continue;
    const text = characters.filter(has).join('');
    if (text !== '') return { font, text };
  }
  return undefined;
}
