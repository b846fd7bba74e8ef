import { type Reading, readRows } from '../rows/read-rows.js';
import type { RowBlock } from '../rows/split-rows.js';
import { type DecidedPrice, priceTexts, type rowOfCells, signOf } from '../rows/table.js';

/** The first rows of a file decide how its ambiguous prices are read: as many as the Wall has. */
const decidingRows = 2000;

export interface DecidedRows {
  /** All rows, those included that were read to decide. */
  readonly blocks: AsyncGenerator<RowBlock>;
  readonly reading: Reading;
  /** A sentence about the decision; null: none was needed, or none is certain. */
  readonly note: string | null;
}

/** Reads the first rows of a file, and decides its decimal sign if one of their prices has two readings. */
export async function decideSign(blocks: AsyncGenerator<RowBlock>, reading: Reading): Promise<DecidedRows> {
  if (reading.format === 'ndjson' || reading.decimal !== null) return { blocks, reading, note: null };
  const head: RowBlock[] = [];
  const texts: string[] = [];
  const collect: typeof rowOfCells = (cells, table) => {
    texts.push(...priceTexts(cells, table));
    return { object: {} };
  };
  for (let rows = 0; rows < decidingRows;) {
    const next = await blocks.next();
    if (next.done) break;
    head.push(next.value);
    rows += next.value.starts.length;
    readRows(next.value, reading, collect);
  }
  const { decimal, decided } = signOf(texts);
  const all = joined(head, blocks);
  if (!decided) return { blocks: all, reading, note: null };
  return { blocks: all, reading: { ...reading, decimal }, note: sentenceOf(decided) };
}

async function* joined(head: RowBlock[], rest: AsyncGenerator<RowBlock>): AsyncGenerator<RowBlock> {
  // Each is freed once it is drawn.
  for (let block = head.shift(); block; block = head.shift()) yield block;
  yield* rest;
}

function sentenceOf({ text, price, by }: DecidedPrice): string {
  return `Prices such as "${text}" are read as ${price}, because of "${by}"; --decimal says otherwise`;
}
