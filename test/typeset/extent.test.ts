import { describe, expect, test } from '@jest/globals';
import { openFonts } from '../../fonts/index.js';
import { drawGlyph } from '../../renderer/typeset/glyphs.js';
import { usual } from '../../renderer/typeset/mend.js';
import { createRasteriser, type Rasteriser } from '../../renderer/typeset/rasteriser.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';

const own = createRasteriser();
/** Reads all pixels of each text. */
const whole: Rasteriser = { ...own, extent: () => undefined };
const texts = Array.from('0123456789$€£¥.,AVW^/|').concat('ден.');
const fonts = ['roboto-condensed-700', 'roboto-700', 'inter-700'] as const;

describe('a large glyph', () => {
  test.each(fonts)('of %s has the bounds and the pixels that it has where all of it is read', (name) => {
    const font = openFonts().get(name)!;
    const has = texts.filter((text) => Array.from(text).every((char) => font.coverage.has(char.codePointAt(0)!)));
    let late = 0;
    for (const size of [201, 337, 589, 897])
      for (const text of has) {
        const cutAt = font.cut(size, text).cut;
        const read = own.extent(font, size, text, cutAt);
        const [edges, all] = [own, whole].map((each) => drawGlyph(each, usual, font, text, size, false));
        if (read) late++;
        const { stencil, ...place } = edges!;
        expect([text, size, place]).toEqual([text, size, { ...place, left: all!.left, top: all!.top }]);
        expect([stencil.width, stencil.height]).toEqual([all!.stencil.width, all!.stencil.height]);
        expect(Buffer.compare(Buffer.from(stencil.bits.buffer), Buffer.from(all!.stencil.bits.buffer))).toBe(0);
      }
    expect(late).toBeGreaterThan(has.length);
  });

  test('is not read while it is only measured, alone and in words', () => {
    const drawn: string[] = [];
    const watched: Rasteriser = { ...own, raster: (...given) => (drawn.push(given[2]), own.raster(...given)) };
    const typesetter = createTypesetter(watched, openFonts());
    const font = { face: 'price', size: 589 } as const;
    // A word that is measured again is merged into one shape when it is drawn.
    const [first, second] = [typesetter.measure('888', font), typesetter.measure('888', font)];
    expect(second).toEqual(first);
    expect(drawn).toEqual([]);
    const shapes = typesetter.shapesOf(second);
    expect(shapes).toHaveLength(1);
    expect(shapes[0]!.glyph.stencil.bits.some((bits) => bits !== 0)).toBe(true);
    expect(drawn).toEqual(['8']);
  });
});
