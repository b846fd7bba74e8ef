// `npm test` builds, checks types, and runs all tests, or those with matching paths, while it lints and checks the format.
// `npm run exhaustive` runs complete sweeps; without a pattern, it also runs the mutants. `npm run quick -- PATTERN` builds and runs
// matching tests; it checks types meanwhile and reports them last.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installExhaustivePackages } from './exhaustive-packages.mjs';

const [mode, ...patterns] = process.argv.slice(2);
const withMutants = mode === 'exhaustive' && patterns.length === 0;
if (mode === 'exhaustive') {
  process.env.EXHAUSTIVE = '1';
  // Includes test/exhaustive/.
  patterns.push('--testPathIgnorePatterns', '/node_modules/');
  installExhaustivePackages();
}

// More room for new objects: collecting them took an eighth of the time. Workers inherit the options.
const jest = ['--min-semi-space-size=32', '--max-semi-space-size=64', 'node_modules/jest/bin/jest.js'];
if (!(mode === 'quick' ? await quick() : await check())) process.exitCode = 1;

async function check() {
  if (!(await run('.ci/build.mjs'))) return false;
  const [tested, ...others] = await Promise.all([
    run(...jest, ...patterns),
    run('node_modules/oxlint/bin/oxlint'),
    run('node_modules/oxfmt/bin/oxfmt', '--check'),
  ]);
  const clean = others.every(Boolean);
  if (tested && !clean) process.stderr.write('All tests pass, but oxlint or oxfmt reports problems above.\n');
  return tested && clean && (!withMutants || (await mutantsAreCaught()));
}

/** Mutants run without complete sweeps. */
function mutantsAreCaught() {
  delete process.env.EXHAUSTIVE;
  return run('.ci/mutants.mjs');
}

async function quick() {
  if (!(await run('.ci/build.mjs', 'unchecked'))) return false;
  const types = spawn(process.execPath, ['.ci/build.mjs', 'types'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const typesEnd = once(types, 'close');
  const tested = await run(...jest, ...patterns);
  types.stdout.pipe(process.stdout);
  const [typesCode] = await typesEnd;
  if (typesCode === 0) process.stderr.write('Types are right.\n');
  return tested && typesCode === 0;
}

/** Runs a Node program. @returns whether it succeeded */
async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code === 0;
}
