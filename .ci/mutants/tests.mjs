// Finds the tests that are the most likely to notice a change: by their texts and, after `npm run exhaustive`, by the functions that they
// call. By texts alone, 95 % of 1,346 bugs with known tests had one among the first ten files. Twenty are run, in their order, until one
// fails. Calls in child processes, threads and the browser are unknown.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import sequencer from '../jest/sequencer.cjs';
import { callsFolder, filesOf } from '../builds.mjs';

const maxFiles = 20;
/** Rough durations of a test file in seconds, where none is recorded. A mutant's tests are chosen within `maxSeconds`. */
const [browserSeconds, slowSeconds, usualSeconds, maxSeconds] = [15, 8, 2, 60];
/** Those of all files together, where the recorded ones are right: on a slow or busy machine, each takes longer. */
const allSeconds = 700;
/** The code around a mutant says more about it than the rest of its file. */
const [nearLines, nearWeight, restWeight] = [8, 3, 0.3];
/** How much more likely a test notices a change of a function that it calls. */
const callerWeight = 4;

const texts = new Map();
function textOf(file) {
  if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : '');
  return texts.get(file);
}

/** A module and its direct and indirect imports, with the number of imports in between. */
export function importsOf(module) {
  const distances = new Map([[module, 0]]);
  for (const [file, distance] of distances)
    for (const [, path] of textOf(file).matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)) {
      const name = join(file, '..', path);
      const imported = existsSync(`${name}.ts`) ? `${name}.ts` : `${name}.tsx`;
      if (!distances.has(imported)) distances.set(imported, distance + 1);
    }
  return distances;
}

/** Identifiers, paths, and their parts. */
function wordsOf(text) {
  const names = text.match(/[A-Za-z_]\w{2,}|\/[a-z][\w/.-]+/g) ?? [];
  const parts = names.flatMap((name) => name.split(/(?=[A-Z])|[_/.-]/)).filter(({ length }) => length > 3);
  return new Set([...names, ...parts.map((part) => part.toLowerCase())]);
}

const partsOf = (file) =>
  file
    .replace(/(\.test)?\.\w+$/, '')
    .split(/[/-]/)
    .slice(1);

const records = callsFolder();
/** What .ci/jest/calls.cjs has recorded of a test file. */
function recordOf(name) {
  const record = `${records}/${name}.json`;
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
}

/** Without those of the packed product, which is packed once a build. */
const tests = filesOf('test')
  .filter((file) => /^test\/(?!exhaustive|package).+\.test\.ts$/.test(file))
  .map((file) => {
    const imports = importsOf(file);
    const uses = [...imports.keys()].filter((path) => path.startsWith('test/'));
    const inBrowser = /\b(launchBrowser|sharedBrowser|useBrowser|useSite)\(/.test(textOf(file));
    const name = file.replace(/^test\/|\.test\.ts$/g, '');
    const guess = inBrowser ? browserSeconds : sequencer.isSlow(name) ? slowSeconds : usualSeconds;
    const { seconds = guess, calls = {} } = recordOf(name);
    return {
      name,
      imports,
      uses,
      inBrowser,
      seconds,
      calls,
      words: wordsOf(textOf(file)),
      parts: new Set(partsOf(file)),
    };
  });
const slowness = tests.reduce((sum, { seconds }) => sum + seconds, 0) / allSeconds;
for (const test of tests) test.seconds /= Math.max(1, slowness);
const counts = new Map();
for (const { words } of tests) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
const rarity = (word) => Math.log(tests.length / (counts.get(word) ?? tests.length)) ** 2;
for (const test of tests) test.length = [...test.words].reduce((sum, word) => sum + rarity(word), 0) ** 0.4;

/** The tests that call each function of a module, by its range in the built code. */
const functions = new Map();
for (const test of tests) {
  for (const [module, ranges] of Object.entries(test.calls)) {
    if (!functions.has(module)) functions.set(module, new Map());
    for (const [from, to] of ranges) {
      const key = `${from} ${to}`;
      const known = functions.get(module).get(key) ?? { from, to, callers: new Set() };
      functions.get(module).set(key, known);
      known.callers.add(test);
    }
  }
}

/** The tests that call the function around a place of the built code. */
function callersAt(file, at) {
  const around = [...(functions.get(file.replace(/\.ts$/, ''))?.values() ?? [])].filter(
    ({ from, to }) => from <= at && at < to,
  );
  const [innermost] = around.sort((a, b) => a.to - a.from - (b.to - b.from));
  return innermost?.callers ?? new Set();
}

/**
 * Test files for a change of a source, the most likely first; `text` has their sources.
 * @param at the place of the change in the built code
 */
export function testsFor({ file, start }, at, unusable) {
  const source = textOf(file);
  const lines = source.split('\n');
  const line = source.slice(0, start).split('\n').length;
  const near = wordsOf(lines.slice(Math.max(0, line - nearLines), line + nearLines).join('\n'));
  const weights = [...wordsOf(source)].map((word) => [word, (near.has(word) ? nearWeight : restWeight) * rarity(word)]);
  const callers = callersAt(file, at);
  const ranked = tests
    .filter((test) => !unusable.has(test.name) && (!test.inBrowser || file.startsWith('server/page/')))
    .map((test) => {
      const shared = weights.reduce((sum, [word, weight]) => sum + (test.words.has(word) ? weight : 0), 0);
      const samePath = 1 + partsOf(file).filter((part) => test.parts.has(part)).length;
      const distance = test.imports.get(file);
      const calls = callers.has(test) ? callerWeight : 1;
      const score = calls * (shared / test.length) * samePath * (distance ? 1 + 8 / distance ** 2 : 0.5);
      // Of two that notice it alike, the quicker one.
      return { test, score: score / Math.sqrt(test.seconds) };
    })
    .sort((a, b) => b.score - a.score);
  const chosen = [];
  let seconds = 0;
  for (const { test } of ranked) {
    if (chosen.length === maxFiles || seconds + test.seconds > maxSeconds) continue;
    chosen.push(test);
    seconds += test.seconds;
  }
  return {
    names: chosen.map(({ name }) => name),
    text: [...new Set(chosen.flatMap(({ uses }) => uses))].map(textOf).join('\n'),
  };
}
