import { afterAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { startHere } from '../support/here.js';
import { call, milk, startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
afterAll(folder.remove);

test('while another process holds the file locked, health answers at once and an update is refused in time (fault 2)', async () => {
  const path = join(folder.path, 'locked.db');
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
  await server.stop();
});

test('the streams and images of one process show what another one stores', async () => {
  const env = { DATABASE_URL: `sqlite:${join(folder.path, 'shared.db')}` };
  const [one, two] = await Promise.all([startServer(env), startServer(env)]);
  await call(`${one.url}/api/esl/labels/shelf`, { method: 'PUT', body: {} });
  const request = get(`${two.url}/api/esl/labels/shelf/events`);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const heard = async (wanted: string): Promise<void> => {
    while (!text.includes(wanted)) await once(response, 'data');
  };
  await heard('id: 0');
  const image = async () => (await fetch(`${two.url}/api/esl/labels/shelf/image.png`)).headers.get('etag');
  const blank = await image();
  await call(`${one.url}/api/esl/labels/shelf/update`, { body: milk });
  await heard('event: label.displayed\nid: 1');
  expect(await image()).not.toBe(blank);
  await call(`${two.url}/api/esl/labels/shelf/update`, { body: milk });
  await heard('event: label.displayed\nid: 2');
  await call(`${one.url}/api/esl/labels/shelf`, { method: 'DELETE' });
  await once(response, 'end');
  const events = Array.from(text.matchAll(/event: (\S+)(?:\nid: (\d+))?/g), ([, name, id]) => `${name} ${id ?? ''}`);
  expect(events).toEqual([
    'label.updated 0',
    ...['label.updated 1', 'label.refreshing 1', 'label.displayed 1', 'label.updated 2', 'label.displayed 2', 'bye '],
  ]);
  await Promise.all([one.stop(), two.stop()]);
});
