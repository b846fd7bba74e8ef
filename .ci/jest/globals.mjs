// What tests import from @jest/globals. The runner makes these functions again for each file of tests; modules that the files share
// are loaded once, so they get functions that look the current ones up.
const current = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, args) => globalThis[name](...args),
    get: (_, key) => globalThis[name][key],
  });

export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
// Packages take a global `jest` for a sign that jest loads their modules.
export const jest = current('testDoubles');
export const test = current('test');
