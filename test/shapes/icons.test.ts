import { describe, expect, test } from '@jest/globals';
import { drawIcon, iconNames } from '../../renderer/shapes/icons.js';
import { getBit, type Stencil } from '../../renderer/shapes/stencil.js';

const sizes = [12, 16, 20, 24, 28, 32, 48, 96];
const allergens =
  'gluten crustaceans eggs fish peanuts soy milk nuts celery mustard sesame sulphites lupin molluscs'.split(' ');

function inkOf(stencil: Stencil): number {
  let ink = 0;
  for (let y = 0; y < stencil.height; y++) for (let x = 0; x < stencil.width; x++) ink += Number(getBit(stencil, x, y));
  return ink;
}

describe('the icons', () => {
  test('are those that shops need, and one for each of the 14 allergens of EU law', () => {
    expect(iconNames.filter((name) => name.startsWith('allergen_')).sort()).toEqual(
      allergens.map((name) => `allergen_${name}`).sort(),
    );
    expect(iconNames).toEqual(
      expect.arrayContaining('organic vegan vegetarian frozen new gluten_free lactose_free fair'.split(' ')),
    );
    expect(iconNames).toEqual(expect.arrayContaining(['recycle', 'spicy', 'alcohol', 'offer']));
  });

  test.each(iconNames)('%s fills its square at every size, and is no blot', (name) => {
    for (const size of sizes) {
      const drawn = drawIcon(name, size);
      const share = inkOf(drawn) / (size * size);
      expect([name, size, drawn.width, drawn.height]).toEqual([name, size, size, size]);
      expect([name, size, share > 0.1 && share < 0.7]).toEqual([name, size, true]);
    }
  });

  test('differ from each other at every size', () => {
    for (const size of sizes) {
      const drawn = iconNames.map((name) => drawIcon(name, size).bits.join());
      expect(new Set(drawn).size).toBe(iconNames.length);
    }
  });

  test('are refused by an unknown name', () => {
    expect(() => drawIcon('constructor', 12)).toThrow(
      /Expected one of organic, .* for icon but received "constructor"/,
    );
  });
});
