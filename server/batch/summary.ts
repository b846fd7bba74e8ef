import { failureOf, readEntry } from './output/entry.js';
import { became, type Drawn, linesOf } from './work.js';

/** What a batch came to. */
export interface Summary {
  /** Pictures that were written. */
  readonly rendered: number;
  /** Pictures that were there already, byte by byte. */
  readonly unchanged: number;
  /** Pictures that an interrupted run had written. */
  readonly resumed: number;
  /** Rows, on a panel each, that could not be drawn. */
  readonly failed: number;
  /** The first of them, a sentence each. */
  readonly failures: readonly { readonly line: number; readonly message: string }[];
  readonly seconds: number;
}

export interface Tally {
  readonly add: (drawn: Drawn) => void;
  /** Counts what the manifest of an interrupted run says. */
  resume(): void;
  readonly fail: (line: number, message: string) => void;
  /** Pictures so far. */
  labels(): number;
  summary(seconds: number): Summary;
}

const mostShown = 10;

export function createTally(): Tally {
  let [rendered, unchanged, resumed, failed] = [0, 0, 0, 0];
  const failures: { line: number; message: string }[] = [];
  function fail(line: number, message: string): void {
    failed++;
    if (failures.length < mostShown) failures.push({ line, message });
  }
  return {
    add(drawn) {
      const lines = drawn.results.includes(became.failed) ? linesOf(drawn) : [];
      for (const [i, result] of drawn.results.entries()) {
        const entry = result === became.failed && readEntry(lines[i]!);
        if (entry && 'problems' in entry) fail(entry.line, failureOf(entry));
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
      seconds: Math.round(seconds * 1000) / 1000,
    }),
  };
}

/** The summary for people. @param rest where all the failures are written. */
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
