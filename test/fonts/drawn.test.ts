import { describe, expect, test } from '@jest/globals';
import { type DrawnGlyph, drawnFaces, sizesOf, packGlyphs, readDrawn, readGlyphs } from '../../fonts/drawn.js';
import { type LoadedFont, openFonts } from '../../fonts/index.js';
import { chosenGlyph } from '../../renderer/typeset/glyphs.js';
import { wholeTopology } from '../../renderer/typeset/mend.js';
import { createRasteriser } from '../../renderer/typeset/rasteriser.js';
import { sameTopology, type Topology } from '../../renderer/typeset/topology.js';
import { partsOf } from '../measure/faces/compose.js';
import { plans } from '../measure/faces/plans.js';
import { sameInPrint, stemsOf, topologyOf } from '../measure/faces/score.js';
import { type Shape, shapeFrom } from '../measure/faces/shape.js';
import { drawnCharacters } from '../measure/repertoire.js';

const fonts = openFonts();
const rasteriser = createRasteriser();
const large = new Map<string, Topology>();

function topologyInPrint(character: string, font: LoadedFont): Topology {
  const key = `${font.name} ${character}`;
  const known = large.get(key) ?? wholeTopology(rasteriser, font, character);
  large.set(key, known);
  return known;
}

const marksOfTwo = new Set(['\u0308', '\u030b']);
const ring = '\u030a';

/** The strokes and holes that a character must have: a letter's, and those of each mark, which is separate. */
function expected(character: string, font: LoadedFont): Topology {
  // Roboto Condensed joins its last two rings; here they are apart, as in Inter.
  if (character === '‰') return topologyInPrint(character, fonts.get('inter-500')!);
  const parts = partsOf(character);
  if (!parts) return topologyInPrint(character, font);
  const { strokes, holes } = topologyInPrint(parts.base, font);
  return {
    strokes: parts.marks.reduce((sum, mark) => sum + (marksOfTwo.has(mark) ? 2 : 1), strokes),
    holes: holes + parts.marks.filter((mark) => mark === ring).length,
  };
}

/** The pixels of a glyph, a byte each. */
function shapeOf({ width, height, top, rows }: DrawnGlyph): Shape {
  const bytes = (width + 7) >> 3;
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return (rows[y * bytes + (x >> 3)]! >> (7 - (x & 7))) & 1;
  });
  return { width, height, left: 0, top, pixels };
}

const printed = new Map<string, Shape>();
const alike = new Map<string, boolean>();

/** Whether two characters of a font look alike in print. */
function areAlike(a: string, b: string, font: LoadedFont): boolean {
  const key = `${font.name} ${a}${b}`;
  const known = alike.get(key) ?? sameInPrint(inPrint(a, font), inPrint(b, font));
  alike.set(key, known);
  return known;
}

/** A character drawn large. */
function inPrint(character: string, font: LoadedFont): Shape {
  const key = `${font.name} ${character}`;
  const known = printed.get(key);
  if (known) return known;
  const { alpha, y } = rasteriser.raster(font, 128, character);
  const { width, height, values } = alpha;
  const shape = shapeFrom(width, height, 0, y, (x, row) => values[row * width + x]! >= 128);
  printed.set(key, shape);
  return shape;
}

const all = drawnFaces.flatMap((face) => sizesOf(face).map((size) => ({ face, size })));

