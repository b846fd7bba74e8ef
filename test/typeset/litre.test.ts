import { describe, expect, test } from '@jest/globals';
import { faces } from '../../fonts/index.js';
import type { Font } from '../../renderer/text/ruler.js';
import { createTypesetter } from '../../renderer/typeset/typesetter.js';
import { stencilTopology } from '../fonts/stencil-topology.js';
import { rowsOf } from '../support/labels/shape.js';

const typesetter = createTypesetter();
/** The shape of a word's last letter. */
const lastOf = (text: string, font: Font) =>
  rowsOf(typesetter.shapesOf(typesetter.measure(text, font)).at(-1)!.glyph.stencil);
const fonts = (['regular', 'bold', 'condensed'] as const).flatMap((face) =>
  faces[face].sizes.map((size): Font => ({ face, size })),
);

describe('the symbol of the litre', () => {
  test.each(fonts.map((font) => [font.face, font.size, font] as const))(
    'has a tail that a 1 and the letter l lack: %s, %d px',
    (_, __, font) => {
      const [litre, letter] = [lastOf('l', font), lastOf('ll', font)];
      const stem = letter.at(-1)!.length;
      expect(letter.join('')).toMatch(/^#+$/);
      expect(litre).toHaveLength(letter.length);
      expect(litre[0]).toBe('#'.repeat(stem) + '.'.repeat(stem + 1));
      expect(litre.at(-1)).toMatch(/^\.+#{2,}$/);
      expect(litre.filter((row) => row.endsWith('#'))).toHaveLength(stem);
      const { glyph } = typesetter.shapesOf(typesetter.measure('l', font))[0]!;
      expect(stencilTopology(glyph.stencil)).toEqual({ strokes: 1, holes: 0 });
    },
  );

  const font: Font = { face: 'regular', size: 18 };
  const tailed = (text: string) => {
    // A word is merged into one shape when it is measured again.
    const fresh = createTypesetter();
    const shapes = fresh.shapesOf(fresh.measure(text, font));
    const [letter] = fresh.shapesOf(fresh.measure('ll', font));
    return shapes[Array.from(text).indexOf('l')]!.glyph.stencil.width > letter!.glyph.stencil.width;
  };

  test.each(['l', '1l', '0,5l', '€/l', 'l)', '1\u00a0l', '1\u202fl'])('is drawn in %j', (text) => {
    expect(tailed(text)).toBe(true);
  });

  test.each(['ml', 'cl', 'Vollmilch', 'l’eau', "l'eau", 'col·lecció', 'lé', 'хl'])('is no letter of %j', (text) => {
    expect(tailed(text)).toBe(false);
  });

  test('has the width of its shape, and does not touch what follows', () => {
    for (const each of fonts) {
      const word = typesetter.measure('1l)', each);
      expect(word.text).toBe('1l)');
      const shapes = typesetter.shapesOf(word);
      const right = ({ glyph, x }: (typeof shapes)[number]) => x + glyph.left + glyph.stencil.width;
      expect(shapes[2]!.x + shapes[2]!.glyph.left).toBeGreaterThanOrEqual(right(shapes[1]!));
      expect(typesetter.advance('1l', each)).toBeGreaterThan(
        typesetter.advance('1', each) + shapes[1]!.glyph.stencil.width,
      );
    }
  });
});
