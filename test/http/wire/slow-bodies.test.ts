import { beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { allInterfaces, type BodyRequest, bodyRequests } from '../../support/peers/body-requests.js';
import { startHere } from '../../support/here.js';
import { call, milk, post, type RunningServer } from '../../support/server.js';
import { openSocket, requestOf, until } from '../../support/socket.js';

let server: RunningServer;
let requests: readonly BodyRequest[];
beforeAll(async () => {
  server = await startHere(allInterfaces);
  requests = await bodyRequests(server);
});

/** Sends all, closes the own half, and reads until the server closes the other. */
async function halfClosed(port: number, sent: string | Buffer): Promise<readonly number[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(sent);
  const said = await text(socket);
  return [...said.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
}

const revision = async (label = 'default') => (await call(`${server.url}/api/esl/labels/${label}`)).body.label.revision;

describe('a client that closes its half of the connection', () => {
  test('gets the response to a complete request of every operation', async () => {
    for (const { name, port, head, body } of requests) {
      const sent = Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]);
      const [status = 0, ...more] = await halfClosed(port, sent);
      expect([name, status >= 200 && status !== 408 && status < 600, more]).toEqual([name, true, []]);
    }
  });

  const body = JSON.stringify(milk);
  test.each<readonly [string, string]>([
    ['kept alive', post(body)],
    ['closed', post(body, ['Content-Type: application/json', 'Connection: close'])],
    ['HTTP/1.0', post(body).replace('HTTP/1.1', 'HTTP/1.0')],
    [
      'in chunks',
      post('', ['Content-Type: application/json', 'Transfer-Encoding: chunked']).replace(
        /Content-Length: 0\r\n\r\n$/,
        `\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ),
    ],
  ])('has 50 updates acknowledged and stored, on a connection that is %s', async (_, request) => {
    const before = await revision();
    const statuses = await Promise.all(Array.from({ length: 50 }, () => halfClosed(server.port, request)));
    expect(statuses).toEqual(statuses.map(() => [200]));
    expect(await revision()).toBe(before + 50);
  });

  test('gets all responses to requests that were sent ahead, on either port', async () => {
    const before = await revision();
    const ahead = `${requestOf('/health')}${post(body)}${requestOf('/nowhere')}${post(body)}`;
    for (let i = 0; i < 10; i++) expect(await halfClosed(server.port, ahead)).toEqual([200, 200, 404, 200]);
    expect(await revision()).toBe(before + 20);
    const { port } = requests.at(-1)!;
    expect(port).not.toBe(server.port);
    expect(await halfClosed(port, requestOf('/sysinfo') + requestOf('/version.txt'))).toEqual([200, 200]);
  });

  test('gets 408 within a body, after the responses before it, and nothing is stored', async () => {
    const before = await revision();
    for (let i = 0; i < 20; i++) {
      expect(await halfClosed(server.port, post(body).slice(0, -1 - i))).toEqual([408]);
      expect(await halfClosed(server.port, post(body).slice(0, -body.length))).toEqual([408]);
      expect(await halfClosed(server.port, requestOf('/health') + post(body).slice(0, -1))).toEqual([200, 408]);
    }
    expect(await revision()).toBe(before);
  });

  test('follows events, and one that has disconnected leaves its stream', async () => {
    const streams = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^esl_event_streams (\d+)/m.exec(metrics)![1]);
    };
    const open = async () => {
      const client = await openSocket(server.port, requestOf('/api/esl/labels/default/events'));
      await until(() => client.said().includes('label.updated'));
      return client.socket;
    };
    const half = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    let said = '';
    half.on('data', (chunk: Buffer) => (said += chunk.toString()));
    half.end(requestOf('/api/esl/labels/default/events'));
    await until(() => said.includes('label.updated'));
    const before = await revision();
    await call(`${server.url}/api/esl/update`, { body: milk });
    await until(() => said.includes(`"revision":${before + 1}`));
    for (let i = 0; i < 5; i++) {
      const left = [await open(), await open(), await open()];
      await until(async () => (await streams()) === 4, 2_000);
      for (const socket of left) socket.destroy();
      await until(async () => (await streams()) === 1, 2_000);
    }
    half.destroy();
  });

  test('that has disconnected has its update stored whole, or not at all', async () => {
    const before = await revision();
    for (let i = 0; i < 20; i++) (await openSocket(server.port, post(body))).socket.destroy();
    await call(`${server.url}/api/esl/update`, { body: milk });
    const { revisions } = (await call(`${server.url}/api/esl/labels/default/revisions`)).body;
    const after = await revision();
    expect(after).toBeGreaterThan(before);
    expect(revisions.slice(0, after - before).map(({ content }) => content.price)).toEqual(
      Array.from({ length: Math.min(after - before, 50) }, () => milk.price),
    );
  });
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
