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

test.each([
  [0, false],
  [1, true],
])('rows are known up to 64 MiB of keys and manifest lines: %d characters more are drawn', (more, isDrawn) => {
  const { rowCache } = afterBatch();
  rowCache.begin(folder.path, 'settings', false);
  const problems = [{ field: '', reason: 'x', message: '', received: '', example: '' }];
  const short = JSON.stringify({ line: 2, problems });
  // A key is a SHA-256 in base64.
  const message = 'x'.repeat(64 * 1024 * 1024 - 44 - short.length + more);
  const line = JSON.stringify({ line: 2, problems: [{ ...problems[0], message }] });
  rowCache.split(block(2)).store({ ...drawn, manifest: `${line}\n` });
  rowCache.finish();
  rowCache.begin(folder.path, 'settings', false);
  expect(rowCache.split(block(2)).fresh !== null).toBe(isDrawn);
});

/** A block of rows with these texts; some have a fault. */
function rowsOf(texts: readonly string[], faults: RowBlock['faults'] = new Map()): RowBlock {
  const ends = texts.map((_, i) => texts.slice(0, i + 1).join('').length);
  const starts = ends.map((end, i) => end - texts[i]!.length);
  return { bytes: Buffer.from(texts.join('')), starts, ends, lines: texts.map((_, i) => 10 * i + 2), faults, read: 9 };
}

test('the results of known and drawn rows are merged in the order of the rows, one for each panel', () => {
  writeFileSync(image, '');
  const entriesOf = (row: string, line: number) =>
    ['d', 'e'].map((device) => ({ ...entry, line, device, sha256: `${row} on ${device}` }));
  const drawnOf = (rows: readonly (readonly [row: string, line: number])[], first: number): DrawnBlock => ({
    ...{
      ...drawn,
      manifest: rows
        .flatMap(([row, line]) => entriesOf(row, line))
        .map(writeEntry)
        .join(''),
    },
    results: Int32Array.from({ length: rows.length * 2 }, (_, i) => first + i),
  });
  const rowCache = createRowCache();
  rowCache.begin(folder.path, 'settings', false);
  const before = rowCache.split(rowsOf(['b\n', 'dd\n']));
  const all = drawnOf(
    [
      ['b', 2],
      ['dd', 12],
    ],
    1,
  );
  expect(before.merge(all)).toBe(all);
  before.store(all);
  rowCache.finish();
  rowCache.begin(folder.path, 'settings', false);
  const fault = 'wide' as never;
  const { fresh, merge } = rowCache.split(rowsOf(['aaa\n', 'b\n', 'c\n', 'dd\n', 'b\n'], new Map([[4, fault]])));
  expect([Buffer.from(fresh!.bytes).toString(), fresh!.lines, fresh!.faults, fresh!.read]).toEqual([
    ...['aaa\nc\nb\n', [2, 22, 42], new Map([[2, fault]]), 9],
  ]);
  const merged = merge(
    drawnOf(
      [
        ['aaa', 2],
        ['c', 22],
        ['x', 42],
      ],
      101,
    ),
  );
  const rows = [
    ['aaa', 2],
    ['b', 12],
    ['c', 22],
    ['dd', 32],
    ['x', 42],
  ] as const;
  expect(merged.manifest).toBe(drawnOf(rows, 0).manifest);
  expect([merged.failure, ...merged.results]).toEqual([null, 101, 102, -2, -2, 103, 104, -2, -2, 105, 106]);
  expect(merge({ ...drawn, failure: 'full' })).toMatchObject({ failure: 'full' });
});
