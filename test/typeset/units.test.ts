import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type LoadedFont, openFonts } from '../../fonts/index.js';
import type { Font } from '../../renderer/text/ruler.js';
import { splitUnits } from '../../renderer/typeset/units.js';
import { createStencil, merge } from '../../renderer/shapes/stencil.js';
import { createRasteriser, type Rasteriser } from '../../renderer/typeset/rasteriser.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { mergeGlyphs } from '../../renderer/typeset/word.js';
import { shapeOf } from '../support/labels/shape.js';

const unifont = openFonts().get('unifont')!;

/** A font that has these characters and no others. */
function font(characters: string): LoadedFont {
  const points = new Set(Array.from(characters, (character) => character.codePointAt(0)!));
  return { ...unifont, coverage: { ...unifont.coverage, has: (point: number) => points.has(point) } };
}

const units = (word: string, ...chain: LoadedFont[]) => splitUnits(word, chain, 16).units.map(({ text }) => text);
const missing = (word: string, ...chain: LoadedFont[]) => splitUnits(word, chain, 16).missing;

describe('a word from right to left', () => {
  const all = font("אבגدسلمبتمر٣٫٥()-'.\u200c\u200d\u200f");

  test('is drawn a stretch of letters at a time, from left to right', () => {
    expect(units('\u200fאב-גב', all)).toEqual(['גב', '-', 'אב']);
    expect(units('\u200f(אב)', all)).toEqual(['(', 'אב', ')']);
    expect(units("\u200fل'", all)).toEqual(["'", 'ل']);
  });

  test('that is written from left to right keeps its order and its brackets', () => {
    expect(units('(٣٫٥)', all)).toEqual(['(', '٣', '٫', '٥', ')']);
  });

  test('of two fonts is drawn in two stretches', () => {
    expect(units('\u200fאבג', font('אב'), font('ג'))).toEqual(['ג', 'אב']);
  });

  test('keeps the joiners at a cut, marked so that the canvas joins them, and lacks nothing', () => {
    expect(units('\u200fسل\u200d', all)).toEqual(['سل\u200d\u200f']);
    expect(units('\u200f\u200dسل', all)).toEqual(['\u200dسل']);
    expect(units('\u200f\u200dسل\u200d', font('سل'))).toEqual(['سل']);
    for (const chain of [all, font('سل')]) expect(missing('\u200f\u200dسل\u200d', chain)).toEqual([]);
  });

  test('has the shape of a letter within a word where it was cut', () => {
    const typesetter = createTypesetter();
    const shapes = ['\u200fه', '\u200fه\u200d', '\u200f\u200dه', '\u200f\u200dه\u200d'].map((word) => {
      expect(typesetter.measure(word, { face: 'bold', size: 16 }).missing).toEqual([]);
      return shapeOf(typesetter, word, { face: 'bold', size: 16 }).stencil.bits.join();
    });
    expect(new Set(shapes).size).toBe(4);
  });

  test('is separated at a non-joiner, also when the font lacks it', () => {
    expect(units('\u200fسل\u200cمر', all)).toEqual(['سل\u200cمر']);
    expect(units('\u200fسل\u200cمر', font('سلمر'))).toEqual(['مر', 'سل']);
  });

  test('names what no font has', () => {
    expect(missing('\u200fאב☃', all)).toEqual(['☃']);
    expect(units('\u200fאב☃', all)).toEqual(['☃', 'אב']);
  });
});

describe('a sign of several characters', () => {
  const [family, joined] = ['👨‍👩‍👧', '\u200d'];

  test('is drawn as one by a font that has its parts, with what joins them if the font has that', () => {
    expect(units(family, font(`👨👩👧${joined}`))).toEqual([family]);
    expect(units(family, font('👨👩👧'))).toEqual(['👨👩👧']);
    expect(units('1️⃣❤️', font('1\u20e3❤\ufe0f'))).toEqual(['1️⃣', '❤']);
    expect(units('🇩🇪', font('🇩🇪'))).toEqual(['🇩🇪']);
  });

  test('is drawn in its parts when no font has them all', () => {
    expect(units(family, font('👨👩'), font('👧'))).toEqual(['👨', '👩', '👧']);
    expect(missing(family, font('👨👩'), font('👧'))).toEqual([]);
  });

  test('is drawn without the colour of its skin when the font lacks that', () => {
    expect(units('👍🏽', font('👍'))).toEqual(['👍']);
    expect(missing('🏽', font('👍'))).toEqual(['🏽']);
  });

  test('is missing when a part is', () => {
    expect(missing(family, font('👨👩'))).toEqual([family]);
    expect(missing('x\u0301\u20e3', font('x'))).toEqual(['x\u0301\u20e3']);
  });
});

