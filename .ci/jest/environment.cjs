// Tests run in the global context of their process, and leave it as it was: a file fails for a process warning, and for servers,
// processes, timers or listeners that it leaves behind.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Warnings of Node about its own features. */
const expected = new Set(['ExperimentalWarning']);
const clocks = { Date, performance, queueMicrotask };
Object.assign(clocks, { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout });

/** Milliseconds that what a file has ended may take to close. */
const closingMs = 3000;

/** Listeners of the shared browser, of pino and of a database, each added once by the first file that needs it. */
const shared = { exit: 3, SIGINT: 1, SIGTERM: 1, SIGHUP: 1 };

/** How many resources of each kind keep this process alive, and how many listeners it has for each event. */
function held() {
  const counts = {};
  // Node can't cancel the search for an address.
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== 'GetAddrInfoReqWrap') counts[kind] = (counts[kind] ?? 0) + 1;
  for (const event of process.eventNames())
    counts[`listener of ${String(event)}`] = Math.max(0, process.listenerCount(event) - (shared[event] ?? 0));
  return counts;
}

module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  setup() {
    this.before = held();
    this.warnings = [];
    this.onWarning = (warning) => {
      if (!expected.has(warning.name)) this.warnings.push(String(warning));
    };
    process.on('warning', this.onWarning);
  }

  async teardown() {
    process.off('warning', this.onWarning);
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const left = Object.keys(clocks).filter((name) => globalThis[name] !== clocks[name]);
    Object.assign(globalThis, clocks);
    // Without real timers, the next file of this process could wait for ever.
    if (left.length > 0) throw new Error(`The test file left a fake ${left.join(', ')}`);
    if (this.warnings.length > 0)
      throw new Error(`Expected no warnings of Node but received ${this.warnings.join(', ')}`);
    const kept = await this.kept();
    if (kept.length > 0) throw new Error(`The test file left ${kept.join(', ')}`);
  }

  /** What there is more of than before the file, once it has had time to close. */
  async kept() {
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
