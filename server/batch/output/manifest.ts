import type { Finding, LabelStep, Warning } from '../../../renderer/index.js';
import type { RowProblem } from '../rows/problem.js';

export const manifestName = 'manifest.ndjson';

/** A manifest line: the result of a row on a panel. */
export type ManifestEntry =
  | {
      readonly line: number;
      readonly device: string;
      readonly file: string;
      /** See `pixelHash`. */
      readonly sha256: string;
      readonly warnings: readonly Warning[];
      /** What the rules of `--lint` found; undefined: it was not given. */
      readonly findings?: readonly Finding[] | undefined;
      /** Equal for labels of one layout and panel whose boxes are equal. */
      readonly step: LabelStep;
    }
  | FailedEntry;

export interface FailedEntry {
  readonly line: number;
  /** From the option or the row. */
  readonly device?: string;
  readonly problems: readonly RowProblem[];
}

export function writeEntry(entry: ManifestEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

export function readEntry(line: string): ManifestEntry {
  return JSON.parse(line) as ManifestEntry;
}

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
