import { expect, test } from '@jest/globals';
import { collectWhenIdle } from '../../../server/http/garbage.js';
import { until } from '../../support/socket.js';

test('a server without requests collects its garbage', async () => {
  const garbage = new WeakRef({});
  collectWhenIdle();
  expect(await until(() => garbage.deref() === undefined, 30_000)).toBeGreaterThan(5_000);
});
