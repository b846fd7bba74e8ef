import { expect } from '@jest/globals';
import { createMatcher } from './matcher.js';

expect.extend({ toMatchLabelSnapshot: createMatcher() });

/** What jest's `expect` can do once this module is imported. */
interface LabelMatchers<R> {
  /**
   * Compares a PNG of a label, pixel by pixel, with the one in `__label_snapshots__/`, and says in words what changed. A new
   * one is written, unless jest runs with `--ci`; `-u` accepts what changed.
   * @example
   * import { openSimulator } from 'esl-simulator';
   * import 'esl-simulator/jest';
   *
   * test('milk', async () => {
   *   const simulator = await openSimulator();
   *   const { png } = simulator.render({ product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' });
   *   expect(png).toMatchLabelSnapshot();
   * });
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
    /** The matchers for tests that take jest's functions from the global scope. */
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars -- as jest declares it
    interface Matchers<R, T = {}> extends LabelMatchers<R> {}
  }
}
