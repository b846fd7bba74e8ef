import { joinsAcross, levelsOf, withoutMarks } from './bidi.js';
import { belongsTo } from './graphemes.js';
import { dictionary, han, joinHanWords, katakana, splitByDictionary } from './words.js';

/** A piece of text that stays on one line. */
export interface TextPiece {
  readonly text: string;
  /** Whether a blank precedes it, unless it begins a line. */
  readonly blank: boolean;
  /** Only set in a text with right-to-left characters. */
  readonly order?: Order;
}

/** The result of the Unicode Bidirectional Algorithm for a piece. */
export interface Order {
  /** The embedding level of each UTF-16 unit of the piece. */
  readonly levels: Uint8Array;
  /** The embedding level of the blank before it. */
  readonly blank: number;
  /** Whether its first or last letter joins the adjacent piece: letters keep their joined shapes at a cut. */
  readonly joinsBefore: boolean;
  readonly joinsAfter: boolean;
}

/**
 * Hyphens, slashes, and scripts that write no blanks between words (from U+20000 on, by the first surrogate). A line of
 * any other text ends at blanks only.
 */
const special =
  /[-–/\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\uff00-\uffef\ud840-\ud8bf]/;

/**
 * Splits where a line may end: at blanks; after a hyphen or slash inside a word; between the words of Han, Kana, Thai, Lao,
 * Khmer and Burmese, but not before a closing mark or after an opening one.
 */
export function splitPieces(text: string): TextPiece[] {
  const plain = !special.test(text);
  const pieces: TextPiece[] = [];
  for (const word of plain ? text.split(' ') : text.split(/[ \u3000]/)) {
    if (word === '') continue;
    if (plain) pieces.push({ text: word, blank: true });
    else pieces.push(...joinHanWords(splitWord(word)).map((part, i) => ({ text: part, blank: i === 0 })));
  }
  return pieces;
}

/** Marks that can't end a line. */
const opening = '（〔［｛〈《「『【〖〘〚〝｟｢￥＄￡￦';
/** Marks, small kana and repetition marks that can't begin a line: JIS X 4051, GB/T 15834, and Thai and Khmer custom. */
const closing = '、。，．・：；？！）〕］｝〉》」』】〗〙〛〟｠｣｡､･〜～％￠℃℉';
const small = 'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯｰﾞﾟ゛゜ー々〻ゝゞヽヾ゠ๆฯໆຯ๚๛។-៖៘-៚ៗ၊။\\p{M}';
const western = '\\-–/!?,.:;)\\]}%”’»‥…‰°′″‼⁇⁈⁉';
const wide = `${han}${katakana}${dictionary}${opening}${closing}`;
const parts = new RegExp(
  `[${opening}]+|[${closing}]+|[${katakana}][${katakana}\\p{M}]*|[${han}]\\p{M}*|` +
    `[${dictionary}][${dictionary}\\p{M}\\u200c\\u200d]*|(?<=[${wide}])[${western}]+|` +
    `[-–/]*[^-–/${wide}]+[-–/]*|[-–/]+`,
  'gu',
);
const closes = new RegExp(`^[${closing}${small}${western}]`, 'u');
const opens = new RegExp(`[${opening}“‘«(\\[{]$`, 'u');
/** Counters and units of Japanese and Chinese, which are not separated from a preceding number. */
const counter =
  /^[個本枚袋箱缶束杯匹玉円元年月日人回巻粒錠包食膳切升合点台足着冊盒瓶片支颗件条只罐克斤入毫公千天号號度层層段岁歳歲顆張张條隻串份桶抽皿柵倍組组]/u;

/** Whether a line must not end between two neighbours, at least one of them in a script without blanks. */
export function staysTogether(before: string, after: string): boolean {
  const isCounted = /[0-9０-９]$/u.test(before) && counter.test(after);
  return closes.test(after) || opens.test(before) || isCounted || (/[0-9][年月]$/.test(before) && /^[0-9]/.test(after));
}

/**
 * The parts of a word in other scripts, each up to and including its hyphens or slashes. Those between digits are part of a
 * number, also after a direction mark, as in Arabic dates.
 */
