/** Collects functions that close what was opened. */
export interface Closers {
  add(close: () => unknown): void;
  /** Calls all functions, the last first. @throws the first error, after all were called */
  readonly close: () => Promise<void>;
}

export function createClosers(): Closers {
  const closers: (() => unknown)[] = [];
  return {
    add: (close) => closers.push(close),
    async close() {
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
