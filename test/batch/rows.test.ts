import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { textOfCell } from '../../server/batch/rows/csv.js';
import { readRows } from '../../server/batch/rows/read-rows.js';
import { splitRows } from '../../server/batch/rows/split-rows.js';
import { blocksOf, rowsOf } from '../support/batch.js';

const columns = ['product_name', 'unit', 'data.note'];
const csv = { format: 'csv', columns, delimiter: ',', prices: ['price'], decimal: null } as const;
const ndjson = { format: 'ndjson', map: new Map(), options: new Map([['device', '--device']]) } as const;

async function csvRows(text: string | Buffer, sizes?: readonly number[]) {
  const [, ...blocks] = await blocksOf(Buffer.from(text), 'csv', sizes);
  return rowsOf(blocks, csv);
}

const header = `${columns.join(',')}\n`;
const field = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🥛', ' ', '"', ',', '\n', '\r\n', "'", ';', '\\') });
const row = fc.tuple(field, field, field);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

function quoted(text: string, always: boolean): string {
  return always || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function objectOf([product_name, unit, note]: readonly string[]) {
  return {
    ...(product_name && { product_name }),
    ...(unit && { unit }),
    ...(note && { data: { note } }),
  };
}

describe('the rows of a CSV', () => {
  test('equal those of csv-parse, wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 300 }),
        sizes,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
        async (rows, cuts, end, always, last) => {
          const lines = rows.map((cells) => cells.map((cell) => quoted(cell, always)).join(','));
          const text = [columns.join(','), ...lines].join(end) + (last ? end : '');
          const whole = parse(text, { record_delimiter: ['\r\n', '\n'] }).slice(1);
          expect(whole).toEqual(rows);
          const read = await csvRows(text, cuts);
          expect(read.map((one) => ('object' in one ? one.object : one))).toEqual(
            whole.map((cells) => objectOf(cells.map(textOfCell))),
          );
          const starts = read.map(({ line }) => text.split('\n')[line - 1]!);
          for (const [i, line] of lines.entries()) expect(line.startsWith(starts[i]!.replace(/\r$/, ''))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('do not depend on the chunks, for any bytes', async () => {
    const byte = fc.constantFrom(0x22, 0x2c, 0x0a, 0x0d, 0x61, 0xff, 0xc3);
    await fc.assert(
      fc.asyncProperty(fc.array(byte, { maxLength: 200 }), sizes, async (bytes, cuts) => {
        const text = Buffer.from(bytes);
        expect(await blocksOf(text, 'csv', cuts)).toEqual(await blocksOf(text, 'csv'));
        rowsOf(await blocksOf(text, 'csv'), csv);
      }),
      { numRuns: 500 },
    );
  });

  test('continue after one with wrong quotes, which is reported by its line', async () => {
    const rows = await csvRows(
      `${header}a,b,c\n12" pan,b,c\nd,"e\nf",g\n"h" i,j,k\nl,m,"n\no,p,q\n"r,\ns",t,u\nv,w,"x`,
    );
    const found = rows.map(
      (one) => `${one.line} ${'object' in one ? String(one.object.product_name) : one.problems[0]!.reason}`,
    );
    expect(found.join('; ')).toBe(
      '2 a; 3 stray_quote; 4 d; 6 text_after_quote; 7 open_quote; 8 o; 9 r,\ns; 11 open_quote',
    );
  });

  test('may have columns that are ignored, and must have as many cells as there are columns', async () => {
    const [, block] = await blocksOf(Buffer.from('a,b,c\n1,2,3\n1,2\n1,2,3,4\n,,\n'), 'csv');
    const problem = (count: number) => ({
      problems: [{ field: '', reason: 'columns', message: `Expected 3 columns for the row but received ${count}` }],
    });
    expect(readRows(block!, { ...csv, columns: ['price', null, 'data.note'] })).toEqual([
      { object: { price: '1.00', data: { note: '3' } } },
      problem(2),
      problem(4),
      { object: {} },
    ]);
  });

  test('are each refused alone where they are not UTF-8', async () => {
    const bytes = Buffer.from('a,b,c\n1,2,3\n4,?,6\n7,8,9\n10,?,12\n13,?,15\n');
    for (const [at, byte] of bytes.entries()) if (byte === 0x3f) bytes[at] = 0xff;
    const [, block] = await blocksOf(bytes, 'csv');
    const refused = {
      problems: [{ field: '', reason: 'invalid_utf8', message: 'Expected UTF-8 for the row but received other bytes' }],
    };
    expect(readRows(block!, csv)).toEqual([
      { object: objectOf(['1', '2', '3']) },
      refused,
      { object: objectOf(['7', '8', '9']) },
      refused,
      refused,
    ]);
  });

  test('never get another’s line: a block that the parser reads otherwise is an error', async () => {
    const [, block] = await blocksOf(Buffer.from('a,b,c\n1,2,3\n4,5,6\n'), 'csv');
    const one = { ...block!, starts: [0], ends: [block!.bytes.length], lines: [2] };
    expect(() => readRows(one, csv)).toThrow('Expected 1 rows but the parser found 2');
  });

  test('without an end are not gathered', async () => {
    let most = 0;
    // oxlint-disable-next-line typescript/require-await -- a stream of 200 MB
    async function* endless() {
      yield Buffer.from(header);
      const chunk = Buffer.alloc(1 << 20, 'x');
      for (let i = 0; i < 200; i++) {
        yield chunk;
        most = Math.max(most, process.memoryUsage().arrayBuffers);
      }
      yield Buffer.from('\na,b,c\n');
    }
    const before = process.memoryUsage().arrayBuffers;
    const blocks = [];
    for await (const block of splitRows(endless(), 'csv')) blocks.push(block);
    expect(rowsOf(blocks.slice(1), csv).map(({ line }) => line)).toEqual([2, 3]);
    expect(most - before).toBeLessThan(60 << 20);
  });
});

describe('the rows of an NDJSON', () => {
  test('are the objects of its lines, wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 200 }), sizes, async (rows, cuts) => {
        const lines = rows.map(([product_name, unit, note]) => JSON.stringify({ product_name, unit, data: { note } }));
        const read = rowsOf(await blocksOf(Buffer.from(lines.join('\n')), 'ndjson', cuts), ndjson);
        expect(read).toEqual(
          rows.map(([product_name, unit, note], i) => ({
            line: i + 1,
            object: { product_name, unit, data: { note } },
          })),
        );
      }),
      { numRuns: 40 },
    );
  });

  test('are reported by line and problem', async () => {
    const lines = [
      ...['{"price":"1.00","data.note":"a"}', '{"price"}', '[]', '', '{"price":"1.00","price":"2.00"}'],
      ...['{"prices":"1.00"}', '{"price":"1.00","device":"x"}', '{"view":"ink"}', '{"__proto__":1}'],
    ];
    const text = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\n`), Buffer.from([0x22, 0xff, 0x22])]);
    const found = rowsOf(await blocksOf(text, 'ndjson'), ndjson);
    expect(found.map((one) => [one.line, 'object' in one ? one.object : one.problems[0]!.message])).toEqual([
      [1, { price: '1.00', data: { note: 'a' } }],
      [2, 'Expected JSON for the row but it breaks at position 8'],
      [3, 'Expected a JSON object for the row but received an array'],
      [5, 'Expected price once but it comes again'],
      [6, 'Expected a known field but received prices (did you mean "price"?)'],
      [7, 'Expected device in --device or in the row but received both'],
      [8, expect.stringContaining('Expected a known field but received view')],
      [9, 'Expected another name than __proto__ for a field'],
      [10, 'Expected UTF-8 for the row but received other bytes'],
    ]);
  });
});
