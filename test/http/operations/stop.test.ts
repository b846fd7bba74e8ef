import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { stopServers, stopTimes } from '../../../server/http/stop.js';
import { atSize } from '../../support/labels/share.js';
import { call, milk, post, spawnServer, startServer, temporaryFolder } from '../../support/server.js';
import { type Client, listening, openSocket, requestOf, until } from '../../support/socket.js';

async function takes(port: number): Promise<boolean> {
  try {
    (await openSocket(port)).socket.destroy();
    return true;
  } catch {
    return false;
  }
}

/** Starts a server process that first runs a script. */
function startWith(script: string) {
  const program = new URL('../../../server/index.js', import.meta.url).pathname;
  return startServer({}, ['--import', `data:text/javascript,${encodeURIComponent(script)}`, program]);
}

describe('a server that is asked to stop', () => {
  /** What clients see of a stop; null: on a busy machine, the notice was over before one of them was answered. */
  async function stopSeen() {
    const server = await startServer();
    expect((await call(`${server.url}/health/ready`)).status).toBe(200);
    // Opened before, as by a proxy: on a slow machine, the port may be closed before a new one comes about.
    const open = await Promise.all(Array.from({ length: 6 }, () => openSocket(server.port)));
    const [ready, live, update, events, idle, all] = open as [Client, Client, Client, Client, Client, Client];
    all.socket.write(requestOf('/api/esl/events'));
    await until(() => all.said().includes('event: labels.changed'));
    const begin = performance.now();
    const stopped = server.stop();
    while (!ready.closed() && !ready.said().includes('HTTP/1.1 503')) {
      ready.socket.write(requestOf('/health/ready'));
      await delay(20);
    }
    const asked = [live, update, events];
    live.socket.write(requestOf('/health/live'));
    update.socket.write(post(JSON.stringify(milk)));
    events.socket.write(requestOf('/api/esl/labels/default/events'));
    await until(() => asked.every(({ said, closed }) => said() !== '' || closed()));
    // A proxy keeps a connection, and uses it after the port was closed: the answer says that it was the last one.
    while (await takes(server.port)) await delay(20);
    idle.socket.write(requestOf('/api'));
    await until(() => idle.closed());
    const answers = [...asked, idle].map(({ said }) => said());
    const code = await stopped;
    if (!ready.said().includes('HTTP/1.1 503') || answers.includes('')) return null;
    return { answers, code, bye: all.said(), ms: performance.now() - begin, said: server.output.stderr };
  }

  test('fails to be ready first, still answers requests, begins no stream, and ends those that are open with a bye', async () => {
    let seen = await stopSeen();
    for (let i = 0; i < 3 && !seen; i++) seen = await stopSeen();
    const { answers, code, bye, ms, said } = seen!;
    expect(answers.map((answer) => answer.split(' ')[1])).toEqual(['200', '200', '503', '200']);
    expect(answers[3]).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n/i);
    expect(bye).toMatch(/\r\nevent: bye\ndata: \{"reason":"stopping"\}\n\n\r\n0\r\n\r\n$/);
    expect([code, said]).toEqual([0, '']);
    expect(ms).toBeGreaterThan(stopTimes.notice);
  });

  /** Starts a server with a store, sends SIGTERM at some moment of the start, and resolves with how the process ends. */
  async function stopAt(moment: (folder: string, started: Promise<unknown>) => Promise<unknown>) {
    const { path } = temporaryFolder();
    const child = spawnServer({ PORT: '0', DATABASE_URL: `sqlite:${join(path, 'esl.db')}` });
    const said = text(child.stderr!);
    const started = once(child.stdout!, 'data');
    const ended = once(child, 'close') as Promise<[number | null, string | null]>;
    const isStarted = started.catch(() => undefined);
    await moment(path, isStarted);
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    // A store that is not closed leaves its log of writes.
    return { end: code ?? signal, said: await said, files: readdirSync(path).sort() };
  }
  const stopped = { end: 0, said: '', files: ['esl.db'] };
  /** The process ends before it opens anything. */
  const killed = { end: 'SIGTERM', said: '', files: [] };

  test('stops in order when the signal comes in the moment in which it prints its address', async () => {
    const signal = `const { stdout } = process, { write } = stdout;
      stdout.write = (...all) => (process.kill(process.pid, 'SIGTERM'), write.apply(stdout, all))`;
    const server = await startWith(signal);
    const [code] = (await once(server.process, 'close')) as [number | null];
    expect([code, server.output.stderr]).toEqual([0, '']);
    for (let i = 0; i < atSize(1, 25); i++) expect(await stopAt((_, started) => started)).toEqual(stopped);
  }, 120_000);

  test('stops in order when the signal comes while it starts', async () => {
    const whenStored = async (path: string) => {
      while (readdirSync(path).length === 0) await delay(1);
    };
    expect(await stopAt(whenStored)).toEqual(stopped);
    const starts = atSize(2, 50);
    for (let i = 1; i <= starts; i++)
      expect([stopped, killed]).toContainEqual(await stopAt(() => delay((i * 1000) / starts)));
  }, 120_000);

  test('logs an error that no code caught, finishes what runs, and ends with code 1 (fault 37)', async () => {
    const fault = 'process.once("SIGWINCH", () => void Promise.reject(new Error("an unhandled rejection")))';
    const server = await startWith(fault);
    const slow = call(`${server.url}/api/esl/update`, { body: milk, headers: { 'X-ESL-Simulate': 'slow' } });
    // The slow one takes as long as a stop waits: it must be far ahead.
    await delay(1000);
    const exited = once(server.process, 'close');
    server.process.kill('SIGWINCH');
    expect((await slow).status).toBe(200);
    expect((await exited)[0]).toBe(1);
    const said = JSON.parse(server.output.stderr) as { level: number; msg: string; err: { message: string } };
    expect([said.level, said.msg, said.err.message]).toEqual([60, 'Uncaught error', 'an unhandled rejection']);
  });
});

