// The API of vitest that server/snapshots/vitest.ts uses. Only test/exhaustive installs vitest: there vitest 2 to 5 compile the packed
// declarations and run tests.
export declare function afterAll(done: () => void): void;
export declare function afterEach(done: () => Promise<void>): void;
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
