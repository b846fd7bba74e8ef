import { describe, expect, test } from '@jest/globals';
import { describeFont, openFont } from '../../fonts/index.js';
import { createMend } from '../../renderer/typeset/mend.js';
import type { Rasteriser } from '../../renderer/typeset/rasteriser.js';

const font = openFont('noto-sans-jp-500', describeFont('noto-sans-jp-500'), '');
const size = 12;

/** A canvas on which a character has as many strokes as `strokes` says of its size, its place and each cut. */
function canvas(strokes: (size: number, dx: number) => readonly number[]): Rasteriser {
  return {
    advance: () => 0,
    raster: (_, px, __, dx = 0) => {
      // Each stroke is a dot that stands alone, as dark as the largest cut that it outlives.
      const values = Uint8Array.from(strokes(px, dx).flatMap((darkness) => [darkness, 0]));
      return { alpha: { width: values.length, height: 1, values }, x: 0, y: 0, advance: 0 };
    },
  };
}

describe('a character that loses strokes at a small size', () => {
  const whole = [255, 255, 255];

  test('is drawn as usual where that keeps them all', () => {
    const mend = createMend(canvas(() => whole));
    expect(mend(font, size, '語')).toEqual({ ...font.cut(size, '語'), dx: 0, grow: 0 });
  });

  test('is cut a little lighter or bolder where that keeps them all', () => {
    const { cut } = font.cut(size, '語');
    const mend = createMend(canvas((px) => (px > 90 ? whole : [255, 255, cut - 15])));
    expect(mend(font, size, '語')).toEqual({ cut: cut - 20, dx: 0, grow: 0 });
  });

  test('is shifted by a part of a pixel rather than cut lighter or bolder', () => {
    const { cut } = font.cut(size, '語');
    const mend = createMend(canvas((px, dx) => (px > 90 || dx === 0.25 ? whole : [255, 255, cut - 15])));
    expect(mend(font, size, '語')).toEqual({ cut, dx: 0.25, grow: 0 });
  });

  test('is drawn as near to usual as it can be where every way loses as many', () => {
    const mend = createMend(canvas((px) => (px > 90 ? whole : [255])));
    expect(mend(font, size, '語')).toEqual({ ...font.cut(size, '語'), dx: 0, grow: 0 });
  });

  test('is drawn in the first of the ways that lose fewest', () => {
    const { cut } = font.cut(size, '語');
    const mend = createMend(canvas((px, dx) => (px > 90 ? whole : px === size && dx === 0 ? [255] : [255, 255])));
    expect(mend(font, size, '語')).toEqual({ cut, dx: 0.5, grow: 0 });
  });
});
