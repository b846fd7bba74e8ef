import { expect, test } from '@jest/globals';
import { collectWhenIdle } from '../../../server/http/garbage.js';
import { until } from '../../support/socket.js';

test('a server without requests collects its garbage', async () => {
  const garbage = new WeakRef({});
  // More than other tests of this process have left room for.
  const held = Array.from({ length: 1_000_000 }, (_, i) => ({ i, text: `${i}` }));
  collectWhenIdle();
  expect(await until(() => garbage.deref() === undefined, 30_000)).toBeGreaterThan(5_000);
  expect(held).toHaveLength(1_000_000);
});
