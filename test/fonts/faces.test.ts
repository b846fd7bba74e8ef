import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  describeFont,
  type Face,
  type FaceName,
  faces,
  fontNames,
  type LoadedFont,
  openFonts,
  locateFont,
  readFont,
  optionalFonts,
  type HanRegion,
  hanRegions,
} from '../../fonts/index.js';
import { charactersAt, repertoires } from '../measure/repertoire.js';
import { usesOf } from '../measure/uses.js';
import { parseCoverage } from '../../fonts/coverage.js';
import { drawnNames } from '../../fonts/drawn.js';
import { currencyWords, emoji, han, scripts } from '../measure/scripts.js';
import { wholeTopology } from '../../renderer/typeset/mend.js';
import { getBit } from '../../renderer/shapes/stencil.js';
import { sameTopology, type Topology } from '../../renderer/typeset/topology.js';
import { shapeOf } from '../support/labels/shape.js';
import { atSize, share } from '../support/labels/share.js';
import { createRasteriser, type Rasteriser } from '../../renderer/typeset/rasteriser.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { stencilTopology } from './stencil-topology.js';

const fonts = openFonts();
const rasteriser = createRasteriser();
const typesetter = createTypesetter(rasteriser, fonts);
/** Without optional fonts. */
const plain = createTypesetter(rasteriser, openFonts({ optional: false }));
const whole = new Map<string, Topology>();
/**
 * Sizes at which words are tested, and the letters of scripts that have words: the typesetter compares each of them with
 * itself drawn large. All other characters, digits of all scripts among them, are tested at every size.
 */
const wordSizes = new Set([12, 14, 15, 16, 18, 20, 24, 32, 64]);
/** Scripts whose letters are not drawn one by one. */
const joined = Object.keys(scripts).filter((script) => scripts[script]!.words.length > 0);
const joinedLetters = new Set(
  joined.flatMap((script) => scripts[script]!.characters).filter((char) => !/\p{Nd}/u.test(char)),
);

/** The font that draws a character, or a word of one script, in a face at a size. */
function fontOf(face: Face, size: number, text: string): LoadedFont | undefined {
  return face
    .chain(size)
    .flatMap((name) => fonts.get(name) ?? [])
    .find(({ coverage }) => Array.from(text).every((char) => coverage.has(char.codePointAt(0)!)));
}

/** Whether a character, or a word of one script, has the strokes and holes that it has when drawn large; a bitmap font always. */
function isWhole(name: FaceName, size: number, char: string): boolean {
  const font = fontOf(faces[name], size, char);
  if (!font) return false;
  // drawn.test.ts compares these with their outlines.
  if (font.drawn) return true;
  if (font.source.native)
    return rasteriser
      .raster(font, font.source.native, char)
      .alpha.values.every((value) => value === 0 || value === 255);
  const key = `${font.name} ${char}`;
  let topology = whole.get(key);
  if (!topology) whole.set(key, (topology = wholeTopology(rasteriser, font, char)));
  return sameTopology(stencilTopology(shapeOf(typesetter, char, { face: name, size }).stencil), topology);
}

