import { type DecidedCurrency, type DecidedPrice, decide } from '../rows/decide.js';
import { type Reading, readRows } from '../rows/read-rows.js';
import type { RowBlock } from '../rows/split-rows.js';
import type { RowCell, rowOfCells } from '../rows/table.js';

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
  const hasGuessedUnit = reading.columns.some((field, i) => field === 'unit' && isGuessed(i));
  const hasCurrency = reading.currency !== undefined;
  if (reading.decimal !== null && hasCurrency && !hasGuessedUnit) return { blocks, reading, notes: [] };
  const head: RowBlock[] = [];
  const texts: (readonly RowCell[])[] = [];
  const lines: number[] = [];
  const collect: typeof rowOfCells = (cells) => {
    texts.push(cells);
    return { object: {} };
  };
  for (let rows = 0; rows < decidingRows;) {
    const next = await blocks.next();
    if (next.done) break;
    head.push(next.value);
    rows += next.value.starts.length;
    const read = readRows(next.value, reading, collect);
    lines.push(...next.value.lines.filter((_, i) => 'object' in read[i]!));
  }
  const { columns, decimal, decided, usual, currencies, stocks } = decide(texts, reading, isGuessed);
  const isDecided = decided !== undefined && reading.decimal === null;
  return {
    blocks: joined(head, blocks),
    reading: { ...reading, columns, usual, decimal: isDecided ? decimal : reading.decimal },
    notes: [
      ...stocks.map((i) => `"${names[i]!.trim()}" has numbers alone, and is not read as the unit`),
      ...currencies.map((one) => currencySentence(one, lines[one.row]!)),
      ...(isDecided ? [sentenceOf(decided)] : []),
    ],
  };
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
