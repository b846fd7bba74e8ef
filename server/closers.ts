export type Closers = ReturnType<typeof createClosers>;

/** Collects functions that close what was opened. */
export function createClosers() {
  const closers: (() => unknown)[] = [];
  return {
    add: (close: () => unknown) => closers.push(close),
    /** Calls all functions, the last first. @throws the first error, after all were called */
    close: async (): Promise<void> => {
      const errors: unknown[] = [];
      for (let close = closers.pop(); close; close = closers.pop())
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      if (errors.length > 0) throw errors[0];
    },
  };
}
