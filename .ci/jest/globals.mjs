// Replaces @jest/globals. The runner creates these functions for each test file, but shared modules load once. So they get functions
// that delegate to the current ones.
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
// Not a global `jest`: packages would assume jest's module loader.
export const jest = current('testDoubles');
export const test = current('test');
