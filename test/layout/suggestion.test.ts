import { describe, expect, test } from '@jest/globals';
import { nearest, suggestion } from '../../renderer/suggestion.js';
import { rowsOf } from '../support/tables/table.js';

describe('the known name that is near', () => {
  test.each([
    ...rowsOf(`
      prise → price unit → price | Product Name → price product_name → product_name
      product-name → product_name → product_name | PRODUCTNAME → product_name → product_name | a b-c_d → abcd → abcd
      a b c d → abcd → abcd
      // A letter too many, one too few, one wrong; of two that are as near, the first.
      sizes → size → size | siz → size → size | sise → size → size | sixe → side size → side
      chldren → align children → children | at → it at → at
      // Two letters the wrong way round are one mistake.
      algin → align → align | ab → ba → ba | abc → cab → none
      // A third of the letters may be wrong, and one in any case.
      abcdef → abcdxy → abcdxy | abcdef → abcxyz → none | abcdefghi → abcdefxyz → abcdefxyz
      abcdefghi → abcdewxyz → none | a → b → b | a → bc → none | ab → xy → none | brand → price unit → none
    `),
    ['', 'a', 'a'],
    ['', 'ab', 'none'],
    ['x', '', 'none'],
    ['x'.repeat(64), 'x'.repeat(65), 'x'.repeat(65)],
    ['x'.repeat(65), 'x'.repeat(65), 'none'],
  ])('to %j among %j is %j', (name, known, expected) => {
    const words = known.split(' ').filter(Boolean);
    expect(nearest(name, words) ?? 'none').toBe(expected);
    expect(suggestion(name, words)).toBe(expected === 'none' ? '' : ` (did you mean "${expected}"?)`);
  });
});
