import { expect, test } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { startHere } from '../support/here.js';
import { call, milk, temporaryFolder } from '../support/server.js';

const { at } = temporaryFolder();

test('while another process holds the file locked, health answers immediately and an update is refused in time (fault 2)', async () => {
  const path = at('locked.db');
  const server = await startHere({ DATABASE_URL: `sqlite:${path}` });
  await call(`${server.url}/api/esl/update`, { body: milk });
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const timed = async <T>(work: Promise<T>): Promise<readonly [T, number]> => {
    const start = performance.now();
    return [await work, performance.now() - start];
  };
  const updates = [1, 2, 3].map(() => timed(call(`${server.url}/api/esl/update`, { body: milk })));
  const waits: number[] = [];
  for (let i = 0; i < 10; i++) {
    const [health, ms] = await timed(call(`${server.url}/health`));
    expect(health.body.status).toBe('pass');
    waits.push(ms);
  }
  // Some noise of a busy machine is let pass.
  expect(waits.sort((a, b) => a - b)[5]).toBeLessThan(100);
  for (const [answer, ms] of await Promise.all(updates)) {
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'SERVER_ERROR', '1']);
    expect(ms).toBeLessThan(1500);
  }
  other.exec('ROLLBACK');
  other.close();
  const { body } = await call(`${server.url}/api/esl/update`, { body: milk });
  expect(body.label.revision).toBe(2);
});
