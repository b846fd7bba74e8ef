import { expect, test } from '@jest/globals';
import { createClosers } from '../server/closers.js';

test('everything is closed, the last first, one after the other, and once', async () => {
  const closers = createClosers();
  const calls: string[] = [];
  for (const name of ['a', 'b', 'c'])
    closers.add(async () => {
      calls.push(`${name} begins`);
      await Promise.resolve();
      calls.push(`${name} ends`);
    });
  await closers.close();
  await closers.close();
  expect(calls).toEqual(['c begins', 'c ends', 'b begins', 'b ends', 'a begins', 'a ends']);
});

test.each([['a'], ['a', 'b'], ['c', 'a']])(
  'of the errors of %j, the first is thrown after all are closed',
  async (...failing) => {
    const closers = createClosers();
    const calls: string[] = [];
    for (const name of ['a', 'b', 'c'])
      closers.add(() => {
        calls.push(name);
        if (failing.includes(name)) throw new Error(name);
      });
    await expect(closers.close()).rejects.toThrow(failing.includes('c') ? 'c' : failing.includes('b') ? 'b' : 'a');
    expect(calls).toEqual(['c', 'b', 'a']);
  },
);
