import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { spreadConnections } from '../../server/http/budgets/arrivals.js';
import { boundConnections, connectionLimits } from '../../server/http/budgets/connections.js';
import { createPacer, type Pacer } from '../../server/http/budgets/pacer.js';
import { createHttpServer } from '../../server/http/listener.js';
import { endAfterwards } from '../support/server.js';
import { listening, openSocket, requestOf, until } from '../support/socket.js';

let server: Server;
afterEach(() => {
  server.close().closeAllConnections();
});
const request = requestOf('/');

/** The HTTP server of the product around `listener`, with what a test sets before it listens. */
async function listen(listener: RequestListener, set: (server: Server) => void): Promise<number> {
  server = createHttpServer(listener, { corsOrigin: '*', trustProxyHops: 0, allowsHost: () => true });
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

/** A connection of another client, who sends `text`. */
function connectOther(port: number, text = ''): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' });
  endAfterwards(() => socket.destroy());
  if (text !== '') socket.write(text);
  return socket;
}

describe('what the connections of a server take', () => {
  /** A server whose connections are bounded by `limits`. */
  function listenWithin(
    limits: Partial<Record<keyof typeof connectionLimits, number>>,
    listener: RequestListener,
    areProxies = false,
  ): Promise<number> {
    server = createServer((request, response) => {
      begin(request, response);
    });
    const begin = boundConnections(server, listener, areProxies, { ...connectionLimits, ...limits });
    return listening(server);
  }

  test('a request begins when the answer before it is finished, in a separate turn of the event loop', async () => {
    let [turns, running, most] = [0, 0, 0];
    const begun: number[] = [];
    const port = await listenWithin({ waiting: 50 }, (_, response) => {
      begun.push(turns);
      most = Math.max(most, ++running);
      response.end('x', () => running--);
    });
    let counts = true;
    const count = (): unknown => ++turns && counts && setImmediate(count);
    count();
    endAfterwards(() => (counts = false));
    const { said } = await openSocket(port, request.repeat(50));
    await until(() => said().split('HTTP/1.1 200').length === 51);
    expect([most, new Set(begun).size]).toEqual([1, 50]);
  });

  test('a connection that sends too many requests ahead is closed, and what waits makes room', async () => {
    const answers: (() => void)[] = [];
    const port = await listenWithin({ waiting: 3, waitingInAll: 5 }, (_, response) => {
      answers.push(() => response.end('x'));
    });
    const many = await openSocket(port, request.repeat(5));
    await until(many.closed);
    const [first, second] = [await openSocket(port, request.repeat(4)), await openSocket(port, request.repeat(3))];
    await until(() => answers.length === 3);
    const third = await openSocket(port, request.repeat(2));
    await until(third.closed);
    for (let i = 1; i < answers.length || i < 9; i++) {
      await until(() => answers.length > i || i >= 9);
      answers[i]?.();
    }
    await until(() => [first, second].map(({ said }) => said().split('200 OK').length).join() === '5,4');
    const later = await openSocket(port, request.repeat(4));
    await delay(30);
    expect([later.closed(), first.closed()]).toEqual([false, false]);
  });

  test('the connections of an address share what waits, and the parser stops where one is closed', async () => {
    let parsed = 0;
    const answers: (() => void)[] = [];
    const port = await listenWithin({ waitingOfClient: 3 }, (_, response) => {
      answers.push(() => response.end('x'));
    });
    server.prependListener('request', () => parsed++);
    server.on('clientError', (_, socket) => socket.destroy());
    const first = await openSocket(port, request.repeat(4));
    await until(() => parsed === 4);
    const second = await openSocket(port, request.repeat(1000));
    await until(second.closed);
    expect([parsed, first.closed(), answers.length]).toEqual([6, false, 2]);
    connectOther(port, request.repeat(4));
    await until(() => parsed === 10);
    first.socket.destroy();
    await delay(20);
    const later = await openSocket(port, request.repeat(4));
    await until(() => parsed === 14);
    expect(later.closed()).toBe(false);
  });

  const heavy = `GET / HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(2000)}\r\n`;
  test.each([
    ['many requests that come at once', request, 12, 3],
    ['few with thousands of headers', heavy, 6, 2],
  ])('%s of an address leave room for those of others', async (_, sent, count, most) => {
    const begun: string[] = [];
    let accepted = 0;
    const port = await listenWithin({ most: 3, least: 3 }, ({ url = '' }, response) => {
      begun.push(url);
      response.end('x');
    });
    server.maxHeadersCount = 0;
    server.on('connection', () => accepted++);
    const many = await Promise.all(Array.from({ length: count }, () => openSocket(port)));
    const other = connectOther(port);
    await until(() => accepted === count + 1);
    await delay(20);
    for (const { socket } of many) socket.write(sent);
    other.write(requestOf('/other'));
    await until(() => begun.length === count + 1);
    expect(begun.indexOf('/other')).toBeLessThanOrEqual(most);
    await until(() => many.every(({ said }) => said().endsWith('x')));
  });

  test('a body in tiny chunks is cut, and leaves the parser to others', async () => {
    const pieces: number[] = [];
    const port = await listenWithin({}, (asked, response) => {
      const at = pieces.push(0) - 1;
      asked.on('data', () => pieces[at]!++).on('end', () => response.end('x'));
    });
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunked = (chunk: string, times: number) => openSocket(port, `${head}${chunk.repeat(times)}0\r\n\r\n`);
    const tiny = '1\r\nx\r\n';
    for (let round = 0; round < 2; round++) {
      const few = await chunked(tiny, 250);
      const large = await chunked(`40\r\n${'x'.repeat(64)}\r\n`, 2000);
      await until(() => [few, large].every(({ said }) => said().endsWith('x')));
      const many = await chunked(tiny, 5000);
      await until(many.closed);
      // A packet may end within a chunk.
      const [ofFew, ofLarge, ofMany] = pieces.splice(0) as [number, number, number];
      expect([many.said(), ofFew, ofLarge >= 2000, ofMany < 300]).toEqual(['', 250, true, true]);
    }
  });

  test('the connections of an address that come at once are read after those of others', async () => {
    const begun: string[] = [];
    const port = await listenWithin({}, ({ url = '' }, response) => {
      begun.push(url);
      response.end('x');
    });
    const open = (socket: Socket, path: string) => {
      endAfterwards(() => socket.destroy());
      socket.write(requestOf(path));
      return once(socket, 'data');
    };
    const many = Array.from({ length: 200 }, () => open(connect(port, '127.0.0.1'), '/many'));
    await Promise.all([...many, open(connectOther(port), '/other')]);
    expect(begun.indexOf('/other')).toBeLessThan(100);
  });

  test('long turns begin less, and while connections come most turns begin nothing that waits', async () => {
    let [clock, begun] = [0, 0];
    const time = jest.spyOn(performance, 'now').mockImplementation(() => clock);
    endAfterwards(() => {
      time.mockRestore();
    });
    const pacer = createPacer({ most: 8, least: 2, longMs: 5, pause: 4 });
    /** What begins in each of the next turns. Each request takes 2 ms, a connection 4 ms. */
    const turns = async (count: number, connects: boolean): Promise<number[]> => {
      const of: number[] = [];
      for (let i = 0; i < count; i++) {
        const before = begun;
        await new Promise(setImmediate);
        of.push(begun - before);
        if (connects) pacer.accepted();
        clock += connects ? 4 : 0;
      }
      return of;
    };
    for (let i = 0; i < 30; i++)
      pacer.begin('many', 1, () => {
        begun++;
        clock += 2;
      });
    expect([begun, await turns(4, false)]).toEqual([8, [4, 2, 3, 2]]);
    pacer.accepted();
    expect(await turns(12, true)).toEqual([0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('bytes of a connection that waits to be read stay with the system', async () => {
    const sockets: Socket[] = [];
    server = createServer((_, response) => response.end('x'));
    let first = true;
    const pacer: Pacer = {
      accepted: () => undefined,
      begin(_client, _weight, begin) {
        if (first) begin();
        first = false;
      },
    };
    spreadConnections(server, pacer, () => 'client');
    server.on('connection', (socket) => sockets.push(socket));
    const port = await listening(server);
    await openSocket(port, request);
    await openSocket(port, request);
    await until(() => sockets.length === 2 && sockets[0]!.bytesRead > 0);
    await delay(20);
    expect(sockets[1]!.bytesRead).toBe(0);
    sockets[1]!.destroy();
  });

  test('an address has a share of them, which it has back when they close, unless it may be a proxy’s', async () => {
    const answer: RequestListener = (_, response) => response.end('x');
    const port = await listenWithin({ ofClient: 2 }, answer);
    const [first] = [await openSocket(port), await openSocket(port)];
    const third = await openSocket(port, request);
    await until(third.closed);
    first.socket.destroy();
    await until(async () => {
      const { said, closed } = await openSocket(port, request);
      await until(() => said() !== '' || closed());
      return said() !== '';
    });
    await once(connectOther(port, request), 'data');
    server.close().closeAllConnections();
    const proxied = await listenWithin({ ofClient: 2 }, answer, true);
    const three = await Promise.all([1, 2, 3].map(() => openSocket(proxied, request)));
    await until(() => three.every(({ said }) => said() !== ''));
  });

  test('an answer that is read too slowly is cut, and one that is read goes on', async () => {
    // A busy machine may stop this process, which also reads, for a second.
    const limits = { checkMs: 20, readPauseMs: 2000, readPerSecond: 1e5 };
    const closed: Record<string, boolean> = {};
    const port = await listenWithin(limits, ({ url = '' }, response) => {
      response.once('close', () => (closed[url] = true));
      Readable.from(Array.from({ length: 600 }, () => Buffer.alloc(64 * 1024))).pipe(response);
    });
    const slow = await openSocket(port, requestOf('/slow'), true);
    await until(() => closed['/slow'] === true, 30_000);
    const steady = await openSocket(port, requestOf('/'));
    // Its text is long: to look at its end takes milliseconds each time.
    await until(() => steady.socket.bytesRead > 600 * 64 * 1024 || steady.closed(), 30_000);
    expect(steady.closed()).toBe(false);
    expect(slow.socket.bytesRead).toBeLessThan(20_000_000);
  });
});