describe('a word of Latin, Greek and Cyrillic letters', () => {
  // No l, which is the litre where it is alone.
  const letters = fc.constantFrom(...Array.from('AVTodfjWy-Łőñß%€’fi1147.,()ΑλτЖди'));
  const words = fc.array(letters, { minLength: 1, maxLength: 12 }).map((found) => found.join(''));
  const faces = fc.constantFrom<Font>(
    { face: 'regular', size: 12 },
    { face: 'bold', size: 20 },
    { face: 'bold', size: 33 },
  );

  test('is split into its characters', () => {
    fc.assert(
      fc.property(words, (word) => {
        expect(units(word, unifont)).toEqual(Array.from(word));
      }),
    );
  });

  test('consists of its letters, each as far from the previous one as the two are alone', () => {
    const typesetter = createTypesetter();
    fc.assert(
      fc.property(words, faces, (text, font) => {
        const drawn = shapeOf(typesetter, text, font);
        const whole = createStencil(drawn.stencil.width, drawn.stencil.height);
        let pen = 0;
        for (let i = 0; i < text.length; i++) {
          const letter = typesetter.measure(text[i]!, font);
          const pair = i > 0 && typesetter.measure(text.slice(i - 1, i + 1), font);
          if (pair) pen += pair.advance - letter.advance;
          const { stencil, left, top } = shapeOf(typesetter, text[i]!, font);
          merge(whole, stencil, pen + left - drawn.left, top - drawn.top);
        }
        expect(whole).toEqual(drawn.stencil);
      }),
    );
  });

  test('is stamped letter by letter at first and as one shape when it comes again: the same pixels', () => {
    const typesetter = createTypesetter();
    fc.assert(
      fc.property(words, faces, (text, font) => {
        const whole = shapeOf(typesetter, text, font);
        const again = typesetter.measure(text, font);
        expect(typesetter.shapesOf(again)).toHaveLength(1);
        expect(mergeGlyphs(again, typesetter.shapesOf(again))).toEqual(whole);
        expect(typesetter.measure(text, font)).toBe(again);
      }),
    );
  });

  test('has each pair of letters as far apart as if the first one had met no other', () => {
    const used = createTypesetter();
    const font = { face: 'regular', size: 40 } as const;
    for (const pair of ['AA', 'AV', 'A.', 'Ve', 'V.', 'VV'])
      expect([pair, used.measure(pair, font).advance]).toEqual([pair, createTypesetter().measure(pair, font).advance]);
  });

  test('is set again if another typesetter measured it', () => {
    const typesetter = createTypesetter();
    const font = { face: 'bold', size: 16 } as const;
    const { left, right, ascent, descent, advance, missing } = typesetter.measure('Milk', font);
    const word = { left, right, ascent, descent, advance, missing, text: 'Milk', font };
    expect(mergeGlyphs(word, typesetter.shapesOf(word))).toEqual(shapeOf(typesetter, 'Milk', font));
  });
});

describe('an ellipsis', () => {
  test('is that of the font for Han after Han, Kana and their marks, and of the first font after anything else', () => {
    const latin = font('a1…');
    const square = font('一脂カか）…');
    const ownerOf = (word: string) => splitUnits(word, [latin, square], 16).units.at(-1)!.font;
    expect(['脂…', 'カ…', 'か…', '一）…'].map((word) => ownerOf(word) === square)).toEqual([true, true, true, true]);
    expect(['…', 'a…', '脂1…'].map((word) => ownerOf(word) === latin)).toEqual([true, true, true]);
    expect(splitUnits('脂…', [latin, font('脂')], 16).units.at(-1)!.font).toBe(latin);
  });

  test.each(['JP', 'SC', 'TC', 'KR'] as const)('is half way up beside Han in %s', (region) => {
    for (const size of [12, 16, 24]) {
      const typesetter = createTypesetter(undefined, openFonts({ optional: false }));
      const face = { face: 'bold', size, region } as const;
      const [letter, both] = [typesetter.measure('一', face), typesetter.measure('一…', face)];
      const dots = typesetter.shapesOf(both).at(-1)!.glyph;
      const bar = typesetter.shapesOf(letter)[0]!.glyph;
      expect(Math.abs(dots.top - bar.top)).toBeLessThanOrEqual(size / 6);
    }
  });
});

