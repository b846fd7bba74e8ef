import { describe, expect, test } from '@jest/globals';
import { findDelimitedRow, findLine, type FindRow, maxRowBytes } from '../../server/batch/rows/find-row.js';
import { type RowBlock, type Format, splitRows } from '../../server/batch/rows/split-rows.js';
import { blocksOf } from '../support/batch.js';

const findCsvRow: FindRow = (bytes, start, final) => findDelimitedRow(bytes, start, final, 0x2c);

function textsOf({ bytes, starts, ends }: RowBlock): string[] {
  return starts.map((start, i) => Buffer.from(bytes.subarray(start, ends[i])).toString());
}

async function blocks(text: string, format: Format, labelsPerRow?: number): Promise<RowBlock[]> {
  // oxlint-disable-next-line typescript/require-await -- a synchronous stream
  async function* chunks() {
    yield Buffer.from(text);
  }
  const found: RowBlock[] = [];
  for await (const block of splitRows(chunks(), format, labelsPerRow)) found.push(block);
  return found;
}

const sizes = (found: readonly RowBlock[]) => found.map(({ starts }) => starts.length);

describe('blocks', () => {
  test('hold the bytes of their rows, where each begins and ends, and its line', async () => {
    const [header, block] = await blocks('a,b\n1,"2\n3"\n\n4,5', 'csv');
    expect([textsOf(header!), header!.lines, header!.read]).toEqual([['a,b\n'], [1], 4]);
    expect([textsOf(block!), block!.lines, block!.read]).toEqual([['1,"2\n3"\n', '4,5'], [2, 5], 16]);
  });

  test.each([
    [undefined, [128, 128, 44]],
    [1, [128, 128, 44]],
    [2, [64, 64, 64, 64, 44]],
    [100, Array<number>(300).fill(1)],
    [1000, Array<number>(300).fill(1)],
  ])('of rows that are %p labels each have 128 labels at most', async (labels, expected) => {
    expect(sizes(await blocks('{}\n'.repeat(300), 'ndjson', labels))).toEqual(expected);
    expect(sizes(await blocks(`a\n${'1\n'.repeat(300)}`, 'csv', labels))).toEqual([1, ...expected]);
  });

  test('end after 512 KB', async () => {
    const row = `${'x'.repeat(32 * 1024 - 1)}\n`;
    const found = await blocks(row.repeat(40), 'ndjson');
    expect(sizes(found)).toEqual([16, 16, 8]);
    expect(found.map(({ read }) => read / row.length)).toEqual([16, 32, 40]);
    expect(found.map(({ bytes }) => bytes.length / row.length)).toEqual([16, 16, 8]);
    expect(found.map(({ lines }) => lines[0])).toEqual([1, 17, 33]);
  });

  test('have separate bytes, which can be transferred to a thread', async () => {
    const [first, second] = await blocks('{}\n'.repeat(200), 'ndjson');
    expect(first!.bytes.buffer).not.toBe(second!.bytes.buffer);
    expect(first!.bytes.buffer.byteLength).toBe(first!.bytes.length);
  });

  test.each([
    ['', []],
    ['\ufeff', []],
    ['\n\r\n\n', []],
    ['a', [['a']]],
    ['ab', [['ab']]],
    ['\ufeffa', [['a']]],
    ['\ufeff\n\na\n', [['a\n']]],
    ['\r', []],
    ['a\n\n\r\nb\n\n', [['a\n', 'b\n']]],
    ['\ra', [['\ra']]],
    ['\r\r\n', [['\r\r\n']]],
    // The first two bytes of a byte order mark, and another letter's.
    ['\ufec0', [['\ufec0']]],
    ['\ufec0a\n', [['\ufec0a\n']]],
  ])('of %j are %j', async (text, expected) => {
    expect((await blocks(text, 'ndjson')).map(textsOf)).toEqual(expected);
    // A header ends its block.
    expect((await blocks(text, 'csv')).map(textsOf).flat()).toEqual(expected.flat());
  });

  test('begin with their first row, however many blank lines are before it', async () => {
    const blank = '\r\n'.repeat(512 * 1024);
    const found = await blocks(`${blank}a\n${blank}b\n`, 'csv');
    expect(found.map(({ bytes, starts, lines }) => [Buffer.from(bytes).toString(), starts, lines])).toEqual([
      ['a\n', [0], [512 * 1024 + 1]],
      ['b\n', [0], [2 * 512 * 1024 + 2]],
    ]);
  });

  test('continue after each row that is too long', async () => {
    const long = `${'x'.repeat(maxRowBytes + 1)}\n`;
    const found = await blocks(`${long}${long}a\n${long}b\n`, 'ndjson');
    expect(found.flatMap(textsOf).filter((text) => text.length <= 2)).toEqual(['a\n', 'b\n']);
    expect(found.flatMap(({ lines }) => lines)).toEqual([1, 2, 3, 4, 5]);
  });

  test('contain only the beginning of a row that is too long', async () => {
    const long = 'x'.repeat(maxRowBytes);
    const found = await blocks(`a\n${long}yz\nb\n${long}${long}`, 'ndjson');
    expect(found.flatMap(({ lines }) => lines)).toEqual([1, 2, 3, 4]);
    expect(found.map(({ faults }) => [...faults])).toEqual([[[1, 'too_long']], [[1, 'too_long']]]);
    expect(found.map(textsOf)).toEqual([
      ['a\n', long],
      ['b\n', long],
    ]);
  });
});

