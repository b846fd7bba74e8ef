import { describe, expect, test } from '@jest/globals';
import { describeFont, openFont } from '../../fonts/index.js';
import { workCosts } from '../../renderer/limits.js';
import { drawGlyph } from '../../renderer/typeset/glyphs.js';
import { createMend, wholeTopology } from '../../renderer/typeset/mend.js';
import { metered } from '../../renderer/typeset/metered.js';
import type { Rasteriser } from '../../renderer/typeset/rasteriser.js';

const font = openFont('noto-sans-jp-500', describeFont('noto-sans-jp-500'), '');
const size = 12;

/** A canvas on which `strokes` gives the strokes of a character by its size, its shift and each cut. */
function canvas(strokes: (size: number, dx: number) => readonly number[]): Rasteriser {
  return {
    advance: () => 0,
    extent: () => undefined,
    raster: (_, px, __, dx = 0) => {
      // Each stroke is a separate dot, as dark as the largest cut that it survives.
      const values = Uint8Array.from(strokes(px, dx).flatMap((darkness) => [darkness, 0]));
      return { alpha: { width: values.length, height: 1, values }, x: 0, y: 0, advance: 0 };
    },
  };
}

describe('a character that loses strokes at a small size', () => {
  const whole = [255, 255, 255];

  test('is drawn as usual where that preserves them all', () => {
    const mend = createMend(canvas(() => whole));
    expect(mend(font, size, '語')).toEqual({ ...font.cut(size, '語'), dx: 0, grow: 0 });
  });

  test('is cut a little lighter or bolder where that preserves them all', () => {
    const { cut } = font.cut(size, '語');
    const mend = createMend(canvas((px) => (px > 90 ? whole : [255, 255, cut - 15])));
    expect(mend(font, size, '語')).toEqual({ cut: cut - 20, dx: 0, grow: 0 });
  });

  test('is shifted by a part of a pixel rather than cut lighter or bolder', () => {
    const { cut } = font.cut(size, '語');
    const mend = createMend(canvas((px, dx) => (px > 90 || dx === 0.25 ? whole : [255, 255, cut - 15])));
    expect(mend(font, size, '語')).toEqual({ cut, dx: 0.25, grow: 0 });
  });

  const shifted = canvas((px, dx) => (px > 90 || dx === 0.25 ? whole : [255]));

  test.each([
    ['of the largest size that is checked', 64, '語', 0.25],
    ['of a larger size', 65, '語', 0],
    ['in a word of 32', size, '語'.repeat(32), 0.25],
    ['in a word of 33', size, '語'.repeat(33), 0],
  ])('%s is shifted, or not looked at', (_, px, text, dx) => {
    expect(createMend(shifted)(font, px, text)).toEqual({ ...font.cut(px, text), dx, grow: 0 });
  });

  test('is drawn larger where only that preserves them all', () => {
    const mend = createMend(canvas((px) => (px > 90 || px === size + 2 ? whole : [255])));
    expect(mend(font, size, '語')).toEqual({ ...font.cut(size, '語'), dx: 0, grow: 2 });
  });

  test('is drawn as near to usual as possible where every way loses as many', () => {
    const mend = createMend(canvas((px) => (px > 90 ? whole : [255])));
    expect(mend(font, size, '語')).toEqual({ ...font.cut(size, '語'), dx: 0, grow: 0 });
  });

  test('is drawn in the first of the ways that lose fewest', () => {
    const { cut } = font.cut(size, '語');
    const mend = createMend(canvas((px, dx) => (px > 90 ? whole : px === size && dx === 0 ? [255] : [255, 255])));
    expect(mend(font, size, '語')).toEqual({ cut, dx: 0.5, grow: 0 });
  });
});

test('a hole that one of two large sizes has is none', () => {
  const ring = Uint8Array.of(255, 255, 255, 255, 0, 255, 255, 255, 255);
  const at = (holed: number): Rasteriser => ({
    advance: () => 0,
    extent: () => undefined,
    raster: (_, px) => {
      const values = px === holed ? ring : new Uint8Array(9).fill(255);
      return { alpha: { width: 3, height: 3, values }, x: 0, y: 0, advance: 0 };
    },
  });
  for (const holed of [96, 128]) expect(wholeTopology(at(holed), font, '語')).toEqual({ strokes: 1, holes: 0 });
});

test('a glyph that is drawn larger or enlarged has the room of its size', () => {
  const dot: Rasteriser = {
    extent: () => undefined,
    advance: (_, px) => px,
    raster: (_, px) => {
      const alpha = { width: 1, height: 3, values: Uint8Array.of(0, 0, 255) };
      return { alpha, x: 0, y: 5, advance: px };
    },
  };
  const mend = (grow: number) => () => ({ cut: 128, dx: 0, grow });
  expect(drawGlyph(dot, mend(2), font, 'x', 20, false)).toMatchObject({ advance: 20, top: -3 });
  const bitmap = { ...font, source: { ...font.source, native: 12 } };
  expect(drawGlyph(dot, mend(0), bitmap, 'x', 24, false)).toMatchObject({ advance: 24, top: -6 });
});

test('a font is charged once, and what it draws by its area', () => {
  const charged: number[] = [];
  const rasteriser = metered(
    canvas((px) => Array<number>(px * px).fill(255)),
    { charge: (units) => void charged.push(units) },
  );
  for (const px of [10, 20]) rasteriser.raster(font, px, 'ab');
  rasteriser.advance(font, 20, 'ab');
  const [read, small, large, advance] = charged;
  expect(charged).toHaveLength(4);
  expect(read).toBeGreaterThan(0);
  expect(large! - workCosts.raster).toBeCloseTo(4 * (small! - workCosts.raster));
  expect(advance).toBe(workCosts.advance + 2 * workCosts.letter);
});
