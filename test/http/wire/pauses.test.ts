import { beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { allInterfaces, type BodyRequest, bodyRequests } from '../../support/peers/body-requests.js';
import { startHere } from '../../support/here.js';
import { post, type RunningServer } from '../../support/server.js';
import { openSocket, until } from '../../support/socket.js';

let server: RunningServer;
let requests: readonly BodyRequest[];
beforeAll(async () => {
  server = await startHere(allInterfaces);
  requests = await bodyRequests(server);
});

const statusOf = (said: string) => Number(said.split(' ')[1]);

describe('a client on weak Wi-Fi', () => {
  test('may pause for some seconds before and within a body, of every operation, declared or in chunks', async () => {
    expect(requests.length).toBeGreaterThan(50);
    const answers = requests.flatMap((request) =>
      [false, true].map(async (chunked) => {
        const { name, port, head, body } = request;
        const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
        const client = await openSocket(port, `${head}${length}\r\n\r\n`);
        const at = body.length >> 1;
        for (const [part, pauseMs] of [
          [body.subarray(0, at), 4_000],
          [body.subarray(at), 8_000],
        ] as const) {
          await delay(pauseMs);
          client.socket.write(chunked ? Buffer.concat([chunk(part.length), part, Buffer.from('\r\n')]) : part);
        }
        if (chunked) client.socket.write('0\r\n\r\n');
        await until(() => client.said() !== '' || client.closed());
        return [`${name} ${length}`, client.said().startsWith('HTTP/1.1 '), statusOf(client.said()) === 408];
      }),
    );
    const names = answers.map(async (answer) => (await answer)[0]);
    expect(await Promise.all(answers)).toEqual((await Promise.all(names)).map((name) => [name, true, false]));
  }, 60_000);

  test('gets 408 after 10 s without a byte, with what came of what', async () => {
    const begin = performance.now();
    const late = await Promise.all(
      [
        [post('{"price": "1.00"').slice(0, -6), 'only 10 of 16 bytes'],
        [post('{}').slice(0, -2), 'only 0 of 2 bytes'],
        [post('').replace('Content-Length: 0', 'Transfer-Encoding: chunked') + '2\r\n{"\r\n', 'only 2 bytes'],
      ].map(async ([text, received]) => {
        const { said, closed } = await openSocket(server.port, text);
        await until(closed, 30_000);
        return [statusOf(said()), said().includes(`Expected more of the body within 10 s but received ${received}"`)];
      }),
    );
    expect(late).toEqual(late.map(() => [408, true]));
    expect(performance.now() - begin).toBeGreaterThan(9_900);
  }, 40_000);
});

function chunk(length: number): Buffer {
  return Buffer.from(`${length.toString(16)}\r\n`);
}

test('a stopped head is 408 with the time that a head has', async () => {
  const { said, closed, socket } = await openSocket(server.port, 'GET /health HTTP/1.1\r\nHost: loc');
  await Promise.race([once(socket, 'close'), until(closed, 20_000)]);
  expect(said()).toMatch(/^HTTP\/1\.1 408 [^]*Expected the head of the request in 5 s/);
}, 30_000);
