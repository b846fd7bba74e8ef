import { describe, expect, test } from '@jest/globals';
import { joinQuantities } from '../../renderer/text/quantities.js';
import { joinPieces, splitPieces } from '../../renderer/text/pieces.js';
import { createHyphens } from '../../renderer/text/hyphens.js';

const pieces = (text: string) => joinQuantities(splitPieces(text)).map((piece) => piece.text);

describe('a quantity', () => {
  test.each([
    ['12 × 0,7 L', ['12 × 0,7 L']],
    ['pro 12 x 0,7 L', ['pro', '12 x 0,7 L']],
    ['Milch 3,8 % Fett 500 g', ['Milch', '3,8 %', 'Fett', '500 g']],
    ['Vitamine 1 000 IE Depot', ['Vitamine', '1 000 IE', 'Depot']],
    ['Pack 6 × 90g', ['Pack', '6 × 90g']],
    ['7 Zwerge Saft', ['7', 'Zwerge', 'Saft']],
    ['Joghurt 3-4 Portionen', ['Joghurt', '3-4', 'Portionen']],
  ])('stays on one line: %s', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
    expect(joinPieces(joinQuantities(splitPieces(text)))).toBe(text);
  });
});

describe('a hyphen', () => {
  const hyphens = createHyphens();
  test.each([
    ['de', 'Vollkornbrötchen', 'Voll·korn·bröt·chen'],
    ['en', 'strawberries', 'straw·ber·ries'],
    ['hu', 'teljeskiőrlésű', 'tel·jes·ki·őr·lésű'],
    ['el', 'παραδοσιακό', 'παρα·δο·σιακό'],
  ])('stands where the language breaks its words: %s', (language, word, expected) => {
    expect(hyphens(language)(word).join('·')).toBe(expected);
  });

  test.each(['500g', 'Nutella', 'ORIGINAL', 'B12-Komplex', 'Vitamin3000'])(
    'never stands in a short word, a brand in capitals, or a number: %s',
    (word) => {
      expect(hyphens('de')(word)).toEqual([word]);
    },
  );

  test('stands nowhere in a language without patterns', () => {
    expect(hyphens('vi')('internationally')).toEqual(['internationally']);
    expect(hyphens('constructor')('internationally')).toEqual(['internationally']);
  });
});
