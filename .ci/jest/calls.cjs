// Records how long each test file takes, and which functions of the product it calls in its own process: `npm run mutants` reads them.
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Session } = require('node:inspector');

const session = new Session();
/** Its answers come at once. */
const post = (method, options) => {
  let answer;
  session.post(method, options, (error, value) => {
    if (error) throw error;
    answer = value;
  });
  return answer;
};
session.connect();
post('Profiler.enable');
// Only with counts are functions reported again in the next file.
post('Profiler.startPreciseCoverage', { callCount: true });

/** The functions called since the last time, by module: their starts and ends in the built code. */
exports.takeCalls = () => {
  const calls = {};
  for (const { url, functions } of post('Profiler.takePreciseCoverage').result) {
    const [, module] = /\/dist\/((?:devices|fonts|renderer|server)\/[^?]+)\.js$/.exec(url) ?? [];
    const ranges = functions.flatMap(({ ranges: [{ startOffset, endOffset, count }] }) =>
      count > 0 && startOffset > 0 ? [[startOffset, endOffset]] : [],
    );
    if (module && ranges.length > 0) calls[module] = ranges;
  }
  return calls;
};

exports.writeCalls = (folder, name, seconds) => {
  const file = path.join(folder, `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ seconds, calls: exports.takeCalls() }));
};
