// The declarations keep this import. Without it TypeScript knows no matcher in a test that imports vitest after this module.
import 'vitest';
import { expect } from 'vitest';
import { createMatcher } from './matcher.js';

expect.extend({ toMatchLabelSnapshot: createMatcher() });

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-unused-vars -- as vitest declares it
  interface Assertion<T = any> {
    /**
     * Compares a PNG of a label, pixel by pixel, with the one in `__label_snapshots__/`, and says in words what changed. A
     * new one is written, unless in CI; `-u` accepts what changed.
     * @example
     * import { openSimulator } from 'esl-simulator';
     * import 'esl-simulator/vitest';
     * import { expect, test } from 'vitest';
     *
     * test('milk', async () => {
     *   const simulator = await openSimulator();
     *   const { png } = simulator.render({ product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' });
     *   expect(png).toMatchLabelSnapshot();
     * });
     */
    toMatchLabelSnapshot(): void;
  }
}
