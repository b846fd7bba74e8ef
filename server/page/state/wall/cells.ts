import { parse } from 'csv-parse/browser/esm/sync';
import { csvOptions, textOfCell } from '../../../batch/rows/csv.js';
import { findDelimiter } from '../../../batch/rows/find-delimiter.js';
import {
  decoded,
  findEncoding,
  type FoundEncoding,
  headSize,
  type TextEncoding,
} from '../../../batch/rows/find-encoding.js';
import { headerOf, readSheet } from '../../../batch/rows/sheet/sheet.js';
import { createSplitter, type RowBlock } from '../../../batch/rows/split-rows.js';
import { isKnownName } from '../../../batch/rows/guess/synonyms.js';
import { type FileFault, type FileTable, maxRows, type UnreadRow } from './table.js';

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Reads the cells of a CSV or a workbook. @param encoding as a person chose @throws for a workbook that can't be read */
export async function readCells(file: Uint8Array, encoding?: TextEncoding): Promise<FileTable | FileFault> {
  const isArchive = file[0] === 0x50 && file[1] === 0x4b;
  if (!isArchive) return readCsv(file, encoding);
  const { name: sheet, rows, hidden } = await readSheet(file, 'the file', () => import('./workbook.js'));
  const header = headerOf(rows);
  if (!header) return { fault: 'empty' };
  const filled = rows
    .map((cells, i) => ({ line: i + 1, cells }))
    .slice(header.next)
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const beyond = Math.max(0, filled.length - maxRows);
  return { names: header.names, rows: filled.slice(0, maxRows), beyond, sheet, text: null, hidden };
}

/** Reads the cells of a CSV with any delimiter that it finds, and in any encoding of which it is certain. */
function readCsv(file: Uint8Array, chosen?: TextEncoding): FileTable | FileFault {
  const found = findEncoding(file.subarray(0, headSize));
  if (chosen === undefined && !found.isCertain) return { fault: 'encoding', text: found };
  const text: FoundEncoding = { ...found, encoding: chosen ?? found.encoding, isCertain: true };
  const bytes = utf8Of(file, text.encoding);
  const head = new TextDecoder().decode(bytes.subarray(0, headSize));
  const { delimiter, titles } = findDelimiter(head, isKnownName);
  const [header, ...blocks] = createSplitter('csv', maxRows, delimiter.charCodeAt(0), titles).push(bytes, true);
  if (!header) return { fault: 'empty' };
  const [first] = cellsIn(header, delimiter);
  if (!first || 'fault' in first) return { fault: 'header' };
  const rows: FileTable['rows'][number][] = [];
  let beyond = 0;
  for (const block of blocks) {
    const room = maxRows - rows.length;
    beyond += Math.max(0, block.lines.length - room);
    if (room > 0) rows.push(...cellsIn(block, delimiter).slice(0, room));
  }
  return { names: first.cells as readonly string[], rows, beyond, sheet: null, text };
}

/** The file in UTF-8, with line feeds if only carriage returns end its lines. */
function utf8Of(file: Uint8Array, encoding: TextEncoding): Uint8Array {
  const bytes = encoding === 'utf-8' ? file : new TextEncoder().encode(decoded(file, encoding));
  if (bytes.includes(lineFeed)) return bytes;
  return bytes.map((byte) => (byte === carriageReturn ? lineFeed : byte));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The cells of each row in a block. The parser reads all rows without a fault at once. */
function cellsIn(block: RowBlock, delimiter: string): FileTable['rows'] {
  const rows = block.lines.map((line, i): { readonly line: number; readonly text: string } | UnreadRow => {
    const fault = block.faults.get(i);
    if (fault) return { line, fault };
    try {
      return { line, text: decoder.decode(block.bytes.subarray(block.starts[i], block.ends[i])) };
    } catch {
      return { line, fault: 'invalid_utf8' };
    }
  });
  const texts = rows.flatMap((row) => ('fault' in row ? [] : [row.text.replace(/\r?\n$/, '')]));
  const records = parse(texts.join('\n'), csvOptions(delimiter)).values();
  return rows.map((row) => ('fault' in row ? row : { line: row.line, cells: records.next().value!.map(textOfCell) }));
}
