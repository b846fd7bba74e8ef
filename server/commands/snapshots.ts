import { Command } from 'commander';
import { lesson } from './help.js';
import { CommandError, exitCodes, type Io } from './io.js';

/** `esl-sim snapshots`: the baselines of `toMatchLabelSnapshot` that no test uses any more. */
export function describeSnapshots(io: Io): Command {
  return new Command('snapshots')
    .summary('list label snapshots without a test')
    .description('List the label snapshots that no test uses any more, by the results of a full test run.')
    .argument('<results>', 'the file written by jest --json --outputFile or vitest --reporter=json --outputFile')
    .argument('[folder]', 'where to look for snapshots', '.')
    .option('--prune', 'delete them')
    .addHelpText(
      'after',
      lesson(
        [
          'npx jest --json --outputFile run.json; esl-sim snapshots run.json',
          'npx vitest run --reporter json --outputFile run.json; esl-sim snapshots run.json --prune',
        ],
        ['done', 'failed', 'usage', 'invalid'],
      ),
    )
    .action(async (results: string, folder: string, { prune }: { prune?: boolean }) => {
      const { readFileSync, rmSync } = await import('node:fs');
      const { isTestRun, obsoleteBaselines } = await import('../snapshots/obsolete.js');
      const run = parse(readFileSync(results, 'utf8'));
      if (!isTestRun(run))
        throw new CommandError(exitCodes.invalid, `Expected the JSON results of jest or vitest in ${results}`);
      for (const path of obsoleteBaselines(folder, run)) {
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
