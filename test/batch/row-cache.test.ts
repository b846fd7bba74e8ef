import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createRowCache } from '../../server/batch/row-cache.js';
import { type DrawnBlock } from '../../server/batch/output/drawn.js';
import { writeEntry } from '../../server/batch/output/manifest.js';
import type { RowBlock } from '../../server/batch/rows/split-rows.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const image = join(folder.path, 'a.png');

const block = (line: number): RowBlock => ({
  ...{ bytes: Buffer.from('a,1.00\n'), starts: [0], ends: [7], lines: [line] },
  ...{ faults: new Map(), read: 7 },
});
const entry = { line: 2, device: 'd', file: 'a.png', sha256: 'x', warnings: [], step: { lines: {}, hidden: 0 } };
const drawn: DrawnBlock = {
  ...{ failure: null, manifest: writeEntry(entry), results: Int32Array.of(0), archive: new Uint8Array(0) },
};

/** The cache after a batch of one drawn row. */
function afterBatch(byLine = false) {
  writeFileSync(image, '');
  const rowCache = createRowCache();
  rowCache.begin(folder.path, 'settings', byLine);
  rowCache.split(block(2)).store(drawn);
  rowCache.finish();
  return {
    rowCache,
    isDrawn: (line = 2, settings = 'settings', path = folder.path) => {
      rowCache.begin(path, settings, byLine);
      return rowCache.split(block(line)).fresh !== null;
    },
  };
}

test('a row is not drawn again while its image is there, with the settings and in the folder that it had', () => {
  expect(afterBatch().isDrawn()).toBe(false);
  expect(afterBatch().isDrawn(2, 'others')).toBe(true);
  expect(afterBatch().isDrawn(2, 'settings', join(folder.path, 'other'))).toBe(true);
  expect([afterBatch().isDrawn(3), afterBatch(true).isDrawn(3)]).toEqual([false, true]);
  const { isDrawn } = afterBatch();
  rmSync(image);
  expect(isDrawn()).toBe(true);
});

test('all rows are drawn after an unfinished batch, which may have replaced their images', () => {
  const { isDrawn } = afterBatch();
  expect([isDrawn(), isDrawn()]).toEqual([false, true]);
});

test('a known row that has moved is listed with its new line', () => {
  const { rowCache } = afterBatch();
  rowCache.begin(folder.path, 'settings', false);
  expect(rowCache.split(block(7)).merge(null).manifest).toBe(writeEntry({ ...entry, line: 7 }));
});
