import type { LabelStep, Warning } from '../../../renderer/index.js';
import type { RowProblem } from '../rows/problem.js';

export const manifestName = 'manifest.ndjson';

/** What became of a row on a panel: a line of the manifest. */
export type Entry = ImageEntry | FailedEntry;

interface ImageEntry {
  readonly line: number;
  readonly device: string;
  readonly file: string;
  /** See `pixelHash`. */
  readonly sha256: string;
  readonly warnings: readonly Warning[];
  /** Equal for labels of one layout and panel whose boxes are equal. */
  readonly step: LabelStep;
}

export interface FailedEntry {
  readonly line: number;
  /** As the option or the row named it. */
  readonly device?: string;
  readonly problems: readonly RowProblem[];
}

export function writeEntry(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

export function readEntry(line: string): Entry {
  return JSON.parse(line) as Entry;
}

/** The entry of a row that can't be drawn. */
export function failedEntry(line: number, device: string | null, problems: readonly RowProblem[]): FailedEntry {
  const shown = problems.map(({ field, reason, message, received, example }) => ({
    field,
    reason,
    message,
    received,
    example,
  }));
  return { line, ...(device !== null && { device }), problems: shown };
}
