import { describe, expect, test } from '@jest/globals';
import { outcome, type DrawnBlock } from '../../server/batch/output/drawn.js';
import { failedEntry, writeEntry } from '../../server/batch/output/manifest.js';
import { createTally, type Summary, summaryLines } from '../../server/batch/summary.js';
import { step } from '../support/batch.js';

function blockOf(...results: readonly number[]): DrawnBlock {
  const lines = results.map((result, i) =>
    writeEntry(
      result === outcome.failed
        ? failedEntry(i + 1, null, [{ field: '', reason: 'x', message: `Expected ${i + 1}` }])
        : { line: i + 1, device: 'panel', file: 'a.png', sha256: '', warnings: [], step },
    ),
  );
  return { failure: null, manifest: lines.join(''), results: Int32Array.from(results), archive: new Uint8Array(0) };
}

describe('the tally', () => {
  test('counts results, and lists the first ten failures', () => {
    const tally = createTally();
    tally.add(blockOf(1024, 0, outcome.unchanged, outcome.failed));
    tally.add(blockOf(0));
    tally.resume();
    expect(tally.labels()).toBe(4);
    for (let line = 5; line < 20; line++)
      tally.fail({ line, problems: [{ field: '', reason: 'x', message: 'Expected more' }] });
    const summary = tally.summary(1.23456);
    expect(summary).toMatchObject({ rendered: 3, unchanged: 1, resumed: 1, failed: 16, seconds: 1.235 });
    expect(summary.failures).toHaveLength(10);
    expect(summary.failures.slice(0, 2)).toEqual([
      { line: 4, message: 'line 4: Expected 4' },
      { line: 5, message: 'line 5: Expected more' },
    ]);
  });
});

describe('the summary', () => {
  const none: Summary = { rendered: 0, unchanged: 0, resumed: 0, failed: 0, failures: [], notes: [], seconds: 2 };

  test.each([
    [{ rendered: 5 }, 'Rendered 5, failed 0 in 2.0 s (3/s)'],
    [
      { rendered: 5, unchanged: 15, resumed: 7 },
      'Rendered 5, unchanged 15, from the interrupted run 7, failed 0 in 2.0 s (10/s)',
    ],
    [{ unchanged: 1, resumed: 1 }, 'Rendered 0, unchanged 1, from the interrupted run 1, failed 0 in 2.0 s (1/s)'],
    [{ rendered: 1, seconds: 0 }, 'Rendered 1, failed 0 in 0.0 s (1000/s)'],
  ])('of %j has its numbers and the rate', (counts, line) => {
    expect(summaryLines({ ...none, ...counts }, 'x')).toBe(`${line}\n`);
  });

  test('begins with the first failures, and names the file of the others', () => {
    const failures = [2, 3].map((line) => ({ line, message: `line ${line}: Expected this` }));
    expect(summaryLines({ ...none, failed: 2, failures }, 'manifest.ndjson')).toBe(
      'line 2: Expected this\nline 3: Expected this\nRendered 0, failed 2 in 2.0 s (0/s)\n',
    );
    expect(summaryLines({ ...none, failed: 5, failures }, 'manifest.ndjson')).toBe(
      'line 2: Expected this\nline 3: Expected this\nand 3 more: see manifest.ndjson\nRendered 0, failed 5 in 2.0 s (0/s)\n',
    );
  });
});
