// Tests run in the global context of their process.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const clocks = { Date, performance, queueMicrotask };
Object.assign(clocks, { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout });

module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  setup() {}

  teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const left = Object.keys(clocks).filter((name) => globalThis[name] !== clocks[name]);
    Object.assign(globalThis, clocks);
    // Without real timers, the next file of this process could wait for ever.
    if (left.length > 0) throw new Error(`The test file left a fake ${left.join(', ')}`);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
