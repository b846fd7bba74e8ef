// Puts small bugs into copies of the product, one at a time, and reports those that no test notices.
import { randomInt } from 'node:crypto';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { freshFolder } from '../builds.mjs';
import { change, codeOf, makeCopy, runTests, typesAreRight } from './copy.mjs';
import { mutantsOf } from './operators.mjs';
import { changeOf, groupBy, productFiles, roomOf, sample, withoutEquivalents } from './sample.mjs';
import { testsFor } from './tests.mjs';

const usage = `Usage: npm run mutants [-- [--count N] [--seed N] [--workers N] [PLACE...]]
  PLACE      a file or folder of the product (default: all)
  --count    how many mutants are tried (default: 60)
  --seed     chooses the same mutants again (default: random)
  --workers  how many are tried at the same time (default: 2)`;
/** Tests are killed after this time: the product may loop. */
const maxMs = 90_000;
const minNoticed = 0.85;
/** For rooms with at least `minOfRoom` mutants. One below it is tried with `moreOfRoom` times as many more: nine say little. */
const [minNoticedOfRoom, minOfRoom, moreOfRoom] = [0.75, 8, 2];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(1e9)) },
    workers: { type: 'string', default: '2' },
  },
});
const [count, seed, workers] = [values.count, values.seed, values.workers].map(Number);
const isIn = (place, file) => `${file}/`.startsWith(`${place.replace(/\/$/, '')}/`);
const files = productFiles();
const places = positionals.length > 0 ? positionals : ['devices', 'fonts', 'renderer', 'server'];
const unknown = places.filter((place) => !files.some((file) => isIn(place, file)));
if (unknown.length > 0 || [count, seed, workers].some((number) => !Number.isSafeInteger(number) || number < 0)) {
  console.error(`${unknown.length > 0 ? `No file of the product is in ${unknown.join(', ')}\n` : ''}${usage}`);
  process.exit(64);
}

const start = performance.now();
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const mutants = withoutEquivalents(files.flatMap((file) => mutantsOf(file, sources.get(file))));
const wanted = mutants.filter(({ file }) => places.some((place) => isIn(place, file)));
const chosen = sample(wanted, count, seed);
console.log(`${chosen.length} of ${mutants.length} mutants, --seed ${seed}`);

const folders = freshFolder('mutants');
const dist = `${folders}/dist`;
cpSync('dist', dist, { recursive: true });
/** Test files that fail without a mutant. */
const unusable = new Set();
/** Those that pass without one. */
const usable = new Set();
const results = [];
for (let i = 0; i < workers; i++) makeCopy(`${folders}/${i}`, dist);
if (!(await typesAreRight(`${folders}/0`))) throw new Error('Expected no errors of the compiler without a mutant');
await tryUntilUsable(chosen);
const all = [...results];
const more = roomsOf(all)
  .filter(isWeak)
  .flatMap(({ name, list }) => {
    const others = wanted.filter((mutant) => roomOf(mutant.file) === name && !chosen.includes(mutant));
    return sample(others, moreOfRoom * list.length, seed);
  });
await tryUntilUsable(more);
rmSync(folders, { recursive: true });
report();

/** Tries mutants, again without the tests that fail without a mutant. */
async function tryUntilUsable(list) {
  for (let rest = list; rest.length > 0;) {
    const tried = await tryAll(rest);
    const names = [...new Set(tried.flatMap(({ test }) => test ?? []))].filter((name) => !usable.has(name));
    const passed = await passing(names);
    for (const name of passed) usable.add(name);
    for (const name of names.filter((each) => !passed.includes(each))) {
      unusable.add(name);
      console.log(`${name} fails without a mutant, too`);
    }
    results.push(...tried.filter(({ test }) => !unusable.has(test)));
    rest = tried.filter(({ test }) => unusable.has(test)).map(({ mutant }) => mutant);
  }
}

