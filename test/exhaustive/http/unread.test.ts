import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { largeLayout } from '../../support/attacks/large-layout.js';
import { call, type ServerProcess, startServer } from '../../support/server.js';
import { openSocket, requestOf } from '../../support/socket.js';

const megabyte = 1024 * 1024;
let server: ServerProcess;
const memory = () => {
  const status = readFileSync(`/proc/${server.process.pid!}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
};

test('60 lists of 64 layouts with 14 MB that no client reads hold little memory (fault 39)', async () => {
  server = await startServer({ RATE_LIMIT: '100000' });
  for (let i = 0; i < 64; i++) {
    const body = { ...largeLayout, title: `Layout ${i}` };
    expect((await call(`${server.url}/api/esl/layouts/l${i}`, { method: 'PUT', body })).status).toBe(201);
  }
  const before = memory();
  const request = requestOf('/api/esl/layouts?limit=100');
  await Promise.all(Array.from({ length: 60 }, () => openSocket(server.port, request, true)));
  await call(`${server.url}/health`);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  // Threads that checked layouts may still grow a little.
  expect(memory() - before).toBeLessThan(160 * megabyte);
});
