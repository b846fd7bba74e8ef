import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { largeLayout } from '../../support/attacks/large-layout.js';
import { call, type ServerProcess, startServer } from '../../support/server.js';

const megabyte = 1024 * 1024;
let server: ServerProcess;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

const memory = () => {
  const status = readFileSync(`/proc/${server.process.pid!}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
};

async function askAndWait(path: string): Promise<void> {
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
}

test('60 lists of 64 layouts with 14 MB that no client reads hold little memory (fault 39)', async () => {
  server = await startServer({ RATE_LIMIT: '100000' });
  for (let i = 0; i < 64; i++) {
    const body = { ...largeLayout, title: `Layout ${i}` };
    expect((await call(`${server.url}/api/esl/layouts/l${i}`, { method: 'PUT', body })).status).toBe(201);
  }
  const before = memory();
  await Promise.all(Array.from({ length: 60 }, () => askAndWait('/api/esl/layouts?limit=100')));
  await call(`${server.url}/health`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  // The threads that have checked the layouts may still grow a little.
  expect(memory() - before).toBeLessThan(160 * megabyte);
});
