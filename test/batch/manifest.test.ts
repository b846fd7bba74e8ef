import { describe, expect, test } from '@jest/globals';
import { linesOf } from '../../server/batch/output/drawn.js';
import { type ManifestEntry, failedEntry, readEntry, writeEntry } from '../../server/batch/output/manifest.js';
import { sentence } from '../../server/batch/rows/problem.js';
import { step } from '../support/batch.js';

const awkward = 'a\n\r\u2028"b"\\ {漢} \u0000';
const image: ManifestEntry = { line: 2, device: 'panel', file: `${awkward}.png`, sha256: 'hash', warnings: [], step };

describe('a line of the manifest', () => {
  test('is one line with any content, and is read back unchanged', () => {
    const failed = failedEntry(3, awkward, [{ field: 'price', reason: 'format', message: awkward, received: awkward }]);
    const manifest = writeEntry(image) + writeEntry(failed);
    const block = { failure: null, results: new Int32Array(2), archive: new Uint8Array(0) };
    expect(linesOf({ ...block, manifest }).map(readEntry)).toEqual([image, failed]);
    expect(linesOf({ ...block, manifest: '' })).toEqual([]);
  });

  test('of an image has its members in order', () => {
    expect(writeEntry({ ...image, file: 'a.png' })).toBe(
      '{"line":2,"device":"panel","file":"a.png","sha256":"hash","warnings":[],"step":{"lines":{},"hidden":0}}\n',
    );
  });

  test('of a failed row has its problems in order, and nothing else', () => {
    const problem = { example: '3.50', received: '3,50', message: 'No.', reason: 'format', field: 'price' };
    expect(writeEntry(failedEntry(2, 'panel', [{ ...problem, ...{ pointer: '#/price' } }]))).toBe(
      '{"line":2,"device":"panel","problems":[{"field":"price","reason":"format","message":"No.","received":"3,50","example":"3.50"}]}\n',
    );
    expect(writeEntry(failedEntry(2, null, []))).toBe('{"line":2,"problems":[]}\n');
  });

  test('of a row that failed is a line of the summary, too', () => {
    const problems = ['Expected this', 'Expected that'].map((message) => ({ field: '', reason: 'x', message }));
    expect(sentence(7, problems)).toBe('line 7: Expected this; Expected that');
    expect(sentence(7, problems.slice(1))).toBe('line 7: Expected that');
    const sheet = { name: 'Dairy', columns: new Map([['price', 'B']]) };
    expect(sentence(7, [...problems, { field: 'price', reason: 'format', message: 'Expected more' }], sheet)).toBe(
      'sheet "Dairy", row 7: Expected this; Expected that; column B: Expected more',
    );
  });
});
