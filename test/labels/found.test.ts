import { expect, test } from '@jest/globals';
import { maxScanned } from '../../server/labels/store/index.js';
import { foundIn } from '../../server/labels/store/rows.js';

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `l${i}`, fits: i % 400 === 0 }));

test(`a search continues where it has found enough, and after ${maxScanned} labels`, () => {
  expect(foundIn(rows(900), 3)).toEqual({ ids: ['l0', 'l400', 'l800'], next: null });
  expect(foundIn(rows(900), 2)).toEqual({ ids: ['l0', 'l400'], next: 'l400' });
  expect(foundIn(rows(maxScanned), 3)).toEqual({ ids: ['l0', 'l400', 'l800'], next: `l${maxScanned - 1}` });
  expect(foundIn([], 3)).toEqual({ ids: [], next: null });
});
