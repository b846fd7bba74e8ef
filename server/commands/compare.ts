import { Command } from 'commander';
import type { Result } from '../compare/pairs.js';
import { CommandError, type ExitCode, exitCodes, type Io } from './io.js';

interface Options {
  readonly report?: string;
  readonly diff?: string;
  readonly json?: boolean;
  /** True: all. */
  readonly accept?: true | readonly string[];
}

/** `esl-sim compare`: what differs between two labels, or two folders of them. */
export function describeCompare(io: Io): Command {
  return new Command('compare')
    .description('Compare two PNGs of labels, or two folders of them by their names, and say what differs.')
    .argument('<expected>', 'a PNG, or a folder')
    .argument('<actual>', 'a PNG, or a folder')
    .option('--report <file>', 'write one HTML page that shows each difference')
    .option('--diff <file>', 'of two PNGs: write a PNG of expected, actual and difference, side by side')
    .option('--json', 'print JSON')
    .option('--accept [names...]', 'copy the actual labels over the expected ones: all, or those of the names')
    .action(async (expected: string, actual: string, options: Options) => {
      const results = await compare(expected, actual, options);
      if (options.report !== undefined) await writeReport(options.report, expected, actual, results);
      if (options.diff !== undefined) await writeDifference(options.diff, results);
      io.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : inWords(results));
      const left = options.accept ? await accept(results, options.accept, io) : results;
      io.end(exitCodeOf(left));
    });
}

async function compare(expected: string, actual: string, { diff, accept }: Options): Promise<readonly Result[]> {
  const { comparePair, findPairs } = await import('../compare/pairs.js');
  const found = reading(() => findPairs(expected, actual));
  if (found.kind === 'mixed')
    throw new CommandError(exitCodes.usage, 'Expected two PNGs or two folders but received one of each');
  if (found.kind === 'folders' && diff !== undefined)
    throw new CommandError(exitCodes.usage, 'Expected two PNGs for --diff but received folders; --report shows them');
  if (found.pairs.length === 0)
    throw new CommandError(exitCodes.failed, `Expected PNGs in ${expected} or ${actual} but found none`);
  const names = new Set(found.pairs.map(({ name }) => name));
  const unknown = (accept === true ? undefined : accept)?.filter((name) => !names.has(name)) ?? [];
  if (unknown.length > 0)
    throw new CommandError(exitCodes.usage, `Expected names of labels for --accept but received ${unknown.join(', ')}`);
  return reading(() => found.pairs.map(comparePair));
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CommandError(exitCodes.failed, `Expected files at hand but received: ${(error as Error).message}`);
  }
}

async function writeReport(path: string, expected: string, actual: string, results: readonly Result[]): Promise<void> {
  const { reportPage } = await import('../compare/report.js');
  const { writeWhole } = await import('../write-whole.js');
  reading(() => {
    writeWhole(path, reportPage({ expected, actual, results }));
  });
}

async function writeDifference(path: string, [result]: readonly Result[]): Promise<void> {
  if (result?.outcome !== 'differs') return;
  const { readFileSync } = await import('node:fs');
  const { readLabel, sideBySide } = await import('../../renderer/compare/index.js');
  const { writeWhole } = await import('../write-whole.js');
  reading(() => {
    writeWhole(path, sideBySide(readLabel(readFileSync(result.expected)), readLabel(readFileSync(result.actual))));
  });
}

/** Copies what was accepted, and gives the results that are left: nothing is deleted and nothing broken is taken over. */
async function accept(results: readonly Result[], names: true | readonly string[], io: Io): Promise<readonly Result[]> {
  const { readFileSync } = await import('node:fs');
  const { writeWhole } = await import('../write-whole.js');
  const accepted = results.filter(
    ({ name, outcome }) => (names === true || names.includes(name)) && (outcome === 'differs' || outcome === 'extra'),
  );
  for (const { name, expected, actual } of accepted) {
    reading(() => {
      writeWhole(expected, readFileSync(actual));
    });
    io.stderr.write(`accepted ${name}\n`);
  }
  return results.filter((result) => !accepted.includes(result));
}

function inWords(results: readonly Result[]): string {
  const lines = results.flatMap((result) => {
    if (result.outcome === 'same') return [];
    const said =
      result.outcome === 'differs' ? result.difference.words : result.outcome === 'broken' ? [result.message] : [];
    return [`${result.outcome}\t${result.name}`, ...said.map((sentence) => `\t${sentence}`)];
  });
  return [...lines, summary(results), ''].join('\n');
}

/** "3 of 120 labels are not the same: 2 differ, 1 missing". */
function summary(results: readonly Result[]): string {
  const labels = results.length === 1 ? '1 label' : `${results.length} labels`;
  const counts = Object.entries({ differs: 'differ', missing: 'missing', extra: 'extra', broken: 'broken' })
    .map(([outcome, said]) => ({ said, count: results.filter((result) => result.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  const others = counts.reduce((sum, { count }) => sum + count, 0);
  if (others === 0) return results.length === 1 ? 'The labels are the same' : `All ${labels} are the same`;
  const list = counts.map(({ said, count }) => `${count} ${said}`).join(', ');
  return `${others} of ${labels} ${others === 1 ? 'is' : 'are'} not the same: ${list}`;
}

function exitCodeOf(results: readonly Result[]): ExitCode {
  if (results.some(({ outcome }) => outcome === 'broken')) return exitCodes.invalid;
  return results.every(({ outcome }) => outcome === 'same') ? exitCodes.done : exitCodes.differ;
}
