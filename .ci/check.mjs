// Builds and lints beside each other, as each keeps one processor busy: what `npm test` begins with.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The page takes its types from declarations that the build makes. */
const page = 'server/page';
const eslint = (...args) => succeeds('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...args);

const built = succeeds('.ci/build.mjs');
const right = await Promise.all([
  built,
  eslint('.', '--ignore-pattern', page),
  built.then((done) => done && eslint(page)),
  succeeds('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
]);
if (!right.every(Boolean)) process.exitCode = 1;

/** Whether a program of Node, which says itself what is wrong, finds all right. */
async function succeeds(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code === 0;
}
