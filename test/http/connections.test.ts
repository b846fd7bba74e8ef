import { afterEach, expect, test } from '@jest/globals';
import type { RequestListener, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createHttpServer } from '../../server/http/listener.js';
import { listening, openSocket, requestOf, until } from '../support/socket.js';

let server: Server;
afterEach(() => {
  server.close().closeAllConnections();
});
const request = requestOf('/');

/** The HTTP server of the product around `listener`, with what a test sets before it listens. */
async function listen(listener: RequestListener, set: (server: Server) => void): Promise<number> {
  server = createHttpServer(listener, { corsOrigin: '*', allowsHost: () => true });
  set(server);
  return listening(server);
}

test('a client that does not read its picture is disconnected after 30 s, and others get theirs meanwhile (fault 21)', async () => {
  const picture = Buffer.alloc(32 * 1024 * 1024);
  const answers: { slow: boolean; closed: boolean }[] = [];
  const port = await listen(
    ({ url }, response) => {
      const answer = { slow: url === '/slow', closed: false };
      answers.push(answer);
      response.once('close', () => (answer.closed = true));
      response.end(answer.slow ? picture : 'mine');
    },
    (made) => {
      expect(made.timeout).toBe(30_000);
      made.setTimeout(300);
    },
  );
  await openSocket(port, requestOf('/slow'), true);
  await until(() => answers.length === 1);
  const other = await openSocket(port, request);
  await until(() => other.said().endsWith('mine'));
  expect(answers[0]).toEqual({ slow: true, closed: false });
  await until(() => answers[0]!.closed);
});

test('the answer to a request comes before that to bytes after it which are none', async () => {
  const answers: (() => void)[] = [];
  const port = await listen(
    (_, response) => answers.push(() => response.end('mine')),
    () => undefined,
  );
  const client = await openSocket(port, `${request}no request\r\n\r\n`);
  await until(() => answers.length === 1);
  await delay(20);
  answers[0]!();
  await until(client.closed);
  expect(client.said()).toMatch(/^HTTP\/1\.1 200 [^]*mine[^]*HTTP\/1\.1 400 /);
});

test('connections above 10,000 are not taken, and idle ones make room after 5 s (fault 22)', async () => {
  const port = await listen(
    (_, response) => response.end('here'),
    (made) => {
      expect([made.maxConnections, made.keepAliveTimeout]).toEqual([10_000, 5_000]);
      Object.assign(made, { maxConnections: 3, keepAliveTimeout: 400 });
    },
  );
  const idle = await Promise.all([1, 2, 3].map(() => openSocket(port)));
  for (const { socket } of idle) socket.write(request);
  await until(() => idle.every(({ said }) => said().endsWith('here')));
  const fourth = await openSocket(port);
  await until(fourth.closed);
  expect(fourth.said()).toBe('');
  await until(() => idle.every(({ closed }) => closed()));
  const later = await openSocket(port, request);
  await until(() => later.said().endsWith('here'));
});