describe('a typesetter', () => {
  const own = createRasteriser();
  const sizes: number[] = [];
  const drawing: Rasteriser = {
    ...own,
    raster: (given, size, ...rest) => (sizes.push(size), own.raster(given, size, ...rest)),
  };
  const typesetter = createTypesetter(drawing, openFonts({ optional: false }));
  const bold: Font = { face: 'bold', size: 16 };
  const pixels = (text: string, given: Font) => shapeOf(typesetter, text, given).stencil.bits.join();

  test('draws a text again for another weight, region or turn, and where it is not to be rough', () => {
    expect(pixels('語', { face: 'regular', size: 16 })).not.toBe(pixels('語', bold));
    expect(pixels('直', { ...bold, region: 'SC' })).not.toBe(pixels('直', { ...bold, region: 'JP' }));
    const word = typesetter.measure('Milk', bold);
    expect(typesetter.shapesOf(word, 1)).not.toEqual(typesetter.shapesOf(word, 3));
    sizes.length = 0;
    pixels('\u200fحليب', { ...bold, rough: true });
    expect(sizes).not.toContain(128);
    // It is compared with itself drawn large.
    pixels('\u200fحليب', bold);
    expect(sizes).toContain(128);
  });

  test('draws a box for a character that no font has, and names it', () => {
    const fonts = openFonts({ optional: false });
    const few = createTypesetter(own, { get: (name) => (name === 'unifont' ? undefined : fonts.get(name)) });
    expect(few.measure('\u0378', bold)).toMatchObject({ left: 1, right: 9, missing: ['\u0378'] });
    expect(few.measure('\u{10ffff}', bold)).toMatchObject({ left: 1, right: 15, missing: ['\u{10ffff}'] });
  });

  test('computes the advance of a text from its font, with its tracking', () => {
    const large: Font = { face: 'regular', size: 24 };
    expect(typesetter.advance('全脂', large)).toBeCloseTo(typesetter.measure('全脂', large).advance, 0);
    expect(typesetter.advance('Milk', { ...bold, tracking: 3 })).toBe(typesetter.advance('Milk', bold) + 9);
  });

  test('kerns two letters alike after any other word', () => {
    const other = createTypesetter(drawing);
    other.measure('TL', bold);
    expect(other.measure('LT', bold).advance).toBe(createTypesetter(drawing).measure('LT', bold).advance);
  });

  test('sets the digits of prices closer than their font does', () => {
    const price: Font = { face: 'price', size: 48 };
    expect(typesetter.measure('77', price).advance).toBeLessThan(2 * typesetter.measure('7', price).advance);
  });
});

describe('a rasteriser', () => {
  const [inter, roboto] = (['inter-500', 'roboto-700'] as const).map((name) => openFonts().get(name)!);

  test('draws a text once for two calls in a row, but not for another size or place', () => {
    const rasteriser = createRasteriser();
    const at = (size: number, dx?: number) => rasteriser.raster(inter!, size, 'o', dx).alpha.values;
    const first = at(40);
    expect(at(40)).toBe(first);
    const second = at(40, 0.5);
    expect(second).not.toEqual(first);
    expect(at(48, 0.5).length).toBeGreaterThan(second.length);
  });

  test('has no features of the font before', () => {
    const [alone, after] = [createRasteriser(), createRasteriser()];
    after.advance(roboto!, 40, '1');
    expect(after.advance(inter!, 40, '1')).toBe(alone.advance(inter!, 40, '1'));
  });
});

describe('marks that letters have no room for', () => {
  const typesetter = createTypesetter(undefined, openFonts({ optional: false }));
  const at = (text: string, size: number) => typesetter.measure(text, { face: 'bold', size });

  test('are left out of small Hebrew, and named', () => {
    const [plain, pointed] = [at('\u200fחלב', 14), at('\u200fחָלָב', 14)];
    const { left, right, ascent, descent } = plain;
    expect(pointed).toMatchObject({ left, right, ascent, descent });
    expect([plain.missing, pointed.missing]).toEqual([[], ['◌\u05b8', '◌\u05b8']]);
    expect(at('\u200fחָלָב', 18).missing).toEqual([]);
    expect(at('\u200fחָלָב', 18).descent).toBeGreaterThan(at('\u200fחלב', 18).descent);
    // Other characters stay: a dash, and a sign that is read.
    expect(at('\u200fא\u05beב', 14).missing).toEqual([]);
  });

  test('are left out where the letter with them would be of another size', () => {
    for (const size of [12, 16, 24]) {
      const [letter, marked] = [at('e', size), at('e\u030b', size)];
      expect(marked).toMatchObject({ right: letter.right, ascent: letter.ascent, missing: ['◌\u030b'] });
    }
    // Inter has this one.
    expect(at('m\u0303', 16).missing).toEqual([]);
    expect(at('か\u309a', 16).missing).toEqual([]);
  });
});
