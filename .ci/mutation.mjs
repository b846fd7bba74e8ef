// Puts small bugs into rooms, one at a time, and counts those that the rooms' tests find: npm run mutation -- renderer/price
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

/** A room is tested in the folder of test/ that has its name; these rooms are tested in further ones. */
const alsoTestedIn = {};

/** How many lines a sample has in one place: enough for most statements to be whole. */
const piece = 12;

const usage = `Usage: npm run mutation -- ROOM... [--one-in N] [--concurrency N] [--every-test]
  ROOM           a folder with a folder of tests of its name, such as renderer/price or server/batch, or a file of one
  --one-in       put bugs into one in N pieces of ${piece} lines only, which gives an estimate in an Nth of the time
  --concurrency  how many bugs are tried at once (default: 2)
  --every-test   for each bug, run all tests of the room, those that only start programs included (slow)`;

/** The folders of test/ whose tests are to notice what changes in a room. */
function testsOf(room) {
  return [room.split('/')[1], ...(alsoTestedIn[room] ?? [])];
}

// AssemblyScript and the page are built by other compilers, and run where no switch can be set.
const unseen = /^(renderer\/png\/assembly|server\/page)\//;

/** The files of a room in which bugs are put or, for a sample, one in `oneIn` pieces of them. */
function placesIn(room, oneIn) {
  const files = room.endsWith('.ts')
    ? [room]
    : readdirSync(room, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => !unseen.test(file))
        .sort();
  if (oneIn === 1) return files;
  const pieces = files.flatMap((file) => {
    const count = Math.ceil(readFileSync(file, 'utf8').split('\n').length / piece);
    return Array.from({ length: count }, (_, i) => `${file}:${i * piece + 1}-${(i + 1) * piece}`);
  });
  return pieces.filter((_, i) => i % oneIn === 0);
}

/** Bugs of a room are tried in a copy of the repository, which is built once, with each bug behind a switch. */
function settings(room, { concurrency, everyTest, oneIn }) {
  const report = `.mutation/${room.replaceAll(/[/.]/g, '-')}`;
  return {
    mutate: placesIn(room, oneIn),
    ignorePatterns: ['.build', '.mutation', 'data'],
    tempDirName: '.mutation/sandbox',
    cleanTempDir: 'always',
    // Stryker itself would link the packages only after the build, which needs them.
    symlinkNodeModules: false,
    buildCommand: 'node --import ./.ci/link-packages.mjs .ci/build.mjs unchecked',
    plugins: ['@stryker-mutator/jest-runner'],
    testRunner: 'jest',
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
    jest: {
      // Tests import what is built, not the sources that have the bugs.
      enableFindRelatedTests: false,
      config: { testMatch: testsOf(room).map((name) => `<rootDir>/dist/test/${name}/**/*.test.js`) },
    },
    // Which test runs which line is seen in its own process only.
    coverageAnalysis: everyTest ? 'off' : 'perTest',
    concurrency,
    // Jest keeps each loading of a module in memory.
    maxTestRunnerReuse: 40,
    // A busy machine finds no bugs: loops without end are found by counting, not by this.
    timeoutMS: 30_000,
    thresholds: { high: 95, low: 85, break: 85 },
    reporters: ['clear-text', 'progress', 'html', 'json'],
    clearTextReporter: { allowColor: false, reportTests: false },
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
  };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'one-in': { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
    'every-test': { type: 'boolean', default: false },
  },
});
const rooms = positionals.map((room) => room.replace(/\/$/, ''));
const unknown = rooms.filter((room) => ![room, ...testsOf(room).map((name) => `test/${name}`)].every(existsSync));
const oneIn = Number(values['one-in']);
if (rooms.length === 0 || unknown.length > 0 || !(oneIn >= 1)) {
  for (const room of unknown) console.error(`${room}: is no room, or test/ has no folder of its name.`);
  console.error(usage);
  process.exit(64);
}

for (const room of rooms) {
  console.log(`${room}:`);
  const options = { concurrency: Number(values.concurrency), oneIn, everyTest: values['every-test'] };
  await new Stryker(settings(room, options)).runMutationTest();
}