/** The test files of some that pass without a mutant. */
async function passing(names) {
  const run = async (_, i) => {
    const share = names.filter((_, n) => n % workers === i);
    return share.length > 0 ? (await runTests(`${folders}/${i}`, share, share.length * maxMs)).passed : [];
  };
  return (await Promise.all(Array.from({ length: workers }, run))).flat();
}

async function tryAll(list) {
  const queue = list.values();
  const tried = [];
  const work = async (folder) => {
    for (const mutant of queue) tried.push({ mutant, room: roomOf(mutant.file), ...(await outcomeOf(folder, mutant)) });
  };
  await Promise.all(Array.from({ length: workers }, (_, i) => work(`${folders}/${i}`)));
  return tried;
}

/** Puts a mutant into a copy. @returns its tests, and a function that takes it back; undefined if the build stays the same */
async function place(folder, mutant) {
  const { file, start, end, text } = mutant;
  const source = sources.get(file);
  const mutated = source.slice(0, start) + text + source.slice(end);
  const [before, after] = await Promise.all([codeOf(file, source), codeOf(file, mutated)]);
  if (before && before === after) return undefined;
  let at = 0;
  while (before && before[at] === after[at]) at++;
  const tests = testsFor(mutant, at, unusable);
  return { names: tests.names, revert: await change(folder, dist, file, mutated, after, tests.text) };
}

/** What notices a mutant: a `test`, or `by` something else. */
async function outcomeOf(folder, mutant) {
  const { file, operator } = mutant;
  const source = sources.get(file);
  const placed = await place(folder, mutant).catch(() => 'fails');
  if (!placed || placed === 'fails') return { by: placed ? 'build' : 'nothing' };
  const { names, revert } = placed;
  // Most are noticed by the most likely tests. The compiler is faster than all others.
  const first = await firstFailure(folder, names.slice(0, 1));
  const isWrong = !first && !(await typesAreRight(folder));
  const test = first ?? (isWrong ? undefined : await firstFailure(folder, names.slice(1)));
  revert();
  if (test || isWrong) return { by: test ? 'tests' : 'types', test };
  const line = source.slice(0, mutant.start).split('\n').length;
  console.log(`${file}:${line} ${operator}: ${changeOf(mutant, source)}\n  not noticed by ${names.join(' ')}`);
  return {};
}

/** The first test file that fails, crashes or does not end. */
async function firstFailure(folder, names) {
  if (names.length === 0) return undefined;
  const { passed, failed } = await runTests(folder, names, maxMs, true);
  const rest = names.filter((name) => !passed.includes(name));
  // Many slow files may need more time together.
  return failed[0] ?? (passed.length > 0 && rest.length > 0 ? firstFailure(folder, rest) : rest[0]);
}

function roomsOf(tried) {
  return groupBy(tried, (each) => each.room).map(([name, list]) => {
    const real = list.filter(({ by }) => by !== 'nothing');
    const min = real.length >= minOfRoom ? minNoticedOfRoom : 0;
    return { name, list: real, noticed: real.filter(({ by }) => by).length, min };
  });
}

function isWeak({ list, noticed, min }) {
  return noticed < min * list.length;
}

function report() {
  const [whole] = roomsOf(all.map((each) => ({ ...each, room: 'all' })));
  for (const room of [...roomsOf(results).sort((a, b) => (a.name < b.name ? -1 : 1)), { ...whole, min: minNoticed }]) {
    const { name, list, noticed, min } = room;
    const percent = Math.floor((100 * noticed) / Math.max(1, list.length));
    const expected = isWeak(room) ? `, expected ${100 * min} %` : '';
    console.log(`${name}: ${noticed} of ${list.length} noticed, ${percent} %${expected}`);
    if (isWeak(room)) process.exitCode = 1;
  }
  const byTests = all.filter(({ by }) => by === 'tests').length;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${byTests} by tests, the others by types or the build; ${seconds} s, --seed ${seed}`);
}