describe.each(Object.entries(faces) as [FaceName, Face][])('face %s', (name, face) => {
  test('has no gap in its sizes: each is little larger than the one before', () => {
    const [first, last, most] = face.repertoire === 'price' ? [14, 940, 1.08] : [12, 512, 1.16];
    const steps = face.sizes.slice(1).map((size, i) => size / face.sizes[i]!);
    expect([face.sizes[0], face.sizes.at(-1)]).toEqual([first, last]);
    expect(steps.filter((step, i) => step <= 1 || step > (face.sizes[i]! < 200 ? Math.min(most, 1.13) : most))).toEqual(
      [],
    );
  });

  test.each(face.sizes)('no character loses a stroke or a hole at %d px', (size) => {
    const characters = charactersAt(face, size).filter((char) => wordSizes.has(size) || !joinedLetters.has(char));
    // Both faces share their other fonts, and a font draws a character alike in every face.
    const like = name === 'price-wide' ? faces.price : name === 'condensed' ? faces.bold : undefined;
    const own = characters.filter((char) => !like || fontOf(face, size, char) !== fontOf(like, size, char));
    // Each character at some sizes.
    const broken = share(own, 24, face.sizes.indexOf(size)).filter((char) => !isWhole(name, size, char));
    expect(broken.join(' ')).toBe('');
  });

  test.each(face.sizes.filter((size) => size <= 24))('the letters of a word do not touch at %d px', (size) => {
    const font = { face: name, size };
    const strokes = (text: string) => stencilTopology(shapeOf(typesetter, text, font).stencil).strokes;
    const letters = repertoires[face.repertoire].filter((char) => !/\p{Script=Arabic}/u.test(char)).slice(0, 300);
    const touching: string[] = [];
    for (let i = 0; i < atSize(60, 300); i++) {
      const [before, after] = [letters[(i * 7919) % letters.length]!, letters[(i * 104729 + 13) % letters.length]!];
      if (strokes(before + after) !== strokes(before) + strokes(after)) touching.push(before + after);
    }
    expect(touching).toEqual([]);
  });
});

describe.each(
  (['regular', 'bold'] as const).flatMap((name) =>
    faces[name].sizes.filter((size) => wordSizes.has(size)).map((size) => ({ name, size })),
  ),
)('face $name at $size px', ({ name, size }) => {
  test.each(joined)('no word of the %s script loses a stroke or a hole', (script) => {
    expect(scripts[script]!.words.filter((word) => !isWhole(name, size, word))).toEqual([]);
  });

  test('no emoji loses a stroke or a hole', () => {
    expect(emoji.filter((text) => !isWhole(name, size, text))).toEqual([]);
  });
});

test.each([12, 14, 64])('every script has a font that shapes it at %d px', (size) => {
  const drawn = Object.values(scripts).flatMap(({ characters, words }) => [...characters, ...words]);
  expect(drawn.filter((text) => fontOf(faces.regular, size, text)?.name === 'unifont')).toEqual([]);
});

test.each([14, 20, 32, 64, 120])('the words of currencies are whole in prices of %d px', (size) => {
  expect(currencyWords.filter((word) => !isWhole('price', size, word))).toEqual([]);
});

describe('a price', () => {
  test.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '০১২৩৪৫৬৭৮৯'])('has digits of one width in %s', (digits) => {
    const widths = Array.from(digits, (digit) => typesetter.measure(digit, { face: 'price', size: 48 }).advance);
    expect(new Set(widths).size).toBe(1);
  });

  test('has every currency sign', () => {
    const signs = Array.from({ length: 0x20c1 - 0x20a0 }, (_, i) => String.fromCodePoint(0x20a0 + i)).concat(
      '﷼',
      '؋',
      '֏',
      '৳',
      '฿',
    );
    expect(signs.filter((sign) => typesetter.measure(sign, { face: 'price', size: 32 }).missing.length > 0)).toEqual(
      [],
    );
  });
});

describe('Han characters', () => {
  test.each([12, 14, 16, 18, 20, 24, 28, 32, 48, 64])('look as the region has them at %d px', (size) => {
    // Only the mainland writes 直 without a stroke down its left side: only the base line reaches as far.
    const leftStroke = (region: HanRegion) => {
      const { stencil } = shapeOf(plain, '直', { face: 'regular', size, region });
      const left = Math.ceil(stencil.width / 6);
      const rows = Array.from({ length: stencil.height }, (_, y) =>
        Array.from({ length: left }, (__, x) => getBit(stencil, x, y)).some(Boolean),
      );
      return rows.filter(Boolean).length > stencil.height / 3;
    };
    // From 15 to 21 px Taiwan has the mainland's forms: see fonts/faces.ts.
    const without = size > 14 && size < 22 ? ['SC', 'TC'] : ['SC'];
    expect(hanRegions.map((region) => [region, leftStroke(region)])).toEqual(
      hanRegions.map((region) => [region, !without.includes(region)]),
    );
  });

  test.each([
    ['JP', [12, 12, 15, 15, 15, 24, 30, 36]],
    ['SC', [12, 12, 16, 16, 16, 24, 32, 36]],
    ['TC', [12, 12, 16, 16, 16, 24, 24, 36]],
    ['KR', [12, 12, 15, 15, 15, 24, 30, 36]],
  ] as const)('grow in steps with the text in %s', (region, heights) => {
    const advance = (size: number) => plain.measure('全脂', { face: 'regular', size, region }).advance / 2;
    const sizes = [12, 13, 16, 18, 20, 24, 30, 36];
    expect(sizes.map((size) => Math.round(advance(size)))).toEqual(heights);
  });

  test.each(hanRegions)('are never missing in %s', (region) => {
    for (const size of [12, 16, 20, 64])
      expect(
        plain.measure([...han, '유', '기', 'あ', 'ア', '。'].join(''), { face: 'regular', size, region }).missing,
      ).toEqual([]);
  });

  test('do not change the words of other scripts', () => {
    const font = { face: 'regular', size: 20 } as const;
    expect(shapeOf(typesetter, 'Milk', { ...font, region: 'SC' })).toEqual(shapeOf(typesetter, 'Milk', font));
  });
});

