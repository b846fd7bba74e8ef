import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { startPool } from '../../server/parallel/pool.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
/** A thread that counts the tasks that it has ended, each after `ms`. */
const source = `export default ({ ended, ms }) => {
  const until = Date.now() + ms;
  while (Date.now() < until);
  return Atomics.add(ended, 0, 1);
};`;

test.each([
  [100, 1],
  [3000, 0],
])('a task of %d ms ends before its thread does, unless it takes long', async (ms, expected) => {
  writeFileSync(folder.at('worker.mjs'), source);
  const worker = pathToFileURL(folder.at('worker.mjs'));
  const pool = startPool<{ ended: Int32Array; ms: number }, number>(worker, 1);
  const ended = new Int32Array(new SharedArrayBuffer(4));
  await pool.run({ ended, ms: 0 });
  const result = pool.run({ ended, ms }).catch((error: unknown) => error);
  await pool.close();
  await pool.close();
  expect(ended[0]! - 1).toBe(expected);
  expect((await result) instanceof Error).toBe(expected === 0);
});
