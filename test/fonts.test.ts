import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { openSync } from 'fontkit';
import { type Face, type FaceName, faces, formatCoverage, type LoadedFont, loadFonts } from '../fonts/index.js';
import { repertoires } from '../fonts/repertoire.js';
import { createRasteriser, createTypesetter } from '../renderer/typesetter.js';
import { sameTopology, stencilTopology, type Topology, wholeTopology } from './support/topology.js';

const fonts = loadFonts();
const rasteriser = createRasteriser();
const typesetter = createTypesetter(rasteriser);
const whole = new Map<string, Topology>();

/** The font that draws a character in a face at a size. */
function fontOf(face: Face, size: number, char: string): LoadedFont | undefined {
  return face
    .chain(size)
    .map((name) => fonts.get(name)!)
    .find(({ coverage }) => coverage.has(char.codePointAt(0)!));
}

/** Whether a character has all the strokes and holes that it has when drawn large; a bitmap font: all that its designer set. */
function isWhole(name: FaceName, size: number, char: string): boolean {
  const font = fontOf(faces[name], size, char);
  if (!font) return false;
  if (font.source.native)
    return rasteriser
      .raster(font, font.source.native, char)
      .alpha.values.every((value) => value === 0 || value === 255);
  const key = `${font.name} ${char}`;
  let topology = whole.get(key);
  if (!topology) whole.set(key, (topology = wholeTopology(rasteriser, font, char)));
  return sameTopology(stencilTopology(typesetter.word(char, { face: name, size }).stencil), topology);
}

describe.each(Object.entries(faces) as [FaceName, Face][])('face %s', (name, face) => {
  test.each(face.sizes)('no character loses a stroke or a hole at %d px', (size) => {
    const broken = repertoires[face.repertoire].filter((char) => !isWhole(name, size, char));
    expect(broken.join(' ')).toBe('');
  });

  test.each(face.sizes.filter((size) => size <= 24))('the letters of a word do not touch at %d px', (size) => {
    const font = { face: name, size };
    const strokes = (text: string) => stencilTopology(typesetter.word(text, font).stencil).strokes;
    const letters = repertoires[face.repertoire].slice(0, 300);
    const touching: string[] = [];
    for (let i = 0; i < 300; i++) {
      const [before, after] = [letters[(i * 7919) % letters.length]!, letters[(i * 104729 + 13) % letters.length]!];
      if (strokes(before + after) !== strokes(before) + strokes(after)) touching.push(before + after);
    }
    expect(touching).toEqual([]);
  });
});

describe.each([...fonts.values()])('font $name', ({ path, source }) => {
  test('is the file that was measured', () => {
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(source.measured.sha256);
  });

  test('has the characters that its description says', () => {
    const file = openSync(path);
    if (!('characterSet' in file)) throw new Error('a collection');
    const points = file.characterSet.filter((point) => point >= 0x20 && point < 0xf0000);
    expect(formatCoverage(points)).toBe(source.measured.coverage);
  });
});
