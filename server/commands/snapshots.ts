import { Command } from 'commander';
import type { Result } from '../compare/compare-pair.js';
import { oneLine } from '../fields/text.js';
import type { TestRun } from '../snapshots/upkeep/obsolete.js';
import { comparePairs, linesOf } from './compare.js';
import { DocumentedCommand } from './help.js';
import { CommandError, exitCodes, type Io, usage } from './io.js';
import { shared } from './options.js';

interface SnapshotsOptions {
  readonly prune?: boolean;
  readonly move?: readonly string[];
  readonly report?: string;
  readonly json?: boolean;
}

/** `esl-sim snapshots`: lists baselines that no test uses, and labels that differed. */
export function describeSnapshots(io: Io): Command {
  return new DocumentedCommand('snapshots')
    .summary('list label snapshots without a test, and report on those that differ')
    .description('List the label snapshots that no test uses any longer, by the last test run.')
    .argument('[results]', 'the file written by jest --json --outputFile or vitest --reporter=json --outputFile')
    .argument('[folder]', 'where to look for snapshots', '.')
    .option('--prune', 'delete them')
    .option('--move <files...>', 'a test file that is gone, and the one that takes over its snapshots')
    .addOption(shared.report(': each difference'))
    .option('--json', 'print JSON')
    .footer(
      ['done', 'failed', 'usage', 'invalid', 'differ'],
      'npx jest --json --outputFile run.json; esl-sim snapshots run.json',
      'npx vitest run --reporter json --outputFile run.json; esl-sim snapshots run.json --prune',
      'npx jest; esl-sim snapshots --report report.html',
      'npx playwright test; esl-sim snapshots',
      'esl-sim snapshots --move shelf.test.js dairy.test.js',
    )
    .action(async (first: string | undefined, second: string, options: SnapshotsOptions) => {
      const { prune = false, move, report, json = false } = options;
      if (move) {
        const { moveBaselines } = await import('../snapshots/moved.js');
        const [from, to, ...others] = move;
        if (from === undefined || to === undefined || others.length > 0)
          throw usage(`Expected two test files for --move but received ${move.length}`);
        io.stdout.write(`moved\t${moveBaselines(from, to)}\n`);
        return;
      }
      const { results, folder } = await argumentsOf(first, second);
      const run = results === null ? undefined : await readRun(results);
      const obsolete = await findObsolete(folder, run, prune);
      const differing = report === undefined ? null : await reportLeftovers(report, folder, run, io);
      if (json)
        io.stdout.write(`${JSON.stringify({ obsolete, deleted: prune, ...(differing && { differing }) }, null, 2)}\n`);
      else {
        for (const path of obsolete) io.stdout.write(`${prune ? 'deleted' : 'obsolete'}\t${oneLine(path)}\n`);
        io.stdout.write(await linesOf(differing ?? []));
      }
      const anyLeft = (obsolete.length > 0 && !prune) || (differing ?? []).length > 0;
      io.end(anyLeft ? exitCodes.differ : exitCodes.done);
    });
}

/** The results are optional: a single argument may be the folder. */
async function argumentsOf(
  first: string | undefined,
  second: string,
): Promise<{ results: string | null; folder: string }> {
  const { statSync } = await import('node:fs');
  if (first !== undefined && statSync(first, { throwIfNoEntry: false })?.isDirectory())
    return { results: null, folder: first };
  return { results: first ?? null, folder: second };
}

async function readRun(path: string): Promise<TestRun> {
  const { readText } = await import('../files/read-file.js');
  const { isTestRun } = await import('../snapshots/upkeep/obsolete.js');
  const text = readText(path, 'run');
  try {
    const run: unknown = JSON.parse(text);
    if (isTestRun(run)) return run;
  } catch {
    // Reported below.
  }
  throw new CommandError(exitCodes.invalid, `Expected the JSON results of jest or vitest in ${path}`);
}

async function findObsolete(folder: string, run: TestRun | undefined, prune: boolean): Promise<readonly string[]> {
  const { rmSync } = await import('node:fs');
  const { obsoleteBaselines } = await import('../snapshots/upkeep/obsolete.js');
  const obsolete = obsoleteBaselines(folder, run);
  if (prune) for (const path of obsolete) rmSync(path);
  return obsolete;
}

/** Reports on the labels that differed in the run; without one, in the last run. */
async function reportLeftovers(
  path: string,
  folder: string,
  run: TestRun | undefined,
  io: Io,
): Promise<readonly Result[]> {
  const { findLeftovers } = await import('../snapshots/upkeep/leftovers.js');
  const { reportPieces } = await import('../compare/report.js');
  const { placePieces } = await import('../files/write-file.js');
  const results = await comparePairs(
    findLeftovers(folder, typeof run?.startTime === 'number' ? run.startTime : 0),
    io,
    ({ total, entries, spool }) => {
      const words = 'To accept changes, run the tests again with `-u`, or Playwright with `--update-snapshots`.';
      const accept = { words, command: null };
      const names = { expected: 'snapshots', actual: 'the last run' };
      placePieces(path, reportPieces({ ...names, total, entries, spool, accept }));
    },
  );
  return results.filter(({ outcome }) => outcome !== 'same');
}
