import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { accessPointOf } from '../../support/peers/oepl-client.js';
import { type ServerProcess, startServer } from '../../support/server.js';
import { openSocket, requestOf, until } from '../../support/socket.js';

let server: ServerProcess;
let accessPoint: number;
beforeAll(async () => {
  server = await startServer({ OEPL_PORT: '0' });
  accessPoint = Number(new URL(accessPointOf(server)).port);
});

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const half =
  'POST /api/esl/update HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
/** Each with whether the server answers it before the reset. */
const requests = [
  ['CONNECT', 'CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n', true],
  ['an upgrade', upgrade('/ws'), true],
  ['half of a body', half, false],
  ['an image', requestOf('/api/esl/labels/default/image.png'), true],
  ['a stream of events', requestOf('/api/esl/events'), true],
  ['what is no HTTP', 'nothing\r\n\r\n', true],
  ['half of a line', 'GET', false],
] as const;
const ofAccessPoint = [
  ['a refused WebSocket', upgrade('/other'), true],
  ['a WebSocket', upgrade('/ws'), true],
] as const;

describe.each([
  ['PORT', () => server.port, requests],
  ['OEPL_PORT', () => accessPoint, [...ofAccessPoint, ...requests]],
] as const)('on %s, a connection that is reset', (_, port, all) => {
  test.each(all)('after %s ends no server', async (_name, text, isAnswered) => {
    for (let i = 0; i < 5; i++) {
      const { socket, closed } = await openSocket(port(), text);
      // Before this side closes the connection, too.
      await (isAnswered ? once(socket, 'data') : delay(20));
      socket.resetAndDestroy();
      await until(closed);
    }
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(server.process.exitCode).toBeNull();
  });
});
