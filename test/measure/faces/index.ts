/**
 * `npm run faces`: chooses the glyphs of fonts/glyphs/<face>.json – for the small sizes of each text face the pixels of
 * each character, from what FreeType's autohinter, plain cuts and marks set by hand offer. Arguments name the faces.
 */
import { writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import {
  type DrawnFace,
  drawnFaces,
  type DrawnFile,
  type DrawnGlyph,
  sizesOf,
  packGlyphs,
} from '../../../fonts/drawn.js';
import { openFonts } from '../../../fonts/index.js';
import { createRasteriser } from '../../../renderer/typeset/rasteriser.js';
import { fromExhaustive } from '../../support/exhaustive.js';
import { type FaceAtSize, openPlan } from './choose.js';
import { type ChosenGlyph, glyphsOf } from './glyphs.js';
import { largeSize } from './outlines.js';
import { plans } from './plans.js';
import { drawnCharacters, spaces } from '../repertoire.js';
import { alikeOf, kerningOf } from './spacing.js';

const requested = process.argv.slice(2);
const fonts = openFonts();
const rasteriser = createRasteriser();
for (const face of drawnFaces.filter((each) => requested.length === 0 || requested.includes(each)))
  writeFileSync(`fonts/glyphs/${face}.json`, formatted(fileOf(face)));

/** One line per entry; small values share lines. */
function formatted(file: DrawnFile): string {
  const entries = Object.entries(file).map(([key, value]) => ` ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${entries.join(',\n')}\n}\n`;
}

function fileOf(face: DrawnFace): DrawnFile {
  const plan = plans[face];
  const font = fonts.get(plan.font)!;
  const open = openPlan(plan, font, rasteriser);
  const { file, licence, ascent, descent } = font.source;
  const [scope, folder] = file.split('/');
  const { version } = fromExhaustive(`${scope}/${folder}/package.json`) as { readonly version: string };
  const sizes: Record<string, string> = {};
  for (const size of sizesOf(face)) {
    const faceAtSize = open(size);
    const chosen = glyphsOf(drawnCharacters, faceAtSize);
    const lost = drawnCharacters.filter((character) => !chosen.has(character));
    console.log(`${face} ${size} px: ${chosen.size} characters, left to the canvas: ${lost.join(' ')}`);
    const packed = packGlyphs([
      ...spaces.map((space) => [space, blank(space, faceAtSize)] as const),
      ...[...chosen].map(
        ([character, glyph]) => [character, drawnGlyph(glyph, faceAtSize, plan.tighter[size] ?? 0)] as const,
      ),
    ]);
    sizes[size] = deflateRawSync(packed, { level: 9 }).toString('base64');
  }
  return {
    source: `${scope}/${folder} ${version}`,
    licence,
    ascent,
    descent,
    kerning: kerningOf(drawnCharacters, font, rasteriser),
    alike: alikeOf(drawnCharacters),
    sizes,
  };
}

function blank(space: string, { own, size }: FaceAtSize): DrawnGlyph {
  // Roboto Condensed lacks the narrow ones.
  const em = own.has(space) ? own.advance(space) : own.advance(' ') * 0.7;
  return { width: 0, height: 0, top: 0, before: 0, after: em * size, rows: new Uint8Array() };
}

/** The white beside a letter is that of its outline; marks that reach farther than their letter take none. */
function drawnGlyph(
  { shape, base, letter }: ChosenGlyph,
  { own, size, stem }: FaceAtSize,
  tighter: number,
): DrawnGlyph {
  const large = own.large(letter);
  const px = size / largeSize;
  const [left, right] = [base.left - shape.left, shape.left + shape.width - base.left - base.width];
  const bytes = (shape.width + 7) >> 3;
  const rows = new Uint8Array(bytes * shape.height);
  for (let y = 0; y < shape.height; y++)
    for (let x = 0; x < shape.width; x++)
      if (shape.pixels[y * shape.width + x]) rows[y * bytes + (x >> 3)]! |= 128 >> (x & 7);
  const { width, height, top } = shape;
  // Digits of a date stand apart from its slashes.
  const least = letter === '/' && stem === 1 ? 1 : -Infinity;
  return {
    width,
    height,
    top,
    before: Math.max(least, large.left * px - left - tighter),
    after: Math.max(least, own.advance(letter) * size - (large.left + large.width) * px - right - tighter),
    rows,
  };
}