describe.each([
  ['a line', findLine, ''],
  ['a row of a CSV', findCsvRow, ''],
  ['a quoted row of a CSV', findCsvRow, '"'],
] as const)('%s', (_, find, quote) => {
  const rowOf = (length: number) => Buffer.from(`${quote}${'x'.repeat(length - 2 * quote.length)}${quote}`);
  const line = (length: number) => Buffer.concat([rowOf(length - 1), Buffer.from('\n')]);

  test('has 64 KB at most, its line break counted', () => {
    expect(find(line(maxRowBytes), 0, false)).toEqual({ end: maxRowBytes, breaks: 1, fault: null });
    expect(find(line(maxRowBytes + 1), 0, false)).toMatchObject({ end: maxRowBytes, breaks: 0, fault: 'too_long' });
    expect(find(rowOf(maxRowBytes), 0, true)).toEqual({ end: maxRowBytes, breaks: 0, fault: null });
    expect(find(rowOf(maxRowBytes + 1), 0, true)).toMatchObject({ end: maxRowBytes, breaks: 0, fault: 'too_long' });
  });

  test('whose end has not come is waited for up to 64 KB', () => {
    expect(find(rowOf(maxRowBytes), 0, false)).toBeUndefined();
    expect(find(rowOf(maxRowBytes + 1), 0, false)).toMatchObject({ end: maxRowBytes, fault: 'too_long' });
  });

  test('is measured from its beginning', () => {
    const before = Buffer.from('before\n');
    const at = before.length;
    const found = find(Buffer.concat([before, line(10), line(10)]), at, false);
    expect(found).toEqual({ end: at + 10, breaks: 1, fault: null });
    expect(find(Buffer.concat([before, line(maxRowBytes)]), at, false)).toMatchObject({ fault: null });
    expect(find(Buffer.concat([before, rowOf(maxRowBytes)]), at, false)).toBeUndefined();
    const long = Buffer.concat([before, rowOf(maxRowBytes + 1)]);
    expect(find(long, at, false)).toMatchObject({ end: at + maxRowBytes, fault: 'too_long' });
  });
});

describe('the end of a row of a CSV', () => {
  const find = (text: string, final = false) => findCsvRow(Buffer.from(text), 0, final);

  test.each([
    ['a,b\nc', { end: 4, breaks: 1, fault: null }],
    ['a,b\r\nc', { end: 5, breaks: 1, fault: null }],
    [',\n', { end: 2, breaks: 1, fault: null }],
    ['"a"\nb', { end: 4, breaks: 1, fault: null }],
    ['"a"\r\nb', { end: 5, breaks: 1, fault: null }],
    ['"a\n\nb","c\n"\nd', { end: 12, breaks: 4, fault: null }],
    ['"a""",b\nc', { end: 8, breaks: 1, fault: null }],
    ['a,""\nc', { end: 5, breaks: 1, fault: null }],
    ['a"b\nc', { end: 4, breaks: 1, fault: 'stray_quote' }],
    ['"a"b\nc', { end: 5, breaks: 1, fault: 'text_after_quote' }],
    ['"a"\rb\nc', { end: 6, breaks: 1, fault: 'text_after_quote' }],
    ['"a\nb"c\nd', { end: 3, breaks: 1, fault: 'open_quote' }],
  ])('of %j is %j, whether more comes or not', (text, expected) => {
    expect(find(text)).toEqual(expected);
    expect(find(text, true)).toEqual(expected);
  });

  test.each([
    ['a', { end: 1, breaks: 0, fault: null }],
    ['a,', { end: 2, breaks: 0, fault: null }],
    ['a\r', { end: 2, breaks: 0, fault: null }],
    ['"a', { end: 2, breaks: 0, fault: 'open_quote' }],
    ['"', { end: 1, breaks: 0, fault: 'open_quote' }],
    ['"a"', { end: 3, breaks: 0, fault: null }],
    ['"a""', { end: 4, breaks: 0, fault: 'open_quote' }],
    ['"a"\r', { end: 4, breaks: 0, fault: 'text_after_quote' }],
    ['"a\nb', { end: 3, breaks: 1, fault: 'open_quote' }],
    ['a"', { end: 2, breaks: 0, fault: 'stray_quote' }],
  ])('of %j is not known before all has come; then it is %j', (text, expected) => {
    expect(find(text)).toBeUndefined();
    expect(find(text, true)).toEqual(expected);
  });

  test('whose quotes are wrong and which is longer than 64 KB is that of a row too long', () => {
    const long = 'x'.repeat(maxRowBytes);
    expect(find(`${long}"\n`)).toMatchObject({ end: maxRowBytes, fault: 'too_long' });
    expect(find(`a"${long}\n`)).toEqual({ end: maxRowBytes, breaks: 0, fault: 'too_long' });
    expect(find(`"a\n${long}" b\n`)).toEqual({ end: 3, breaks: 1, fault: 'too_long' });
    expect(find(`"a\n${'x'.repeat(100)}" b\n`)).toEqual({ end: 3, breaks: 1, fault: 'open_quote' });
  });
});