describe('stopping', () => {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  afterEach(() => {
    logged.length = 0;
  });

  async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
    const server = createServer(listener);
    return { server, port: await listening(server) };
  }
  const stop = (
    server: Server,
    watched: boolean,
    times: Partial<Record<keyof typeof stopTimes, number>> = {},
    portsClosed = () => undefined,
  ) => stopServers({ servers: [server], log, watched, portsClosed }, { ...stopTimes, ...times });

  test('closes the port immediately without a load balancer, and after a notice with one', async () => {
    const { server } = await listen(() => undefined);
    const ended: boolean[] = [];
    const stopped = stop(server, true, { notice: 50 }, () => void ended.push(server.listening));
    await delay(10);
    expect([server.listening, ended]).toEqual([true, []]);
    await stopped;
    // Called when no client can connect any longer.
    expect([server.listening, ended]).toEqual([false, [false]]);
    const other = await listen(() => undefined);
    const begin = performance.now();
    await stop(other.server, false);
    expect(performance.now() - begin).toBeLessThan(stopTimes.notice);
  });

  test('takes a connection that came while the process was busy, before it closes the port', async () => {
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const { server, port } = await listen(({ url }, response) => {
      // The event loop stands until another thread has connected.
      if (url === '/busy') {
        Atomics.store(shared, 0, 1);
        Atomics.notify(shared, 0);
        Atomics.wait(shared, 0, 1, 5000);
      }
      response.end('done');
    });
    const { socket } = await openSocket(port);
    const client = new Worker(
      `const { connect } = require('node:net');
      const { parentPort, workerData: { shared, port, request } } = require('node:worker_threads');
      parentPort.postMessage('ready');
      Atomics.wait(shared, 0, 0);
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(request);
        Atomics.store(shared, 0, 2);
        Atomics.notify(shared, 0);
      });
      let said = '';
      socket.on('data', (chunk) => (said += chunk));
      socket.on('error', ({ code }) => (said += code));
      socket.on('close', () => parentPort.postMessage(said));`,
      { eval: true, workerData: { shared, port, request: requestOf('/') } },
    );
    await once(client, 'message');
    const said = once(client, 'message') as Promise<[string]>;
    // After a timer, the event loop reads before it goes on with the stop.
    await delay(50);
    socket.write(requestOf('/busy'));
    await stop(server, false, { check: 20 });
    expect((await said)[0]).toMatch(/^HTTP\/1\.1 200 [^]*done/);
  });

  test('lets a request finish, and then closes its connection', async () => {
    let answer!: () => void;
    const { server, port } = await listen((_, response) => (answer = () => response.end('done')));
    const { said } = await openSocket(port, requestOf('/'));
    await until(() => (answer as unknown) !== undefined);
    const stopped = stop(server, false, { check: 5 });
    await delay(30);
    expect(said()).toBe('');
    answer();
    await stopped;
    await until(() => said().includes('done'));
    expect(logged).toEqual([]);
  });

  test('cuts requests that still run long after that, and logs it', async () => {
    let asked = 0;
    const { server, port } = await listen(() => asked++);
    const { socket } = await openSocket(port, requestOf('/'));
    await until(() => asked === 1);
    const closed = once(socket, 'close');
    await Promise.all([stop(server, false, { requests: 50 }), closed]);
    expect(logged.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40]);
    expect(logged[0]).toContain('are cut');
  });
});