describe.each(all)('$face at $size px', ({ face, size }) => {
  const { drawn } = fonts.get(`${face}-${size}`)!;
  const outlines = fonts.get(plans[face].font)!;
  const glyphs = new Map(
    drawnCharacters
      .filter((character) => drawn!.has(character.codePointAt(0)!))
      .map((character) => [character, shapeOf(drawn!.glyph(character))]),
  );

  test('has nearly all characters of Latin, Greek and Cyrillic', () => {
    expect(glyphs.size).toBeGreaterThan(720);
    expect(Array.from('0123456789.,%€$£–’АБяёΩώšğƠựẩ').filter((character) => !glyphs.has(character))).toEqual([]);
  });

  test('no character loses a stroke or a hole', () => {
    const broken = [...glyphs].filter(([text, shape]) => !sameTopology(topologyOf(shape), expected(text, outlines)));
    expect(broken.map(([text]) => text).join(' ')).toBe('');
  });

  test('the stems of letters are equally wide', () => {
    const stem = plans[face].stems[size];
    const x = glyphs.get('x')!.height;
    const widths = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) =>
      stemsOf(glyphs.get(letter)!, Math.ceil(x * 0.6), stem * 2).map(({ width }) => `${letter} ${width}`),
    ).flat();
    const others = widths.filter((width) => !width.endsWith(` ${stem}`));
    if (process.env.PRINT_STEMS) console.log(face, size, 'stems', stem, widths.length, 'others', others.join(', '));
    expect(widths.length).toBeGreaterThan(20);
    expect(others).toEqual([]);
  });

  test('letters end on the lines of the face', () => {
    const tops = (letters: string) => new Set(Array.from(letters, (letter) => glyphs.get(letter)!.top));
    const bottoms = (letters: string) =>
      new Set(Array.from(letters, (letter) => glyphs.get(letter)!.top - glyphs.get(letter)!.height));
    expect(tops('acemnorsuvwxz').size).toBe(1);
    expect(tops('ABCDEFGHIKLMNOPRSTUVXYZ0123456789').size).toBe(1);
    expect([...bottoms('abcdehiklmnorsuvwxzABCDEFGHIKLMNOPRSTUVXYZ0123456789.')]).toEqual([0]);
  });

  test('characters that differ in print have different pixels', () => {
    const byPixels = new Map<string, string[]>();
    for (const [text, { width, top, pixels }] of glyphs) {
      // A low quote is a comma.
      if (text === '‚') continue;
      const key = `${width} ${top} ${pixels.join('')}`;
      byPixels.set(key, [...(byPixels.get(key) ?? []), text]);
    }
    const mistaken = [...byPixels.values()].filter(([first, ...others]) =>
      others.some((other) => !areAlike(first!, other, outlines)),
    );
    expect(mistaken.map((same) => same.join('')).join(' ')).toBe('');
  });

  test('full stops are square', () => {
    const { width, height, pixels } = glyphs.get('.')!;
    expect([width, pixels.every((pixel) => pixel === 1)]).toEqual([height, true]);
  });
});

test('a glyph survives packing unchanged', () => {
  const glyph = { width: 9, height: 2, top: -3, before: -0.5, after: 1.25, rows: Uint8Array.of(1, 128, 255, 0) };
  const blank = { width: 0, height: 0, top: 0, before: 0, after: 3.5, rows: new Uint8Array() };
  const packed = packGlyphs([
    ['ẩ', glyph],
    [' ', blank],
  ]);
  const read = readGlyphs(packed);
  expect([read.glyph(0x1ea9), read.glyph(0x20), read.glyph(0x21)]).toEqual([glyph, blank, undefined]);
  expect([read.has(0x20), read.has(0x21)]).toEqual([true, false]);
});

test('a glyph is stamped as chosen', () => {
  const rows = Uint8Array.of(0b10000000, 0b10000000, 0b01000000, 0b00000000);
  const { stencil, left, top, advance } = chosenGlyph({ width: 9, height: 2, top: 5, before: 0.75, after: -2, rows });
  expect([...stencil.bits]).toEqual([(0b100000001 << 23) | 0, 0b010000000 << 23]);
  expect([left, top, advance]).toEqual([1, -5, 9.75]);
});

test.each(drawnFaces)('the glyphs of %s were made from the font that is installed', (face) => {
  const font = fonts.get(plans[face].font)!;
  expect(font.source.file).toContain(readDrawn(face).source.split(' ')[0]);
});
