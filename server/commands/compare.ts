import { Command } from 'commander';
import type { Result } from '../compare/compare-pair.js';
import type { LabelPair } from '../compare/pairs.js';
import type { ReportEntry, Spool } from '../compare/spool.js';
import { DocumentedCommand } from './help.js';
import { oneLine } from '../fields/text.js';
import { CommandError, type ExitCode, exitCodes, type Io, usage } from './io.js';
import { shared } from './options.js';

interface CompareFlags {
  readonly report?: string;
  readonly junit?: string;
  readonly diff?: string;
  readonly json?: boolean;
  /** True: accept all. */
  readonly accept?: true | readonly string[];
}

export function describeCompare(io: Io): Command {
  return new DocumentedCommand('compare')
    .summary('say what differs between labels')
    .description('Compare two PNGs of labels, or the PNGs of two folders by name, and say what differs.')
    .argument('<expected>', 'a PNG, or a folder')
    .argument('<actual>', 'a PNG, or a folder')
    .addOption(shared.report(': each difference'))
    .addOption(shared.junit())
    .option('--diff <file>', 'for two PNGs: write a PNG that shows expected, actual and difference side by side')
    .addOption(shared.json(': what differs'))
    .option('--accept [names...]', 'copy actual labels over the expected ones: all, or the named ones')
    .footer(
      ['done', 'failed', 'usage', 'invalid', 'differ'],
      'esl-sim compare expected.png actual.png --diff difference.png',
      'esl-sim compare expected actual --report report.html --junit junit.xml',
      'esl-sim compare expected actual --accept shelf/milk.png',
    )
    .action(async (expected: string, actual: string, options: CompareFlags) => {
      const pairs = await pairsOf(expected, actual, options);
      const start = performance.now();
      const results = await comparePairs(
        pairs,
        io,
        options.report === undefined ? null : reporter(expected, actual, options.report),
      );
      if (options.junit !== undefined)
        await writeJunit(options.junit, `${expected} ${actual}`, results, (performance.now() - start) / 1000);
      if (options.diff !== undefined) await writeDifference(options.diff, results);
      io.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : await inWords(results));
      const remaining = options.accept ? await accept(results, options.accept, io) : results;
      io.end(exitCodeOf(remaining));
    });
}

async function pairsOf(
  expected: string,
  actual: string,
  { diff, accept }: CompareFlags,
): Promise<readonly LabelPair[]> {
  const { findPairs } = await import('../compare/pairs.js');
  const result = findPairs(expected, actual);
  if (result.kind === 'mixed') throw usage('Expected two PNGs or two folders but received one of each');
  if (result.kind === 'folders' && diff !== undefined)
    throw usage('Expected two PNGs for --diff but received folders; --report shows them');
  if (result.pairs.length === 0)
    throw new CommandError(exitCodes.failed, `Expected PNGs in ${expected} or ${actual} but found none`);
  const names = new Set(result.pairs.map(({ name }) => name));
  const unknown = (accept === true ? undefined : accept)?.filter((name) => !names.has(name)) ?? [];
  if (unknown.length > 0) throw usage(`Expected names of labels for --accept but received ${unknown.join(', ')}`);
  return result.pairs;
}

type Reporter = (results: {
  readonly total: number;
  readonly entries: readonly ReportEntry[];
  readonly spool: Spool;
}) => Promise<void> | void;

/** Compares pairs on all processors, with a progress bar. */
export async function comparePairs(
  pairs: readonly LabelPair[],
  io: Io,
  report: Reporter | null,
): Promise<readonly Result[]> {
  const { compareAll, CompareError } = await import('../compare/compare-all.js');
  const { Spool } = await import('../compare/spool.js');
  const { createProgress } = await import('../parallel/progress.js');
  const progress = createProgress(io.bar, pairs.length);
  const spool = report ? new Spool() : null;
  const results: Result[] = [];
  const entries: ReportEntry[] = [];
  try {
    const comparing = { jobs: io.cores, pictured: spool !== null, progress, signal: io.interruption() };
    for await (const compared of compareAll(pairs, comparing)) {
      results.push(compared.result);
      if (spool && compared.result.outcome !== 'same') entries.push(spool.add(compared));
    }
    if (spool) await report?.({ total: pairs.length, entries, spool });
  } catch (error) {
    throw error instanceof CompareError ? new CommandError(exitCodes.failed, error.message) : error;
  } finally {
    spool?.close();
  }
  return results;
}

