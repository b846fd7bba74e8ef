// Applies the bugs of test/mutants/ to copies of the product, one at a time, and reports bugs that their tests miss.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { filesOf, freshFolder } from './builds.mjs';
import { endAll, applyBug, makeCopy, runTests } from './mutant-copy.mjs';

const usage = `Usage: npm run mutants [-- [--changed] [--workers N] [PLACE...]]
  PLACE      a file of test/mutants/ without its ending, or a file or folder of the product (default: all)
  --changed  only bugs that are new, or whose files or tests differ from those of origin/main
  --workers  how many bugs are tried at the same time (default: 2)`;
const home = 'test/mutants';
/** A test that runs longer counts as failed. */
const maxMs = 60_000;
/** The lines that code may have moved, unless it is unique in its file. */
const maxDistance = 40;

/** An invalid entry, or a problem of its tests. */
class Mistake extends Error {}

/** Reads a file of entries, see CONTRIBUTING. */
function parse(name) {
  return readFileSync(`${home}/${name}.txt`, 'utf8')
    .split(/\n(?:[ \t]*\n)+/)
    .flatMap((block) => {
      const [head, ...rest] = block.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
      if (head === undefined) return [];
      const [, file, line, tests, test] = /^(\S+):(\d+) ([^>]+?)(?: > (.+))?$/.exec(head) ?? [];
      const [bug, from, to, survives] = ['#', '-', '+', '='].map((mark) =>
        rest.filter((each) => each[0] === mark).map((each) => each.slice(1).trim()),
      );
      if (!file || from.length === 0 || rest.some((each) => !'#-+='.includes(each[0])))
        throw new Mistake(
          `${home}/${name}.txt: Expected "FILE:LINE TESTS", then lines with #, -, + and = but received "${head}"`,
        );
      const title = `${file}:${line} (${bug.join(' ')})`;
      return [{ name, block, title, file, line: Number(line), tests: tests.split(' '), test, bug, from, to, survives }];
    });
}

/** The requested entries. */
function select(entries, places, changed) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const base = changed && git('merge-base', 'HEAD', 'origin/main').trim();
  const touched = new Set(changed ? git('diff', '--name-only', base).split('\n') : []);
  const before = changed ? git('ls-tree', '-r', '--name-only', base, home).split('\n').slice(0, -1) : [];
  const known = before.map((path) => git('show', `${base}:${path}`)).join('\n');
  return entries.filter(({ name, block, file, tests }) => {
    const isRequested = places.length === 0 || places.some((place) => place === name || file.startsWith(place));
    const sources = [file, ...tests.map((test) => `test/${test}.test.ts`)];
    return isRequested && (!changed || sources.some((source) => touched.has(source)) || !known.includes(block.trim()));
  });
}

/** The source with the bug. */
function mutate({ title, file, line, from, to }) {
  if (!existsSync(file)) throw new Mistake(`${title}: There is no such file`);
  const source = readFileSync(file, 'utf8');
  const pattern = from.map(literal).join('\\s*\\n\\s*');
  const [nearest, next] = [...source.matchAll(new RegExp(pattern, 'g'))]
    .map(({ index, 0: old }) => ({ index, old, distance: Math.abs(source.slice(0, index).split('\n').length - line) }))
    .sort((a, b) => a.distance - b.distance);
  if (!nearest || (next && nearest.distance > maxDistance))
    throw new Mistake(`${title}: The source has changed; near this line it no longer has ${from.join(' ⏎ ')}`);
  if (next?.distance === nearest.distance)
    throw new Mistake(`${title}: Expected more of the line, as the source has this twice: ${from.join(' ⏎ ')}`);
  return source.slice(0, nearest.index) + to.join('\n') + source.slice(nearest.index + nearest.old.length);
}

/** The built files of the tests that an entry names. */
function filesOfTests({ title, tests }) {
  return tests.flatMap((test) => {
    const path = [`dist/test/${test}.test.js`, `dist/test/${test}`].find((each) => existsSync(each));
    const files = path ? filesOf(path).filter((file) => file.endsWith('.test.js')) : [];
    if (files.length === 0) throw new Mistake(`${title}: There is no test "${test}" in test/`);
    return files;
  });
}

/** The text of test files and their imports in test/. */
function textOf(folder, files) {
  const read = new Map();
  for (const queue = [...files]; queue.length > 0;) {
    const file = queue.pop();
    if (read.has(file) || !file.startsWith('dist/test/')) continue;
    read.set(file, readFileSync(`${folder}/${file}`, 'utf8'));
    for (const [, path] of read.get(file).matchAll(/from "(\.[^"]+\.js)"/g))
      queue.push(new URL(path, `file:///${file}`).pathname.slice(1));
  }
  return [...read.values()].join('\n');
}

