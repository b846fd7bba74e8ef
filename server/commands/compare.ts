import { Command } from 'commander';
import type { Result } from '../compare/pairs.js';
import { lesson } from './help.js';
import { CommandError, type ExitCode, exitCodes, type Io } from './io.js';
import { shared } from './options.js';

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
    .summary('say what differs between labels')
    .description('Compare two PNGs of labels, or the PNGs of two folders by name, and say what differs.')
    .argument('<expected>', 'a PNG, or a folder')
    .argument('<actual>', 'a PNG, or a folder')
    .option('--report <file>', 'write one HTML page that shows each difference')
    .option('--diff <file>', 'for two PNGs: write a PNG that shows expected, actual and difference side by side')
    .addOption(shared.json(': what differs'))
    .option('--accept [names...]', 'copy actual labels over the expected ones: all, or the named ones')
    .addHelpText(
      'after',
      lesson(
        [
          'esl-sim compare expected.png actual.png --diff difference.png',
          'esl-sim compare expected actual --report report.html',
          'esl-sim compare expected actual --accept shelf/milk.png',
        ],
        ['done', 'failed', 'usage', 'invalid', 'differ'],
      ),
    )
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
  const found = findPairs(expected, actual);
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
  return found.pairs.map(comparePair);
}

async function writeReport(path: string, expected: string, actual: string, results: readonly Result[]): Promise<void> {
  const { reportPage } = await import('../compare/report.js');
  const { placeFile } = await import('../files/write-file.js');
  placeFile(path, reportPage({ expected, actual, results }));
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
  const accepted = results.filter(
    ({ name, outcome }) => (names === true || names.includes(name)) && (outcome === 'differs' || outcome === 'extra'),
  );
  for (const { name, expected, actual } of accepted) {
    placeFile(expected, readFileSync(actual));
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
  const others = results.filter(({ outcome }) => outcome !== 'same');
  if (results.length === 1) return `The labels are ${others.length === 0 ? '' : 'not '}the same`;
  if (others.length === 0) return `All ${results.length} labels are the same`;
  const list = (['differs', 'missing', 'extra', 'broken'] as const).flatMap((outcome) => {
    const count = others.filter((other) => other.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome === 'differs' && count > 1 ? 'differ' : outcome}`];
  });
  const are = others.length === 1 ? 'is' : 'are';
  return `${others.length} of ${results.length} labels ${are} not the same: ${list.join(', ')}`;
}

function exitCodeOf(results: readonly Result[]): ExitCode {
  if (results.some(({ outcome }) => outcome === 'broken')) return exitCodes.invalid;
  return results.every(({ outcome }) => outcome === 'same') ? exitCodes.done : exitCodes.differ;
}
