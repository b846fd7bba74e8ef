// Runs a test file with jest's runner, but with Node's module loader. Jest's loader would load and compile the product again in a new
// context for each file.
const asyncHooks = require('node:async_hooks');
const { pathToFileURL } = require('node:url');
const { default: circus } = require('jest-circus/runner');

/** Where jest-circus looks for a file's timeout, and for the handlers of its events. */
const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
const handlers = Symbol.for('EVENT_HANDLERS');
let runs = 0;
const { AsyncLocalStorage } = asyncHooks;
const sharedContext = new AsyncLocalStorage();

module.exports = (globalConfig, config, environment, runtime, path, sendMessageToJest) => {
  const { fakeTimersModern: timers, moduleMocker: mocker } = environment;
  // Files share this process: the timeout of one is not that of the next.
  delete globalThis[timeout];
  // Each file adds its handlers. With those of all earlier files, a test took 20 ms more after 100 files, and reported its result
  // 100 times.
  delete globalThis[handlers];
  globalThis.testDoubles = {
    setTimeout: (ms) => {
      globalThis[timeout] = ms;
    },
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    getTimerCount: () => timers.getTimerCount(),
    setSystemTime: (time) => timers.setSystemTime(time),
    spyOn: (object, method) => mocker.spyOn(object, method),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
  };
  const overrides = {
    // The runner stores the tests of a file, so each file gets a new one. They share a context: Node copies each context into every
    // promise of the process, which took a sixth of all CPU time.
    requireInternalModule(file) {
      delete require.cache[file];
      asyncHooks.AsyncLocalStorage = function () {
        return sharedContext;
      };
      try {
        return require(file);
      } finally {
        asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
      }
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(`${pathToFileURL(file).href}?run=${++runs}`),
    setGlobalsForRuntime: (globals) => Object.assign(globalThis, globals),
  };
  const native = new Proxy(runtime, {
    get(target, key) {
      const value = overrides[key] ?? target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return circus(globalConfig, config, environment, native, path, sendMessageToJest);
};
