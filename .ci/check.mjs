// What `npm test` runs, and with `exhaustive` first `npm run exhaustive`, whose sweeps leave nothing out: it builds, lints and looks at the format beside each other, and runs the tests that it is asked for, or all.
// They begin when what they need is built: the linter, which goes on, keeps one processor busy where they keep two.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const [first, ...others] = process.argv.slice(2);
const isExhaustive = first === 'exhaustive';
const asked = isExhaustive ? others : process.argv.slice(2);
if (isExhaustive) process.env.EXHAUSTIVE = '1';

const { jest } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

const building = start(['.ci/build.mjs', 'check'], 'ipc');
const linted = succeeds(building);
const [built, formatted] = await Promise.all([
  Promise.race([once(building, 'message').then(() => true), linted]),
  succeeds(start(['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'])),
]);
const tested = built && formatted && (await succeeds(start([...jest.split(' ').slice(1), ...asked])));
const right = await linted;
if (tested && !right) process.stderr.write('All tests pass, but ESLint finds faults: they stand above.\n');
if (!tested || !right) process.exitCode = 1;

/** Runs a program of Node, which says itself what is wrong. */
function start(args, ...channels) {
  return spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', ...channels] });
}

async function succeeds(program) {
  const [code] = await once(program, 'close');
  return code === 0;
}
