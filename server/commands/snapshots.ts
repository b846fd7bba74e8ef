import { Command } from 'commander';
import { lesson } from './help.js';
import { CommandError, exitCodes, type Io } from './io.js';

interface SnapshotsOptions {
  readonly prune?: boolean;
  readonly move?: readonly string[];
}

/** `esl-sim snapshots`: the baselines of `toMatchLabelSnapshot` that no test uses any more. */
export function describeSnapshots(io: Io): Command {
  return new Command('snapshots')
    .summary('list label snapshots without a test')
    .description('List the label snapshots that no test uses any more, by the last test run.')
    .argument('[results]', 'the file written by jest --json --outputFile or vitest --reporter=json --outputFile')
    .argument('[folder]', 'where to look for snapshots', '.')
    .option('--prune', 'delete them')
    .option('--move <files...>', 'a test file that is gone, and the one that takes over its snapshots')
    .addHelpText(
      'after',
      lesson(
        [
          'npx jest --json --outputFile run.json; esl-sim snapshots run.json',
          'npx vitest run --reporter json --outputFile run.json; esl-sim snapshots run.json --prune',
          'npx playwright test; esl-sim snapshots',
          'esl-sim snapshots --move shelf.test.js dairy.test.js',
        ],
        ['done', 'failed', 'usage', 'invalid'],
      ),
    )
    .action(async (results: string | undefined, folder: string, { prune, move }: SnapshotsOptions) => {
      if (move) {
        const { moveBaselines } = await import('../snapshots/moved.js');
        const [from, to, ...others] = move;
        if (from === undefined || to === undefined || others.length > 0)
          throw new CommandError(exitCodes.usage, `Expected two test files for --move but received ${move.length}`);
        io.stdout.write(`moved\t${moveBaselines(from, to)}\n`);
        return;
      }
      const { readFileSync, rmSync } = await import('node:fs');
      const { isTestRun, obsoleteBaselines } = await import('../snapshots/obsolete.js');
      const run = results === undefined ? undefined : parse(readFileSync(results, 'utf8'));
      if (results !== undefined && !isTestRun(run))
        throw new CommandError(exitCodes.invalid, `Expected the JSON results of jest or vitest in ${results}`);
      for (const path of obsoleteBaselines(folder, isTestRun(run) ? run : undefined)) {
        if (prune) rmSync(path);
        io.stdout.write(`${prune ? 'deleted' : 'obsolete'}\t${path}\n`);
      }
    });
}

/** The JSON value; undefined for anything else. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