const hyphened = /[-–/]*(?:[^-–/]|(?<=\p{Nd}\u200f?)[-–/](?=\p{Nd}))+[-–/]*|[-–/]+/gu;
const isWide = new RegExp(`[${wide}]`, 'u');
const isDictionary = new RegExp(`^[${dictionary}]`, 'u');

/** Splits a word between blanks wherever a line may end, even within a word of Han or Kana. */
function splitWord(word: string): string[] {
  if (!isWide.test(word)) return word.match(hyphened) ?? [word];
  const pieces: string[] = [];
  for (const part of (word.match(parts) ?? [word]).flatMap(splitByDictionary)) {
    const last = pieces.at(-1);
    const together =
      last !== undefined &&
      (isWide.test(last) || isWide.test(part)) &&
      (staysTogether(last, part) || belongsTo(last, part) || numbers(last, part));
    if (together) pieces[pieces.length - 1] = last + part;
    else pieces.push(part);
  }
  return pieces;
}

/** Whether a unit follows its number, as in 200มล. */
function numbers(before: string, after: string): boolean {
  return /[0-9]$/.test(before) && isDictionary.test(after);
}

/** Adds to each piece its order within the text. Drops pieces of direction marks alone, which are invisible. */
export function orderPieces(pieces: readonly TextPiece[], rtl: boolean): TextPiece[] {
  const levels = levelsOf(joinPieces(pieces), rtl);
  let at = 0;
  return pieces
    .map(({ text, blank }, i) => {
      if (blank && i > 0) at++;
      const [before, after] = [pieces[i - 1], pieces[i + 1]];
      const order: Order = {
        levels: levels.subarray(at, at + text.length),
        blank: at > 0 ? levels[at - 1]! : 0,
        joinsBefore: before !== undefined && !blank && joinsAcross(before.text, text),
        joinsAfter: after?.blank === false && joinsAcross(text, after.text),
      };
      at += text.length;
      return { text, blank, order };
    })
    .filter(({ text }) => withoutMarks(text) !== '');
}

/** A price up to the slash before its unit, as "$3.50/" in "$3.50/L". */
export const pricePer = /\/$(?<=(?:\p{Sc}.*\p{Nd}|\p{Nd} ?\p{Sc}|\p{Nd}[.,٫]\p{Nd}{2}.*|\p{Nd} \p{L}{1,3}\.?)\/)/u;

/** Splits a price off its unit, after the slash. */
export function splitUnit(piece: TextPiece): readonly TextPiece[] {
  const { text } = piece;
  const at = text.lastIndexOf('/') + 1;
  if (at === 0 || at === text.length || !pricePer.test(text.slice(0, at))) return [piece];
  return [slicePiece(piece, 0, at), slicePiece(piece, at, text.length)];
}

/** Splits pieces also within words of Han and Hiragana, and before the unit of a price, but not within quantities. */
export function loosenPieces(pieces: readonly TextPiece[]): readonly TextPiece[] {
  return pieces.flatMap(splitUnit).flatMap((piece) => {
    if (piece.text.length === 1 || !isWide.test(piece.text) || piece.text.includes(' ')) return [piece];
    let at = 0;
    return splitWord(piece.text).map((part) => slicePiece(piece, at, (at += part.length)));
  });
}

/** The part of a piece between two UTF-16 units. */
export function slicePiece({ text, blank, order }: TextPiece, from: number, to: number): TextPiece {
  const part = { text: text.slice(from, to), blank: from === 0 && blank };
  if (!order) return part;
  const cut = (at: number) => joinsAcross(text.slice(0, at), text.slice(at));
  return {
    ...part,
    order: {
      levels: order.levels.subarray(from, to),
      blank: order.blank,
      joinsBefore: from === 0 ? order.joinsBefore : cut(from),
      joinsAfter: to === text.length ? order.joinsAfter : cut(to),
    },
  };
}

/** The text of pieces, with one blank between words. */
export function joinPieces(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text, blank }, i) => (blank && i > 0 ? ' ' : '') + text).join('');
}
