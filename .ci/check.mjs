// `npm test` builds, checks types, and runs all tests, or those with matching paths, while it lints and checks the format.
// `npm run exhaustive` runs complete sweeps; without a pattern, in a random order, then the usual ones in two more, and tries mutants.
// `npm run quick -- PATTERN` builds, checks types, and runs matching tests.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { callsFolder } from './builds.mjs';
import { installExhaustivePackages } from './exhaustive-packages.mjs';

const [mode, ...patterns] = process.argv.slice(2);
const complete = mode === 'exhaustive' && patterns.length === 0;
if (mode === 'exhaustive') {
  process.env.EXHAUSTIVE = '1';
  // Includes test/exhaustive/.
  patterns.push('--testPathIgnorePatterns', '/node_modules/');
  installExhaustivePackages();
}

// More room for new objects: collecting them took an eighth of the time. Workers inherit the options.
const jest = ['--min-semi-space-size=32', '--max-semi-space-size=64', 'node_modules/jest/bin/jest.js'];
if (!(await check())) process.exitCode = 1;

async function check() {
  if (!(await run('.ci/build.mjs'))) return false;
  if (mode === 'quick') return run(...jest, ...patterns);
  const [tested, ...others] = await Promise.all([
    complete ? passInRandomOrder(1, ...patterns) : run(...jest, ...patterns),
    run('node_modules/oxlint/bin/oxlint'),
    run('node_modules/oxfmt/bin/oxfmt', '--check'),
  ]);
  const clean = others.every(Boolean);
  if (tested && !clean) process.stderr.write('All tests pass, but oxlint or oxfmt reports problems above.\n');
  if (!tested || !clean || !complete) return tested && clean;
  // Complete sweeps are tried once.
  delete process.env.EXHAUSTIVE;
  rmSync(dirname(callsFolder()), { recursive: true, force: true });
  process.env.CALLS = callsFolder();
  const passed = await passInRandomOrder(2);
  delete process.env.CALLS;
  return passed && (await passInRandomOrder(3)) && run('.ci/mutants/index.mjs', '--count', '400');
}

/** Files share processes, and one may leave something for the next. */
async function passInRandomOrder(i, ...args) {
  const seed = String(randomInt(1e9));
  process.stderr.write(`Random order ${i} of 3: ORDER_SEED=${seed} npm run jest repeats it\n`);
  process.env.ORDER_SEED = seed;
  const passed = await run(...jest, ...args);
  delete process.env.ORDER_SEED;
  return passed;
}

/** Runs a Node program. @returns whether it succeeded */
async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code === 0;
}
