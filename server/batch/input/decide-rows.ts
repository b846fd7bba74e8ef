import { type DecidedCurrency, type DecidedPrice, decide } from '../rows/decide.js';
import { readCells, type Reading } from '../rows/read-rows.js';
import type { RowFault } from '../rows/find-row.js';
import { completeVariants } from '../rows/guess/variants.js';
import { joinedRows, type RowBlock } from '../rows/split-rows.js';
import type { RowCell } from '../rows/csv.js';

/** The first rows of a file decide how its ambiguous prices are read: as many as the Wall has. */
const decidingRows = 2000;

/**
 * Reads the first rows of a file, and decides by them what its options and the names of its columns leave open.
 * @returns all rows, those included that were read to decide; how they are read; a sentence about each decision
 */
export async function decideRows(
  blocks: AsyncGenerator<RowBlock>,
  reading: Reading,
  names: readonly string[],
  isGuessed: (column: number) => boolean,
): Promise<{ readonly blocks: typeof blocks; readonly reading: Reading; readonly notes: readonly string[] }> {
  if (reading.format === 'ndjson') return { blocks, reading, notes: [] };
  const { sizes = [], sale, columns } = reading;
  const isOpen = columns.some((field, i) => field === 'date' || (field === 'unit' && isGuessed(i)));
  const isKnown = reading.decimal !== null && reading.currency !== undefined && !isOpen && sizes.length === 0 && !sale;
  const head: RowBlock[] = [];
  const texts: (readonly RowCell[])[] = [];
  const lines: number[] = [];
  for (let rows = 0; rows < decidingRows && !isKnown;) {
    const next = await blocks.next();
    if (next.done) break;
    head.push(next.value);
    rows += next.value.starts.length;
    for (const [i, cells] of readCells(next.value, reading).entries()) {
      if (cells === null) continue;
      texts.push(cells);
      lines.push(next.value.lines[i]!);
    }
  }
  const { decimal, decided, currencies, repeated, stocks, unread, ...decisions } = decide(texts, reading, isGuessed);
  const named = (i: number) => `"${names[i]!.trim()}"`;
  const isDecided = decided !== undefined && reading.decimal === null;
  return {
    blocks: joined(head, blocks),
    reading: { ...reading, ...decisions, decimal: isDecided ? decimal : reading.decimal },
    notes: [
      ...stocks.map((i) => `${named(i)} has more numbers than units, and is not read as the unit`),
      ...decisions.sizes.map((i) => `Names are completed by the sizes in ${named(i)}`),
      ...unread.map((i) => `Columns are ignored: ${named(i)}`),
      ...currencies.map((one) => currencySentence(one, lines[one.row]!)),
      ...(isDecided ? [sentenceOf(decided)] : []),
      ...(repeated
        ? [
            `"${repeated.text}" has one price in line ${lines[repeated.other]!} and another in line ${lines[repeated.row]!}`,
          ]
        : []),
    ],
  };
}

/** The rows of a file with complete names of variants, without rows that have no article. */
export async function* completeRows(blocks: AsyncGenerator<RowBlock>, reading: Reading): AsyncGenerator<RowBlock> {
  const { format } = reading;
  if (format === 'ndjson' || !(reading.variants ?? reading.sizes?.length)) {
    yield* blocks;
    return;
  }
  const complete = completeVariants(reading);
  const write = (cells: readonly RowCell[]) =>
    format === 'csv'
      ? cells.map((cell) => `"${(cell as string).replaceAll('"', '""')}"`).join(reading.delimiter)
      : JSON.stringify(cells);
  for await (const block of blocks) {
    const [rows, lines]: [Uint8Array[], number[]] = [[], []];
    const faults = new Map<number, RowFault>();
    for (const [i, cells] of readCells(block, reading).entries()) {
      const row = cells && complete(cells);
      if (cells && !row) continue;
      const fault = block.faults.get(i);
      if (fault) faults.set(rows.length, fault);
      const isSame = row === cells;
      rows.push(isSame ? block.bytes.subarray(block.starts[i], block.ends[i]) : Buffer.from(`${write(row!)}\n`));
      lines.push(block.lines[i]!);
    }
    if (rows.length > 0) yield { ...joinedRows(rows), lines, faults, read: block.read };
  }
}

async function* joined(head: RowBlock[], rest: AsyncGenerator<RowBlock>): AsyncGenerator<RowBlock> {
  // Each is freed once it is drawn.
  for (let block = head.shift(); block; block = head.shift()) yield block;
  yield* rest;
}

function sentenceOf({ text, price, by }: DecidedPrice): string {
  return `Prices such as "${text}" are read as ${price}, because of "${by}"; --decimal says otherwise`;
}

function currencySentence({ text, currency, by }: DecidedCurrency, line: number): string {
  return `Prices without a currency such as "${text}" in line ${line} are in ${currency}, because of "${by}"; --currency says otherwise`;
}