/**
 * Runs the tests of all entries without a bug: they must pass.
 * @returns a function that maps an entry to the duration of its tests in ms
 */
async function runWithoutBugs(folder, chosen) {
  const named = chosen.filter(({ test }) => test !== undefined);
  const names = [...new Set(named.map(({ test }) => literal(test)))].join('|');
  const results = new Map();
  for (const [group, name] of [
    [chosen.filter(({ test }) => test === undefined), undefined],
    [named, names],
  ]) {
    const files = [...new Set(group.flatMap((entry) => entry.files))];
    if (files.length === 0) continue;
    const { testResults = [] } = (await runTests(folder, files, name, files.length * maxMs)) ?? {};
    for (const result of testResults)
      results.set(`${result.name.slice(folder.length + 1)} ${name !== undefined}`, result);
  }
  return ({ title, files, tests, test }) => {
    const mine = files.map((file) => results.get(`${file} ${test !== undefined}`));
    const all = mine.flatMap((result) => result?.assertionResults ?? [{ status: 'failed', fullName: test }]);
    const states = all.filter(({ fullName }) => fullName.includes(test ?? '')).map(({ status }) => status);
    if (states.includes('failed') || mine.some((result) => result?.message !== '' && test === undefined))
      throw new Mistake(
        [
          `${title}: Tests fail without the bug, too: ${tests.join(' ')}`,
          ...mine.map((result) => result?.message),
        ].join('\n'),
      );
    if (!states.includes('passed')) throw new Mistake(`${title}: No test of ${tests.join(' ')} is named "${test}"`);
    return mine.reduce((ms, { startTime, endTime }) => ms + endTime - startTime, 0);
  };
}

/** Runs an entry's tests with its bug. @returns whether they fail */
async function isCaught(folder, entry, ms) {
  const { title, files, test } = entry;
  const revert = await applyBug(folder, dist, { ...entry, text: textOf(folder, files) }).catch((error) => {
    throw new Mistake(`${title}: This can't be built: ${error.message}`);
  });
  if (!revert) throw new Mistake(`${title}: What is built is the same with the bug in`);
  const limit = Math.min(maxMs, 15_000 + 4 * ms);
  const results = await runTests(folder, files, test && literal(test), limit, '-i', '--bail').finally(revert);
  return !results?.success;
}

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

let isWrong = false;

/** Runs `work` and prints its mistake, if any. */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    isWrong = true;
    console.log(error.message);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false }, workers: { type: 'string', default: '2' } },
});
const entries = [];
for (const file of readdirSync(home)) await attempt(() => entries.push(...parse(file.replace(/\.txt$/, ''))));
const unknown = positionals.filter((place) => select(entries, [place]).length === 0);
if (unknown.length > 0) {
  console.error(`No bugs are in ${unknown.join(', ')}\n${usage}`);
  process.exit(64);
}
const stop = () => {
  endAll();
  process.exit(1);
};
process.on('SIGINT', stop).on('SIGTERM', stop);

const start = performance.now();
const folders = freshFolder('mutants');
const counts = new Map();
const chosen = [];
for (const entry of select(entries, positionals, values.changed))
  await attempt(() => chosen.push({ ...entry, source: mutate(entry), files: filesOfTests(entry) }));
const dist = `${folders}/dist`;
cpSync('dist', dist, { recursive: true });
makeCopy(`${folders}/0`, dist);
const msOf = await runWithoutBugs(`${process.cwd()}/${folders}/0`, chosen);
const queue = chosen.values();
await Promise.all(
  Array.from({ length: Number(values.workers) }, async (_, i) => {
    const folder = `${folders}/${i}`;
    if (i > 0) makeCopy(folder, dist);
    for (const entry of queue)
      await attempt(async () => {
        const caught = await isCaught(folder, entry, msOf(entry));
        const count = counts.get(entry.name) ?? [0, 0];
        counts.set(entry.name, [count[0] + Number(caught), count[1] + 1]);
        if (!caught && entry.survives.length === 0)
          throw new Mistake(`${entry.title}: ${entry.tests.join(' ')} does not notice it`);
        if (caught && entry.survives.length > 0)
          throw new Mistake(`${entry.title}: Is noticed now; remove the line with =`);
      });
  }),
);
rmSync(folders, { recursive: true });
for (const [name, [caught, all]] of counts) console.log(`${name}: ${caught} of ${all} caught`);
console.log(`${chosen.length} in ${((performance.now() - start) / 1000).toFixed(0)} s`);
if (isWrong) process.exitCode = 1;
