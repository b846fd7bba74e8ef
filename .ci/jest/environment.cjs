// Tests run in the global context of their process, and leave it as it was: a file fails for a warning of Node, and for servers,
// processes, timers or listeners that are still there after it.
const { writeSync } = require('node:fs');
const path = require('node:path');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The folder for the calls of each file: see calls.cjs. */
const { CALLS: callsFolder } = process.env;
const calls = callsFolder && require('./calls.cjs');

/** Warnings of Node about its own features. */
const expected = new Set(['ExperimentalWarning']);
const failures = new Set(['error', 'hook_failure', 'test_fn_failure']);
const clocks = { Date, performance, queueMicrotask };
Object.assign(clocks, { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout });

/** Milliseconds that what a file has ended may take to close. */
const closingMs = 10_000;

/** The names of listeners of the shared browser and of pino, which the first file that needs them adds. */
const shared = new Set(['exitHandler', 'sigintHandler', 'sigtermHandler', 'sighupHandler', 'onExit']);

// The process has them only once they are used.
void [process.stdin, process.stdout, process.stderr];

/** How many resources of each kind keep this process alive, and how many listeners it has for each event. */
function held() {
  const counts = {};
  // Node can't cancel the search for an address.
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== 'GetAddrInfoReqWrap') counts[kind] = (counts[kind] ?? 0) + 1;
  for (const event of process.eventNames()) {
    const listeners = process.listeners(event).filter(({ name }) => !shared.has(name));
    // A module may add one of its own when it is loaded.
    counts[`listener of ${String(event)}`] =
      listeners.length - (event === 'exit' ? new Set(listeners.map(String)).size : 0);
  }
  return counts;
}

module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }, { testPath }) {
    this.testPath = testPath;
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  setup() {
    this.before = held();
    this.start = clocks.performance.now();
    this.warnings = [];
    this.onWarning = (warning) => {
      if (!expected.has(warning.name)) this.warnings.push(String(warning));
    };
    process.on('warning', this.onWarning);
    calls?.takeCalls();
  }

  /** With FAIL_FAST, the first failure ends the process: that is enough to notice a mutant. */
  handleTestEvent({ name }) {
    if (process.env.FAIL_FAST === undefined || !failures.has(name)) return;
    writeSync(2, `FAIL ${path.relative(process.cwd(), this.testPath)}\n`);
    process.exit(1);
  }

  async teardown() {
    process.off('warning', this.onWarning);
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const fakes = Object.keys(clocks).filter((name) => globalThis[name] !== clocks[name]);
    Object.assign(globalThis, clocks);
    // Fake timers also change the time of the real clock's object.
    const name = path.relative('dist/test', this.testPath).replace('.test.js', '');
    calls?.writeCalls(callsFolder, name, (clocks.performance.now() - this.start) / 1000);
    // Without real timers, the next file of this process could wait for ever.
    if (fakes.length > 0) throw new Error(`The test file left a fake ${fakes.join(', ')}`);
    if (this.warnings.length > 0)
      throw new Error(`Expected no warnings of Node but received ${this.warnings.join(', ')}`);
    const leftovers = await this.leftovers();
    if (leftovers.length > 0) throw new Error(`The test file left ${leftovers.join(', ')}`);
  }

  /** What there is more of than before the file, once it has had time to close. */
  async leftovers() {
    const end = Date.now() + closingMs;
    for (;;) {
      const more = Object.entries(held()).filter(([name, count]) => count > (this.before[name] ?? 0));
      if (more.length === 0 || Date.now() > end) return more.map(([name, count]) => `${count} ${name}`);
      await new Promise((resolve) => setImmediate(() => setTimeout(resolve, 10)));
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
