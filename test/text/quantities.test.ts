import { describe, expect, test } from '@jest/globals';
import { typesetter } from '../support/rulers/renderers.js';
import { withoutMarks } from '../../renderer/text/bidi.js';
import { fitText } from '../../renderer/text/fit.js';
import type { Font } from '../../renderer/text/ruler.js';
import type { TextBox } from '../../renderer/text/text-box.js';
import { joinQuantities } from '../../renderer/text/quantities.js';
import { joinPieces, loosenPieces, splitPieces } from '../../renderer/text/pieces.js';
import { hyphensOf } from '../../renderer/text/hyphens.js';
import { rowsOf } from '../support/tables/table.js';

const pieces = (text: string) => joinQuantities(splitPieces(text)).map((piece) => piece.text);

describe('a quantity', () => {
  test.each(
    rowsOf(`
      12 × 0,7 L → 12 × 0,7 L | pro 12 x 0,7 L → pro·12 x 0,7 L | Milch 3,8 % Fett 500 g → Milch·3,8 %·Fett·500 g
      Vitamine 1 000 IE Depot → Vitamine·1 000 IE·Depot | Wein 2019 750 ml → Wein·2019·750 ml
      Art. 12 5000 → Art.·12·5000 | Pack 6 × 90g → Pack·6 × 90g | 7 Zwerge Saft → 7·Zwerge·Saft
      Cream 16 fl oz, cold → Cream·16 fl oz,·cold | 2 U.S. fl oz jar → 2 U.S. fl oz·jar | 3 sq ft rug → 3 sq ft·rug
      Silver 10 oz t bar → Silver·10 oz t·bar | Café 500 g ℮ → Café·500 g ℮ | Gin 40 % vol 70 cl → Gin·40 % vol·70 cl
      Chanel No. 5 Parfum → Chanel·No. 5·Parfum | Ab 5 € im Netz → Ab·5 €·im·Netz | 7 fl Blumen → 7 fl·Blumen
      مثلثات 6 × 200 مل → مثلثات·6 × 200 مل
      خبز شامي ٥٠٠ جم → خبز·شامي·٥٠٠ جم
      גבינה 1.5 ק״ג → גבינה·1.5 ק״ג
      बोतल 2 ली दूध → बोतल·2 ली·दूध | 100 டெபாசிட் → 100·டெபாசிட் | Joghurt 3-4 Portionen → Joghurt·3-4·Portionen
  `),
  )('stays on one line: %s', (text, expected) => {
    expect(pieces(text).join('·')).toBe(expected);
    expect(joinPieces(joinQuantities(splitPieces(text)))).toBe(text);
  });
});

describe('the unit of a price', () => {
  test.each(
    rowsOf(`
      $3.50/L → $3.50/L | $9.53/fl oz → $9.53/fl oz | 1 372,50 zł/kg → 1 372,50 zł/kg | 1235 Ft/kg → 1235 Ft/kg
      ¥298/瓶 → ¥298/瓶 | ฿52.00/ลิตร → ฿52.00/ลิตร
      ٤٢٫٥٠ ج.م./لتر → ٤٢٫٥٠ ج.م./لتر
      Vitamin B6/B12 → Vitamin·B6/·B12
      Gr. 98/Blau → Gr.·98/·Blau
  `),
  )('stays beside it: %s', (text, expected) => {
    expect(pieces(text).join('·')).toBe(expected);
    expect(joinPieces(joinQuantities(splitPieces(text)))).toBe(text);
  });

  test('leaves it where words are broken', () => {
    const loose = loosenPieces(joinQuantities(splitPieces('٤٢٫٥٠ ج.م./لتر')));
    expect(loose.map(({ text }) => text)).toEqual(['٤٢٫٥٠ ج.م./', 'لتر']);
  });
});

describe('a quantity in Han', () => {
  test('stays whole where words are broken', () => {
    const loose = loosenPieces(joinQuantities(splitPieces('牛奶 100 毫升')));
    expect(loose.map(({ text }) => text)).toEqual(['牛', '奶', '100 毫升']);
  });
});

