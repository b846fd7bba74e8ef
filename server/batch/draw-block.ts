import { defaultBinding, type Renderer } from '../../renderer/index.js';
import { dayIn } from '../fields/dates.js';
import { createDrawRow } from './draw-row.js';
import { type DrawnBlock, outcome } from './output/drawn.js';
import { readPattern } from './output/file-name.js';
import {
  createFileWriter,
  createTarWriter,
  type ImageWriter,
  ImageWriteError,
  temporaryNameOf,
} from './output/image-writers.js';
import { type ManifestEntry, failedEntry, writeEntry } from './output/manifest.js';
import type { ReadRow, RowProblem } from './rows/problem.js';
import { type Reading, readRows } from './rows/read-rows.js';
import type { RowBlock } from './rows/split-rows.js';
import { rowOfCells } from './rows/table.js';
import type { Work } from './work.js';

export function createDrawBlock(work: Work, renderer: Renderer) {
  const drawRow = createDrawRow(work, renderer);
  const fileName = readPattern(work.pattern);
  const devices = work.devices ?? [null];
  const timeZone = (work.fields.time_zone as string | undefined) ?? defaultBinding.time_zone;
  const today = work.date ?? dayIn(timeZone, work.now);

  function draw(
    row: ReadRow,
    line: number,
    device: string | null,
    images: ImageWriter,
  ): { entry: ManifestEntry; result: number } {
    const failed = (problems: readonly RowProblem[]) => ({
      entry: failedEntry(
        line,
        device,
        problems.map((problem) => withAdvice(problem, work.reading)),
      ),
      result: outcome.failed,
    });
    if ('problems' in row) return failed(row.problems);
    const drawn = drawRow(row.object, device, row.wrong);
    if (drawn.problems) return failed(drawn.problems);
    const panel = device ?? (row.object.device as string);
    const name = fileName({ line, device: panel, layout: drawn.layout, content: drawn.content });
    if ('problem' in name) return failed([name.problem]);
    const { file } = name;
    const { sha256, warnings, findings, step } = drawn;
    const pictured = work.images !== 'none' && (work.images === undefined || findings!.length > 0);
    const result = pictured ? images.write(file, drawn.png(), temporaryNameOf(line, panel)) : 0;
    return { entry: { line, device: panel, file, sha256, warnings, findings, step }, result };
  }

  return (block: RowBlock): DrawnBlock => {
    const images = work.folder ? createFileWriter(work.folder) : createTarWriter(work.modified);
    const rows = readRows(block, work.reading, (cells, table) => rowOfCells(cells, table, today));
    const results = new Int32Array(rows.length * devices.length);
    let manifest = '';
    let count = 0;
    for (const [i, row] of rows.entries())
      for (const device of devices) {
        try {
          const { entry, result } = draw(row, block.lines[i]!, device, images);
          results[count++] = result;
          manifest += writeEntry(entry);
        } catch (error) {
          if (!(error instanceof ImageWriteError)) throw error;
          return { failure: error.message, manifest: '', results: new Int32Array(0), archive: new Uint8Array(0) };
        }
      }
    return { failure: null, manifest, results, archive: images.archive() };
  };
}

/** Names the option that may solve a problem. */
function withAdvice(problem: RowProblem, reading: Reading): RowProblem {
  const { field, reason, message, received } = problem;
  if (reading.format === 'ndjson') return problem;
  const { format, prices } = reading;
  const advice =
    reason === 'ambiguous' && received !== undefined && prices.includes(field)
      ? '; --decimal says which'
      : reason === 'invalid_utf8' && format === 'csv'
        ? '; --input-encoding says which'
        : '';
  return advice === '' ? problem : { ...problem, message: message + advice };
}
