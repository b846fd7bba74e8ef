// Runs a file of tests with jest's own runner, but with Node's own loader of modules. Jest's would load the product again for each
// file, into a context of its own, without the code that V8 has compiled for the last one.
const { pathToFileURL } = require('node:url');
const { default: circus } = require('jest-circus/runner');

let runs = 0;

module.exports = (globalConfig, config, environment, runtime, path, sendMessageToJest) => {
  const { fakeTimersModern: timers, moduleMocker: mocker } = environment;
  globalThis.testDoubles = {
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    getTimerCount: () => timers.getTimerCount(),
    setSystemTime: (time) => timers.setSystemTime(time),
    spyOn: (object, method) => mocker.spyOn(object, method),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
  };
  const own = {
    // It keeps what a file of tests declares, so each file gets a new one.
    requireInternalModule(file) {
      delete require.cache[file];
      return require(file);
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(`${pathToFileURL(file).href}?run=${++runs}`),
    setGlobalsForRuntime: (globals) => Object.assign(globalThis, globals),
  };
  const native = new Proxy(runtime, {
    get(target, key) {
      const value = own[key] ?? target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return circus(globalConfig, config, environment, native, path, sendMessageToJest);
};