describe('optional fonts', () => {
  test('say what they add', () => {
    expect(optionalFonts().map(({ name }) => name)).toEqual([
      'noto-sans-jp',
      'noto-sans-sc',
      'noto-sans-tc',
      'noto-sans-kr',
    ]);
    for (const { adds } of optionalFonts()) expect(adds).toMatch(/^Smooth .* text from 22 px on$/);
    expect(optionalFonts()[0]).toMatchObject({ package: '@expo-google-fonts/noto-sans-jp', installed: false });
  });

  test('that are not installed are absent', () => {
    expect(locateFont('@expo-google-fonts/no-such-font/file.ttf')).toBeUndefined();
  });
});

test('the canvas never receives a character that the font lacks', () => {
  const strange: string[] = [];
  const checked = (font: LoadedFont, text: string) => {
    if (!Array.from(text).every((char) => font.coverage.has(char.codePointAt(0)!)))
      strange.push(`${font.name}: ${text}`);
  };
  const watching: Rasteriser = {
    extent: (font, size, text, cut, dx) => (checked(font, text), rasteriser.extent(font, size, text, cut, dx)),
    raster: (font, size, text, dx) => (checked(font, text), rasteriser.raster(font, size, text, dx)),
    advance: (font, size, text) => (checked(font, text), rasteriser.advance(font, size, text)),
  };
  const watched = createTypesetter(watching, fonts);
  const texts = [
    ...Object.values(scripts).flatMap(({ words }) => words),
    ...emoji,
    '有機牛乳',
    'دูক한אx',
    '👨‍👩‍👧🇩🇪1️⃣',
    '\u{10ffff}',
  ];
  for (const size of [12, 16, 24]) for (const text of texts) shapeOf(watched, text, { face: 'regular', size });
  expect(strange).toEqual([]);
});

test('every description is of a font that a face uses', () => {
  const used = new Set(
    (Object.values(faces) as Face[]).flatMap((face) =>
      face.sizes.flatMap((size) => hanRegions.flatMap((region) => face.chain(size, region))),
    ),
  );
  expect([...used].sort()).toEqual([...drawnNames, ...fontNames].sort());
});

test.each(fontNames.filter((name) => !describeFont(name).native))('%s has a measured cut at each size', (name) => {
  const { measured, smallest = 0 } = describeFont(name);
  const coverage = parseCoverage(measured.coverage);
  const needed = [...usesOf(name)].filter(([, used]) => used.some((char) => coverage.has(char.codePointAt(0)!)));
  const sizes = needed.map(([size]) => Math.max(size, smallest));
  expect(sizes.filter((size) => !Object.hasOwn(measured.cuts, size))).toEqual([]);
});

test.each(fontNames.flatMap((name) => fonts.get(name) ?? []))(
  'the font $name is the file that was measured',
  (font) => {
    expect(createHash('sha256').update(readFont(font.path)).digest('hex')).toBe(font.source.measured.sha256);
  },
);
