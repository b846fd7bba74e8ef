import { describe, expect, test } from '@jest/globals';
import { joinPieces, orderPieces, splitPieces, staysTogether } from '../../renderer/text/pieces.js';
import { rowsOf } from '../support/tables/table.js';

const pieces = (text: string) => splitPieces(text).map(({ text: piece, blank }) => (blank ? ' ' : '') + piece);
/** A text with a dot where it may be broken besides its blanks. */
const dotted = (text: string) =>
  pieces(text)
    .map((piece) => piece.replace(/^(?! )/, '·'))
    .join('')
    .slice(1);

describe('a line', () => {
  test('ends at blanks, however many there are', () => {
    expect(pieces('a bc d')).toEqual([' a', ' bc', ' d']);
    expect(pieces('  a  b ')).toEqual([' a', ' b']);
    expect(pieces('')).toEqual([]);
    expect(pieces(' ')).toEqual([]);
    // The wide blank of Japanese, where there is any.
    expect(pieces('茶　葉 a')).toEqual([' 茶', ' 葉', ' a']);
  });

  test.each(
    rowsOf(`
      a-b → a-·b | a–b → a–·b | a/b → a/·b | a--b → a--·b | -a-b- → -a-·b- | -- → -- | a - b → a - b
      1/2-fat milk → 1/2-·fat milk | Vitamin B6/B12 3-4 → Vitamin B6/·B12 3-4
  `),
  )('ends after a hyphen or a slash within a word: %s', (text, expected) => {
    expect(dotted(text)).toBe(expected);
    expect(joinPieces(splitPieces(text))).toBe(text);
  });

  test.each(
    rowsOf(`
      // Each script that writes words without blanks, beside Latin letters.
      Tee緑茶Tee → Tee·緑茶·Tee | Teeのみもの → Tee·のみ·もの | Teeミルク → Tee·ミルク | Teeﾐﾙｸ → Tee·ﾐﾙｸ | 𠮷野 → 𠮷野 | 㐀㐁㐂㐃 → 㐀㐁·㐂㐃
      〇〆〻 → 〇〆〻 | 豈更 → 豈更 | ミルク-茶 → ミルク-·茶 | 茶 Tee-x → 茶 Tee-·x | 茶Tee-x → 茶·Tee-·x | 茶-Tee → 茶-·Tee
      （茶）（茶） → （茶）·（茶） | 「（茶 → 「（茶 | 茶）、茶 → 茶）、·茶 | か\u3099き茶 → か\u3099き·茶 | 100個入り → 100個·入り | ミ個 → ミ·個 | a個 → a·個
      นมa → นม·a | aนม → a·นม | 1นม → 1นม | x1yนม → x1y·นม | 茶a-)b → 茶·a-·)b | နို့လတ်ဆတ် → နို့·လတ်ဆတ်
  `),
  )('ends in %s where its readers would end it', (text, expected) => {
    expect(dotted(text)).toBe(expected);
  });

  // JIS X 4051 and GB/T 15834.
  const never = {
    'a closing mark': '、。，．・：；？！）〕］｝〉》」』】〗〙〛〟｠｣｡､･〜～％￠℃℉',
    'a small kana': 'ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇿｧｯｰﾞﾟ゛゜',
    'a mark of repetition, or that lengthens': 'ー々〻ゝゞヽヾ゠ๆฯໆຯ',
    'a full stop of Burmese or Khmer': '။၊។៕៖៘៙៚ៗ๚๛',
    'a mark of the West': '-–/!?,.:;)]}%”’»‥…‰°′″‼⁇⁈⁉',
    'a mark on a letter': '\u0301\u3099\u0e48',
  };
  test.each(Object.entries(never))('never begins with %s', (_, marks) => {
    expect(Array.from(marks).filter((mark) => !staysTogether('茶', mark))).toEqual([]);
    expect(Array.from(marks).filter((mark) => !staysTogether('茶', `${mark}茶`))).toEqual([]);
    expect(Array.from(marks).filter((mark) => staysTogether('茶', `茶${mark}`))).toEqual([]);
  });

  const opening = Array.from('（〔［｛〈《「『【〖〘〚〝｟｢￥＄￡￦“‘«([{');
  test('never ends with an opening mark or a sign of money', () => {
    expect(opening.filter((mark) => !staysTogether(mark, '茶'))).toEqual([]);
    expect(opening.filter((mark) => !staysTogether(`茶${mark}`, '茶'))).toEqual([]);
    expect(opening.filter((mark) => staysTogether(`${mark}茶`, '茶'))).toEqual([]);
    expect(opening.filter((mark) => staysTogether('茶', mark))).toEqual([]);
  });

  test.each(['11月22日', '2026年11月22日', '٢٢\u200f/١١\u200f/٢٠٢٦', '२२/११/२०२६', '22/11/2026'])(
    'never ends within the date %s',
    (date) => {
      expect(pieces(date)).toEqual([` ${date}`]);
    },
  );

  test('never ends between a number and its counter', () => {
    const counted = Array.from(
      '個本枚袋箱缶束杯匹玉円元年月日人回巻粒錠包食膳切升合点台足着冊盒瓶片支颗件条只罐克斤入',
    );
    expect(counted.filter((mark) => !staysTogether('3', mark) || !staysTogether('1０', `${mark}茶`))).toEqual([]);
    expect(counted.filter((mark) => staysTogether('3x', mark) || staysTogether('3', `茶${mark}`))).toEqual([]);
    expect(staysTogether('茶', '茶')).toBe(false);
    expect(staysTogether('月', '22')).toBe(false);
    expect(staysTogether('11月', '茶')).toBe(false);
    expect(staysTogether('3', '茶')).toBe(false);
  });
});

describe('the order of a text in two directions', () => {
  const levels = (text: string, rtl: boolean) =>
    orderPieces(splitPieces(text), rtl)
      .map(({ text: piece, order }) => `${piece} ${[...order!.levels].join('')} ${order!.blank}`)
      .join(', ');

  test('is that of its pieces, and of the blanks before them', () => {
    expect(levels('ab אב 12', false)).toBe('ab 00 0, אב 11 0, 12 22 1');
    expect(levels('ab אב 12', true)).toBe('ab 22 0, אב 11 1, 12 22 1');
    // Without a blank, pieces follow each other.
    expect(levels('ab-אב', false)).toBe('ab- 000 0, אב 11 0');
  });
});
