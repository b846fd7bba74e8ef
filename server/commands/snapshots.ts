import { Command } from 'commander';
import { CommandError, exitCodes, type Io } from './io.js';

/** `esl-sim snapshots`: the baselines of `toMatchLabelSnapshot` that no test asks for any more. */
export function describeSnapshots(io: Io): Command {
  return new Command('snapshots')
    .description('List the label snapshots that no test asks for any more, after a run of all tests.')
    .argument('<results>', 'what jest --json --outputFile or vitest --reporter=json --outputFile wrote')
    .argument('[folder]', 'where to look for snapshots', '.')
    .option('--prune', 'delete them')
    .action(async (results: string, folder: string, { prune }: { prune?: boolean }) => {
      const { readFileSync, rmSync, statSync } = await import('node:fs');
      const { isTestRun, obsoleteBaselines } = await import('../snapshots/obsolete.js');
      const run = read(() => JSON.parse(readFileSync(results, 'utf8')), results);
      if (!isTestRun(run))
        throw new CommandError(exitCodes.invalid, `Expected the JSON results of jest or vitest in ${results}`);
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new CommandError(exitCodes.failed, `Expected a folder but received ${folder}`);
      for (const path of obsoleteBaselines(folder, run)) {
        if (prune) rmSync(path);
        io.stdout.write(`${prune ? 'deleted' : 'obsolete'}\t${path}\n`);
      }
    });
}

function read(parse: () => unknown, path: string): unknown {
  try {
    return parse();
  } catch (error) {
    const code = error instanceof SyntaxError ? exitCodes.invalid : exitCodes.failed;
    throw new CommandError(code, `${path}: ${(error as Error).message}`);
  }
}