function reporter(expected: string, actual: string, path: string): Reporter {
  return async ({ total, entries, spool }) => {
    const { reportPieces } = await import('../compare/report.js');
    const { quoted } = await import('../compare/words.js');
    const { placePieces } = await import('../files/write-file.js');
    const command = `npx esl-sim compare ${quoted(expected)} ${quoted(actual)} --accept`;
    const acceptable = entries.some(({ result }) => isAcceptable(result));
    const accept = acceptable ? { words: `To accept all: \`${command}\``, command } : null;
    placePieces(path, reportPieces({ expected, actual, total, entries, spool, accept }));
  };
}

async function writeJunit(path: string, name: string, results: readonly Result[], seconds: number): Promise<void> {
  const { junitPieces } = await import('../compare/junit.js');
  const { placePieces } = await import('../files/write-file.js');
  placePieces(path, junitPieces(name, results, seconds));
}

async function writeDifference(path: string, [result]: readonly Result[]): Promise<void> {
  if (result?.outcome !== 'differs') return;
  const { readFileSync } = await import('node:fs');
  const { readLabel, sideBySide } = await import('../../renderer/compare/index.js');
  const { placeFile } = await import('../files/write-file.js');
  placeFile(path, sideBySide(readLabel(readFileSync(result.expected)), readLabel(readFileSync(result.actual))));
}

/** Copies the accepted labels and returns the other results. Nothing is deleted, and no broken file is copied. */
async function accept(results: readonly Result[], names: true | readonly string[], io: Io): Promise<readonly Result[]> {
  const { readFileSync } = await import('node:fs');
  const { placeFile } = await import('../files/write-file.js');
  const selected = names === true ? null : new Set(names);
  const [accepted, others]: [Result[], Result[]] = [[], []];
  for (const result of results)
    (isAcceptable(result) && (selected?.has(result.name) ?? true) ? accepted : others).push(result);
  for (const { name, expected, actual } of accepted) {
    placeFile(expected, readFileSync(actual));
    io.stderr.write(`accepted ${oneLine(name)}\n`);
  }
  return others;
}

function isAcceptable({ outcome }: Result): boolean {
  return outcome === 'differs' || outcome === 'extra';
}

async function inWords(results: readonly Result[]): Promise<string> {
  const { countsInWords } = await import('../compare/words.js');
  const others = results.filter(({ outcome }) => outcome !== 'same');
  return `${await linesOf(others)}${summary(results.length, others.length, countsInWords(others))}\n`;
}

/** Lines for each result: its outcome and name, then a sentence per difference. */
export async function linesOf(results: readonly Result[]): Promise<string> {
  const { wordsOf } = await import('../compare/words.js');
  const rows = results.flatMap((result) => [
    [result.outcome, result.name],
    ...wordsOf(result).map((sentence) => ['', sentence]),
  ]);
  return rows.map(([start, text]) => `${start}\t${oneLine(text!)}\n`).join('');
}

/** "3 of 120 labels are not the same: 2 differ, 1 missing". */
function summary(total: number, others: number, counts: string): string {
  if (total === 1) return `The labels are ${others === 0 ? '' : 'not '}the same`;
  if (others === 0) return `All ${total} labels are the same`;
  return `${others} of ${total} labels ${others === 1 ? 'is' : 'are'} not the same: ${counts}`;
}

function exitCodeOf(results: readonly Result[]): ExitCode {
  if (results.some(({ outcome }) => outcome === 'broken')) return exitCodes.invalid;
  return results.every(({ outcome }) => outcome === 'same') ? exitCodes.done : exitCodes.differ;
}
