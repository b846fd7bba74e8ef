import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { call, milk, post } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';
import { openSocket, requestOf, until } from '../../support/socket.js';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly request_id?: string;
}

const server = useServer({ LOG_LEVEL: 'info', TRUST_PROXY_HOPS: '1' });

const lines = (): readonly Line[] =>
  server.output.stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** The line of a request, once it is there. */
async function lineOf(id: string): Promise<Line> {
  const find = () => lines().find(({ request_id }) => request_id === id);
  await until(() => find() !== undefined);
  return find()!;
}

test('a request is a line that names it, its client and its route, and none of its secrets', async () => {
  const secrets = { Authorization: 'Bearer secret-in-a-header', Cookie: 'secret-cookie' };
  const headers = { 'X-Request-Id': 'till-7.request', 'X-Forwarded-For': '203.0.113.9', ...secrets };
  await call(`${server.url}/api/esl/labels/default?secret=in-the-query`, { headers });
  expect(await lineOf('till-7.request')).toMatchObject({
    ...{ level: 30, msg: 'answered', client: '203.0.113.9', method: 'GET', route: '/api/esl/labels/{id}' },
    ...{ path: '/api/esl/labels/default', status: 200, ms: expect.any(Number) },
  });
  expect(server.output.stderr).not.toContain('secret');
});

test('a path that no route has is a line without a route', async () => {
  await call(`${server.url}/nowhere`, { headers: { 'X-Request-Id': 'nowhere-1' } });
  expect(await lineOf('nowhere-1')).not.toHaveProperty('route');
});

test('a client that goes away in the middle is no fault of the server (fault 24)', async () => {
  const requests = [
    // In its headers, in its body, before its answer, in its answer, in a stream.
    'POST /api/esl/update HTTP/1.1\r\nHost: loc',
    post(JSON.stringify(milk)).slice(0, -9),
    post(JSON.stringify(milk), ['Content-Type: application/json', 'X-ESL-Simulate: slow']),
    requestOf('/openapi.json').repeat(9),
    requestOf('/api/esl/labels/default/events'),
  ];
  for (const text of requests) {
    const { socket } = await openSocket(server.port, text, true);
    await delay(50);
    socket.resetAndDestroy();
  }
  // The slow one would be answered after three seconds.
  await delay(3200);
  await call(`${server.url}/health/live`, { headers: { 'X-Request-Id': 'last-one' } });
  await lineOf('last-one');
  expect(lines().filter(({ level }) => level > 30)).toEqual([]);
});
