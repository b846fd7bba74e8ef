import { became, type DrawnBlock, linesOf } from './output/drawn.js';
import { type FailedEntry, readEntry } from './output/manifest.js';
import { type Sheet, sentence } from './rows/problem.js';

/** The result of a batch. */
export interface Summary {
  /** Images that were written. */
  readonly rendered: number;
  /** Images that were already there, byte for byte. */
  readonly unchanged: number;
  /** Images that an interrupted run had written. */
  readonly resumed: number;
  /** Rows that could not be drawn, counted per panel. */
  readonly failed: number;
  /** The first of them. */
  readonly failures: readonly { readonly line: number; readonly message: string }[];
  /** What was found out about the input, or taken for granted, a sentence each. */
  readonly notes: readonly string[];
  readonly seconds: number;
}

export interface Tally {
  readonly add: (drawn: DrawnBlock) => void;
  /** Counts an image that an interrupted run had written. */
  resume(): void;
  /** Counts a row that an interrupted run could not draw. */
  fail(entry: FailedEntry): void;
  /** Images of this run so far. */
  labels(): number;
  summary(seconds: number): Summary;
}

const mostShown = 10;

/** @param sheet the sheet that the rows are of; null: a text */
export function createTally(sheet: Sheet | null = null, notes: readonly string[] = []): Tally {
  let [rendered, unchanged, resumed, failed] = [0, 0, 0, 0];
  const failures: { line: number; message: string }[] = [];
  function fail({ line, problems }: FailedEntry): void {
    failed++;
    if (failures.length < mostShown) failures.push({ line, message: sentence(line, problems, sheet) });
  }
  return {
    add(drawn) {
      const lines = drawn.results.includes(became.failed) ? linesOf(drawn) : [];
      for (const [i, result] of drawn.results.entries()) {
        const entry = result === became.failed && readEntry(lines[i]!);
        if (entry && 'problems' in entry) fail(entry);
        else if (result === became.unchanged) unchanged++;
        else rendered++;
      }
    },
    resume() {
      resumed++;
    },
    fail,
    labels: () => rendered + unchanged,
    summary: (seconds) => ({
      rendered,
      unchanged,
      resumed,
      failed,
      failures,
      notes,
      seconds: Math.round(seconds * 1000) / 1000,
    }),
  };
}

/** The summary for people. @param rest where all failures can be read */
export function summaryLines(
  { rendered, unchanged, resumed, failed, failures, seconds }: Summary,
  rest: string,
): string {
  const counts = [
    `Rendered ${rendered}`,
    ...(unchanged > 0 ? [`unchanged ${unchanged}`] : []),
    ...(resumed > 0 ? [`from the interrupted run ${resumed}`] : []),
    `failed ${failed}`,
  ].join(', ');
  const rate = Math.round((rendered + unchanged) / Math.max(seconds, 0.001));
  const lines = [...failures.map(({ message }) => message)];
  if (failed > failures.length) lines.push(`and ${failed - failures.length} more: see ${rest}`);
  return [...lines, `${counts} in ${seconds.toFixed(1)} s (${rate}/s)`, ''].join('\n');
}
