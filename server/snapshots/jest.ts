import { expect } from '@jest/globals';
import { createMatcher } from './matcher.js';

expect.extend({ toMatchLabelSnapshot: createMatcher() });

interface LabelMatchers<R> {
  /**
   * Compares a PNG of a label, pixel by pixel, with the one in `__label_snapshots__/`, and says in words what changed. A new
   * one is written, unless jest runs with `--ci`; `-u` accepts what changed.
   */
  toMatchLabelSnapshot(): R;
}

declare module 'expect' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars -- as jest declares it
  interface Matchers<R extends void | Promise<void>, T = unknown> extends LabelMatchers<R> {}
}
declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the name that @types/jest has
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars -- as jest declares it
    interface Matchers<R, T = {}> extends LabelMatchers<R> {}
  }
}
