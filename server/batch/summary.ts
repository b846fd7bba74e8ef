import { type DrawnBlock, outcome, linesOf } from './output/drawn.js';
import { type FailedEntry, readEntry } from './output/manifest.js';
import { type Sheet, sentence } from './rows/problem.js';

export type Tally = ReturnType<typeof createTally>;
export type Summary = ReturnType<Tally['summary']>;

const maxShown = 10;

/** @param sheet null: the input is a text */
export function createTally(sheet: Sheet | null = null, notes: readonly string[] = []) {
  let [rendered, unchanged, resumed, failed] = [0, 0, 0, 0];
  const failures: { line: number; message: string }[] = [];
  function fail({ line, problems }: FailedEntry): void {
    failed++;
    if (failures.length < maxShown) failures.push({ line, message: sentence(line, problems, sheet) });
  }
  return {
    add(drawn: DrawnBlock): void {
      const lines = drawn.results.includes(outcome.failed) ? linesOf(drawn) : [];
      for (const [i, result] of drawn.results.entries()) {
        const entry = result === outcome.failed && readEntry(lines[i]!);
        if (entry && 'problems' in entry) fail(entry);
        else if (result === outcome.unchanged) unchanged++;
        else rendered++;
      }
    },
    /** Counts an image of the interrupted run. */
    resume(): void {
      resumed++;
    },
    /** Counts a failed row of the interrupted run. */
    fail,
    /** Images of this run so far. */
    labels: () => rendered + unchanged,
    summary: (seconds: number) => ({
      rendered,
      /** Existing images with equal bytes. */
      unchanged,
      /** Images of the interrupted run. */
      resumed,
      /** Failed rows, counted per panel. */
      failed,
      /** The first of them. */
      failures,
      /** Sentences about assumptions on the input. */
      notes,
      seconds: Math.round(seconds * 1000) / 1000,
    }),
  };
}

/** The summary for people. @param rest the file with all failures */
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
  const lines = failures.map(({ message }) => message);
  if (failed > failures.length) lines.push(`and ${failed - failures.length} more: see ${rest}`);
  return [...lines, `${counts} in ${seconds.toFixed(1)} s (${rate}/s)`, ''].join('\n');
}
