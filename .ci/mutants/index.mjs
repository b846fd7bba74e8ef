// Puts small bugs into copies of the product, one at a time, and reports those that no test notices.
import { randomInt } from 'node:crypto';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { freshFolder } from '../builds.mjs';
import { change, makeCopy, runTests, typesAreRight } from './copy.mjs';
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
/** For rooms with at least `minOfRoom` mutants. */
const [minNoticedOfRoom, minOfRoom] = [0.75, 8];

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
const results = [];
for (let i = 0; i < workers; i++) makeCopy(`${folders}/${i}`, dist);
if (!(await typesAreRight(`${folders}/0`))) throw new Error('Expected no errors of the compiler without a mutant');
for (let rest = chosen; rest.length > 0;) {
  const tried = await tryAll(rest);
  const names = [...new Set(tried.flatMap(({ test }) => test ?? []))];
  const { passed } = names.length > 0 ? await runTests(`${folders}/0`, names, names.length * maxMs) : { passed: [] };
  for (const name of names.filter((each) => !passed.includes(each))) {
    unusable.add(name);
    console.log(`${name} fails without a mutant, too`);
  }
  results.push(...tried.filter(({ test }) => !unusable.has(test)));
  rest = tried.filter(({ test }) => unusable.has(test)).map(({ mutant }) => mutant);
}
rmSync(folders, { recursive: true });
report(results.filter(({ by }) => by !== 'nothing'));

async function tryAll(list) {
  const queue = list.values();
  const tried = [];
  const work = async (folder) => {
    for (const mutant of queue) tried.push({ mutant, room: roomOf(mutant.file), ...(await outcomeOf(folder, mutant)) });
  };
  await Promise.all(Array.from({ length: workers }, (_, i) => work(`${folders}/${i}`)));
  return tried;
}

/** What notices a mutant: a `test`, or `by` something else. */
async function outcomeOf(folder, mutant) {
  const { file, operator } = mutant;
  const source = sources.get(file);
  const { names, text } = testsFor(mutant, unusable);
  const mutated = source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
  const revert = await change(folder, dist, file, mutated, text).catch(() => 'fails');
  if (!revert || revert === 'fails') return { by: revert ? 'build' : 'nothing' };
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

function report(tried) {
  for (const [room, list] of [...groupBy(tried, (each) => each.room).sort(), ['all', tried]]) {
    const noticed = list.filter(({ by }) => by).length;
    const min = room === 'all' ? minNoticed : list.length >= minOfRoom ? minNoticedOfRoom : 0;
    const isEnough = noticed >= min * list.length;
    const percent = Math.floor((100 * noticed) / Math.max(1, list.length));
    console.log(
      `${room}: ${noticed} of ${list.length} noticed, ${percent} %${isEnough ? '' : `, expected ${100 * min} %`}`,
    );
    if (!isEnough) process.exitCode = 1;
  }
  const byTests = tried.filter(({ by }) => by === 'tests').length;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${byTests} by tests, the others by types or the build; ${seconds} s, --seed ${seed}`);
}