describe('a row of a CSV with a line break in quotes', () => {
  /** The first bytes of such a row. */
  const begin = (length: number) => `"a\n${'x'.repeat(length - 3)}`;
  const find = (text: string, start = 0, final = false) => findCsvRow(Buffer.from(text), start, final);
  const tooLong = { end: 3, breaks: 1, fault: 'too_long' };

  test('has 64 KB at most; a longer one loses only its first line', () => {
    expect(find(`${begin(maxRowBytes - 2)}"\n`)).toEqual({ end: maxRowBytes, breaks: 2, fault: null });
    expect(find(`${begin(maxRowBytes - 1)}"\n`)).toEqual(tooLong);
    expect(find(`${begin(maxRowBytes - 3)}"\r\n`)).toEqual({ end: maxRowBytes, breaks: 2, fault: null });
    expect(find(`${begin(maxRowBytes - 2)}"\r\n`)).toEqual(tooLong);
    expect(find(`${begin(maxRowBytes - 1)}"`, 0, true)).toEqual({ end: maxRowBytes, breaks: 1, fault: null });
    expect(find(`${begin(maxRowBytes)}"`, 0, true)).toEqual(tooLong);
  });

  test('whose end has not come is waited for up to 64 KB', () => {
    expect(find(begin(maxRowBytes))).toBeUndefined();
    expect(find(begin(maxRowBytes + 1))).toEqual(tooLong);
    expect(find(`${begin(maxRowBytes - 1)}"`)).toBeUndefined();
    expect(find(`${begin(maxRowBytes)}"`)).toEqual(tooLong);
    expect(find(`${begin(maxRowBytes - 2)}"\r`)).toBeUndefined();
    expect(find(`${begin(maxRowBytes - 1)}"\r`)).toEqual(tooLong);
  });

  test('with wrong quotes has that fault within 64 KB, and is too long beyond', () => {
    expect(find(`${begin(maxRowBytes - 2)}"b\n`)).toEqual({ end: 3, breaks: 1, fault: 'open_quote' });
    expect(find(`${begin(maxRowBytes - 1)}"b\n`)).toEqual(tooLong);
    expect(find(begin(maxRowBytes), 0, true)).toEqual({ end: 3, breaks: 1, fault: 'open_quote' });
    expect(find(begin(maxRowBytes + 1), 0, true)).toEqual(tooLong);
  });

  test('is measured from its beginning', () => {
    const before = `${'x'.repeat(maxRowBytes - 1)}\n`;
    expect(find(`${before}"a\nb"c\n`, maxRowBytes)).toEqual({ end: maxRowBytes + 3, breaks: 1, fault: 'open_quote' });
    expect(find(`${before}"a\nb`, maxRowBytes)).toBeUndefined();
    expect(find(`${before}${begin(maxRowBytes)}`, maxRowBytes)).toBeUndefined();
  });

  test.each(['"\rb', '"b', '"\r\n', '"\n', '""\n', '"', '"\r', '","b"c', '",b"c', 'y"\r\n'])(
    'of 64 KB that ends in %j is the same wherever the stream is cut',
    async (end) => {
      const cutAt = async (text: string, size: number) =>
        (await blocksOf(Buffer.from(text), 'csv', [size, text.length])).map((block) => ({
          ...block,
          bytes: Buffer.from(block.bytes).toString(),
        }));
      for (let length = maxRowBytes - 3; length <= maxRowBytes + 1; length++) {
        const text = `a\n${begin(length)}${end}\nb\n`;
        const whole = await cutAt(text, text.length);
        for (let size = length; size < text.length; size++)
          expect([length, size, await cutAt(text, size)]).toEqual([length, size, whole]);
      }
    },
  );
});

test.each([false, true])('a blank line is one by itself, whether more comes or not', (final) => {
  expect(findLine(Buffer.from('\na\n'), 0, final)).toEqual({ end: 1, breaks: 1, fault: null });
  expect(findCsvRow(Buffer.from('\na\n'), 0, final)).toEqual({ end: 1, breaks: 1, fault: null });
});
