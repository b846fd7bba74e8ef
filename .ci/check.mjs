// `npm test` builds and checks types, then runs the tests – all, or the files whose paths match the given patterns – while it lints
// and checks the format. `npm run exhaustive` does the same with all sweeps whole; without a pattern, it also puts in the bugs that
// the tests have to notice. `npm run quick -- PATTERN` only builds and runs those files; it checks types meanwhile and reports them last.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installExhaustivePackages } from './exhaustive-packages.mjs';

const [mode, ...patterns] = process.argv.slice(2);
const withMutants = mode === 'exhaustive' && patterns.length === 0;
if (mode === 'exhaustive') {
  process.env.EXHAUSTIVE = '1';
  // Of the folders that the tests leave out this one alone, not test/exhaustive/.
  patterns.push('--testPathIgnorePatterns', '/node_modules/');
  installExhaustivePackages();
}

const jest = 'node_modules/jest/bin/jest.js';
if (!(mode === 'quick' ? await quick() : await check())) process.exitCode = 1;

async function check() {
  if (!(await run('.ci/build.mjs'))) return false;
  const [tested, ...others] = await Promise.all([
    run(jest, ...patterns),
    run('node_modules/oxlint/bin/oxlint'),
    run('node_modules/oxfmt/bin/oxfmt', '--check'),
  ]);
  const clean = others.every(Boolean);
  if (tested && !clean) process.stderr.write('All tests pass, but oxlint or oxfmt reports problems above.\n');
  return tested && clean && (!withMutants || (await mutantsAreCaught()));
}

/** The mutants are tried with the tests that every change has to pass. */
function mutantsAreCaught() {
  delete process.env.EXHAUSTIVE;
  return run('.ci/mutants.mjs');
}

async function quick() {
  if (!(await run('.ci/build.mjs', 'unchecked'))) return false;
  const types = spawn(process.execPath, ['.ci/build.mjs', 'types'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const typesEnd = once(types, 'close');
  const tested = await run(jest, ...patterns);
  types.stdout.pipe(process.stdout);
  const [typesCode] = await typesEnd;
  if (typesCode === 0) process.stderr.write('Types are right.\n');
  return tested && typesCode === 0;
}

/** Runs a program of Node, which reports its problems itself. @returns whether it found none */
async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code === 0;
}
