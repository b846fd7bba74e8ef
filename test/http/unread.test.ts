import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import Koa from 'koa';
import type { Context, State } from '../../server/http/dependencies.js';
import { sendList } from '../../server/http/lists/send-list.js';
import { startHere } from '../support/here.js';
import { call, milk } from '../support/server.js';
import { listening, openSocket, requestOf, until } from '../support/socket.js';
import { createServer } from 'node:http';

const megabyte = 1024 * 1024;
describe('an answer that no client reads', () => {
  test('asks for its entries as they are read, and for all of them in the end', async () => {
    const entry = JSON.stringify('x'.repeat(100_000));
    let asked = 0;
    async function* entries(): AsyncGenerator<string, object> {
      for (; asked < 400; asked++) {
        await Promise.resolve();
        yield entry;
      }
      return { next: null };
    }
    const app = new Koa<State>();
    app.use(async (ctx) => {
      ctx.state.requestId = 'req_1';
      await sendList(ctx as unknown as Context, 'entries', entries());
    });
    const list = createServer((asked, answer) => void app.callback()(asked, answer));
    const { socket } = await openSocket(await listening(list), requestOf('/'), true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Some are on their way, in the buffers of the system.
    expect([asked > 1, asked < 200]).toEqual([true, true]);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    socket.resume();
    while (bytes < 40_000_000) await once(socket, 'data');
    expect(asked).toBe(400);
    socket.destroy();
    list.close();
  });

  test('of events takes no memory, and is complete when it is read in the end (fault 39)', async () => {
    const server = await startHere({ RATE_LIMIT: '100000' });
    const data = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`field_${i}`, 'ü'.repeat(200)]));
    const label = `${server.url}/api/esl/labels/far`;
    expect((await call(label, { method: 'PUT', body: { data } })).status).toBe(201);
    const request = requestOf('/api/esl/labels/far/events');
    const streams = await Promise.all([1, 2, 3, 4].map(() => openSocket(server.port, request, true)));
    for (const { socket, said } of streams) {
      socket.resume();
      await until(() => said().includes('label.updated'));
      socket.pause();
    }
    const updates = 1000;
    const prices = Array.from({ length: updates }, (_, i) => `${i}.00`);
    for (const price of prices) await call(`${label}/update`, { body: { ...milk, price } });
    for (const { socket } of streams) expect(socket.readableLength).toBeLessThan(megabyte);
    for (const { socket, said } of streams) {
      socket.resume();
      await until(() => said().includes(`"revision":${updates},`));
      const seen = [...said().matchAll(/^event: label\.updated$[^]*?"revision":(\d+),/gm)].map(([, n]) => Number(n));
      expect(seen).toEqual(Array.from({ length: updates + 1 }, (_, i) => i));
      socket.destroy();
    }
  });
});
