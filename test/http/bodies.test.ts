import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { call, milk, raw } from '../support/server.js';
import { openSocket, until } from '../support/socket.js';
import { useServer } from '../support/use-server.js';

const server = useServer({ TRUST_PROXY_HOPS: '1', RATE_LIMIT: '1000' });
const from = (address: string, length: string) =>
  [
    'POST /api/esl/devices/solum-m2-2.9-bwr/decode HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/octet-stream',
    `${length}\r\n\r\n`,
  ].join('\r\n');
const large = 'Content-Length: 2097152';

test('a client has 16 MB of bodies at a time: more are 503 before they are read, until it has finished others', async () => {
  const reading = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      openSocket(server.port, from('10.1.0.1', i % 2 ? large : 'Transfer-Encoding: chunked')),
    ),
  );
  await delay(100);
  const { headers, body, closed, status } = await raw(server.port, from('10.1.0.1', large));
  expect([status, headers['retry-after'], closed]).toEqual([503, '1', true]);
  expect(body).toMatchObject({
    code: 'SERVER_ERROR',
    retry_after: 1,
    detail: expect.stringContaining('Nothing was stored'),
  });
  expect(reading.map(({ said }) => said())).toEqual(Array.from({ length: 8 }, () => ''));
  const update = async (address: string) =>
    (await call(`${server.url}/api/esl/update`, { body: milk, headers: { 'X-Forwarded-For': address } })).status;
  // Other clients have their own.
  expect([await update('10.1.0.1'), await update('10.1.0.2')]).toEqual([503, 200]);
  reading[0]!.socket.destroy();
  await until(async () => (await update('10.1.0.1')) === 200);
});