describe('a hyphen', () => {
  const hyphens = hyphensOf;
  test.each(
    rowsOf(`
      de → Vollkornbrötchen → Voll·korn·bröt·chen | en → strawberries → straw·ber·ries
      hu → teljeskiőrlésű → tel·jes·ki·őr·lésű | el → παραδοσιακό → παρα·δο·σιακό | bg → шоколадови → шоко·ла·дови
      ca → formatge → for·matge | cs → čokoládový → čoko·lá·dový | da → rugbrødsboller → rug·brøds·bol·ler
      es → mantequilla → man·te·qui·lla | et → šokolaadikook → šoko·laa·di·kook | fi → suklaakakku → suklaa·kakku
      fr → pamplemousse → pam·ple·mousse | hr → jagodama → jago·dama | is → jarðarberjasulta → jarð·ar·berja·sulta
      it → cioccolato → cioc·co·lato | lt → šokoladinis → šoko·la·di·nis | lv → šokolādes → šoko·lā·des
      mk → чоколаден → чоко·ла·ден | nb → jordbærsyltetøy → jord·bær·syl·te·tøy | nl → aardbeienjam → aard·bei·en·jam
      pl → czekoladowy → cze·ko·la·dowy | pt → chocolate → cho·co·late | ro → portocale → por·to·cale
      ru → шоколадный → шоко·лад·ный | sk → jahodový → jaho·dový | sl → čokoladni → čoko·la·dni
      sv → jordgubbssylt → jord·gubbs·sylt | tr → çikolatalı → çiko·la·talı | uk → шоколадний → шоко·ла·дний
      // Three letters stand on a line, two do not.
      de → Kartoffeln → Kar·tof·feln | de → Karotten → Karot·ten | de → Tomaten → Toma·ten
      de → Petersilie → Peter·si·lie
  `),
  )('is where the language breaks its words: %s', (language, word, expected) => {
    expect(hyphens(language)(word).join('·')).toBe(expected);
  });

  test.each(['500g', 'Nutella', 'Butter&Honig', 'ORIGINAL', 'B12-Komplex', 'Vitamin3000'])(
    'is never in a short word, a brand in capitals, or a number: %s',
    (word) => {
      expect(hyphens('de')(word)).toEqual([word]);
    },
  );

  test.each(['x******', 'ⓑⓘⓞⓜⓘⓛⓒⓗ', '„à“.....'])('is never where there are only two letters, or none: %s', (word) => {
    expect(hyphens('de')(word)).toEqual([word]);
  });

  test('is nowhere in a language without patterns', () => {
    expect(hyphens('vi')('internationally')).toEqual(['internationally']);
    expect(hyphens('constructor')('internationally')).toEqual(['internationally']);
  });
});

describe('a quantity in a text from right to left', () => {
  const font: Font = { face: 'regular', size: 16 };
  const box: TextBox = { width: 400, height: 24, lines: 1, fonts: [font], preferred: 16, rtl: true };

  test('has its blank between the number, on the right, and its unit', () => {
    const { lines } = fitText('شامي 500 جم', box, typesetter);
    const at = (text: string) => lines[0]!.words.find(({ word }) => withoutMarks(word.text) === text)!;
    const [number, unit] = [at('500'), at('جم')];
    const gap = number.x + number.word.left - (unit.x + unit.word.right);
    expect(gap).toBeGreaterThanOrEqual(typesetter.blank(font) - 1);
    expect(gap).toBeLessThanOrEqual(typesetter.blank(font) + 3);
  });

  test('is left out as a whole where the text is cut', () => {
    const { advance } = typesetter.measure('500', font);
    const whole = fitText('خبز شامي 500 جم', box, typesetter).lines[0]!.width;
    const { shown } = fitText('خبز شامي 500 جم', { ...box, width: whole - Math.round(advance / 2) }, typesetter);
    expect(shown).toBe('خبز شامي…');
  });
});
