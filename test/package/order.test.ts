import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';

interface TestFile {
  readonly path: string;
}
const Sequencer = createRequire(import.meta.url)(resolve('.ci/jest/sequencer.cjs')) as new (options: object) => {
  sort(tests: readonly TestFile[]): readonly TestFile[];
};
const files = readdirSync('dist/test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js') && !name.startsWith('exhaustive'))
  .map((name) => ({ path: resolve('dist/test', name) }));

afterEach(() => {
  delete process.env.ORDER_SEED;
});

function orderOf(seed: string, tests: readonly TestFile[] = files): readonly string[] {
  process.env.ORDER_SEED = seed;
  return new Sequencer({ contexts: [], globalConfig: {} }).sort(tests).map(({ path }) => path);
}

test('ORDER_SEED runs all test files in an order that depends on it alone', () => {
  const orders = ['1', '2', '3'].map((seed) => orderOf(seed));
  expect(new Set(orders.map((order) => order.join())).size).toBe(3);
  for (const order of orders) expect(order.toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  expect(orderOf('1', files.toReversed())).toEqual(orders[0]);
  // No pair of files has the same order for all seeds.
  const firsts = new Set(Array.from({ length: 20 }, (_, seed) => orderOf(String(seed))[0]));
  expect(firsts.size).toBeGreaterThan(10);
});
