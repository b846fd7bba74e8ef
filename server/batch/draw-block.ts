import type { Renderer } from '../../renderer/index.js';
import { createDrawRow, type DrawnRow } from './draw-row.js';
import { readPattern } from './file-name.js';
import { type RowProblem, sentence } from './problem.js';
import { type ReadRow, readRows } from './read-rows.js';
import type { Block } from './split-rows.js';
import { createArchive, createFolder, type Store, WriteFault } from './stores.js';
import type { Drawn, Outcome, Work } from './work.js';

/** Reads and draws the rows of a block, in their order. */
export type DrawBlock = (block: Block) => Drawn;

export function createDrawBlock(work: Work, renderer: Renderer): DrawBlock {
  const drawRow = createDrawRow(work, renderer);
  const fileName = readPattern(work.pattern);
  const devices = work.devices ?? [null];

  function outcomeOf(row: ReadRow, line: number, device: string | null, place: number, store: Store): Outcome {
    if ('problems' in row) return failed(line, device, row.problems);
    const drawn = drawRow(row.object, device);
    if ('problems' in drawn) return failed(line, device, drawn.problems);
    const panel = device ?? (row.object.device as string);
    const name = fileName({ line, device: panel, layout: drawn.layout, content: drawn.content });
    if ('problem' in name) return failed(line, device, [name.problem]);
    const entry = entryOf(line, panel, name.file, drawn);
    return { line, device: panel, entry, result: store.put(name.file, drawn.png, `${line}-${place}`) };
  }

  return (block) => {
    const store = work.folder ? createFolder(work.folder) : createArchive(work.modified);
    const outcomes: Outcome[] = [];
    for (const [i, row] of readRows(block, work.reading).entries())
      for (const [place, device] of devices.entries()) {
        try {
          outcomes.push(outcomeOf(row, block.lines[i]!, device, place, store));
        } catch (error) {
          if (!(error instanceof WriteFault)) throw error;
          return { fault: error.message, outcomes: [], archive: new Uint8Array(0) };
        }
      }
    return { fault: null, outcomes, archive: store.bytes() };
  };
}

function entryOf(line: number, device: string, file: string, { sha256, warnings }: DrawnRow): string {
  return JSON.stringify({ line, device, file, sha256, warnings });
}

/** What a row comes to that can't be drawn. */
export function failed(line: number, device: string | null, problems: readonly RowProblem[]): Outcome {
  const shown = problems.map(({ field, reason, message, received, example }) => ({
    field,
    reason,
    message,
    received,
    example,
  }));
  const entry = JSON.stringify({ line, ...(device !== null && { device }), problems: shown });
  return { line, device, entry, result: { failed: sentence(line, problems) } };
}
