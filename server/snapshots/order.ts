/** Numbers tests of the same name, from 1. */
export function orderOf<T extends object>(tests: readonly T[], nameOf: (test: T) => string): ReadonlyMap<T, number> {
  const counts = new Map<string, number>();
  return new Map(
    tests.map((test) => {
      const name = nameOf(test);
      const ordinal = (counts.get(name) ?? 0) + 1;
      counts.set(name, ordinal);
      return [test, ordinal];
    }),
  );
}
