import { describe, expect, test } from '@jest/globals';
import { nearest, suggestion } from '../../renderer/suggestion.js';

describe('the known name that is near', () => {
  test.each([
    ['prise', ['price', 'unit'], 'price'],
    ['Product Name', ['price', 'product_name'], 'product_name'],
    ['product-name', ['product_name'], 'product_name'],
    ['PRODUCTNAME', ['product_name'], 'product_name'],
    ['a b-c_d', ['abcd'], 'abcd'],
    ['a b c d', ['abcd'], 'abcd'],
    // A letter too many, one too few, one wrong; of two that are as near, the first.
    ['sizes', ['size'], 'size'],
    ['siz', ['size'], 'size'],
    ['sise', ['size'], 'size'],
    ['sixe', ['side', 'size'], 'side'],
    ['chldren', ['align', 'children'], 'children'],
    ['at', ['it', 'at'], 'at'],
    // Two letters the wrong way round are one mistake.
    ['algin', ['align'], 'align'],
    ['ab', ['ba'], 'ba'],
    ['abc', ['cab'], undefined],
    // A third of the letters may be wrong, and one in any case.
    ['abcdef', ['abcdxy'], 'abcdxy'],
    ['abcdef', ['abcxyz'], undefined],
    ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
    ['abcdefghi', ['abcdewxyz'], undefined],
    ['a', ['b'], 'b'],
    ['a', ['bc'], undefined],
    ['ab', ['xy'], undefined],
    ['', ['a'], 'a'],
    ['', ['ab'], undefined],
    ['brand', ['price', 'unit'], undefined],
    ['x', [], undefined],
    // A text this long is no misspelling.
    ['x'.repeat(64), ['x'.repeat(65)], 'x'.repeat(65)],
    ['x'.repeat(65), ['x'.repeat(65)], undefined],
  ])('to %j among %j is %j', (name, known, expected) => {
    expect(nearest(name, known)).toBe(expected);
    expect(suggestion(name, known)).toBe(expected === undefined ? '' : ` (did you mean "${expected}"?)`);
  });
});
