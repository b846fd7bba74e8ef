// What server/snapshots/vitest.ts uses of vitest, as only test/exhaustive installs that. There the declarations of the packed package are
// compiled with vitest 2 to 5, and its tests are run by them.
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-explicit-any -- the package adds to it
export interface Assertion<T = any> {}
export declare function afterAll(done: () => void): void;
export declare const expect: {
  extend(matchers: object): void;
};
export declare const chai: {
  readonly Assertion: { readonly prototype: object };
  readonly util: {
    flag(assertion: object, name: string): unknown;
    overwriteMethod(
      prototype: object,
      name: string,
      method: (matcher: (...args: unknown[]) => unknown) => (this: object, ...args: unknown[]) => unknown,
    ): void;
  };
};
