import { afterAll, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Koa from 'koa';
import { defaultBinding } from '../../../renderer/index.js';
import { spreadConnections } from '../../../server/http/budgets/arrivals.js';
import { createPacer, paceLimits } from '../../../server/http/budgets/pacer.js';
import type { Context, State } from '../../../server/http/dependencies.js';
import { sendList } from '../../../server/http/lists/send-list.js';
import { serveApp } from '../../support/app.js';
import { memoryStore } from '../../support/context.js';
import { call } from '../../support/server.js';
import { listening } from '../../support/socket.js';

const [lists, itemsOfList, itemMs] = [12, 20, 2];
let [reading, mostReading, worked] = [0, 0, 0];

/** Items as a store gives them: they come in a later turn, and are parsed in it. */
async function* items(): AsyncGenerator<string, object> {
  for (let i = 0; i < itemsOfList; i++) {
    mostReading = Math.max(mostReading, ++reading);
    await turn();
    reading--;
    const end = performance.now() + itemMs;
    while (performance.now() < end);
    worked += itemMs;
    yield '"x"';
  }
  return {};
}

const app = new Koa<State>();
app.use((ctx) => {
  ctx.state.requestId = 'req_1';
  return sendList(ctx as unknown as Context, 'items', items());
});
const server = createServer((asked, answer) => void app.callback()(asked, answer));
spreadConnections(server, createPacer(paceLimits), () => 'client');
const port = await listening(server);
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Milliseconds until all lists are sent. */
async function sendAll(): Promise<number> {
  [mostReading, worked] = [0, 0];
  const start = performance.now();
  const texts = await Promise.all(
    Array.from({ length: lists }, async () => (await fetch(`http://127.0.0.1:${port}/`)).json()),
  );
  expect(texts).toEqual(Array(lists).fill({ success: true, items: Array(itemsOfList).fill('x'), request_id: 'req_1' }));
  return performance.now() - start;
}

test('lists read at most two items at the same time', async () => {
  await sendAll();
  expect([mostReading, worked]).toEqual([2, lists * itemsOfList * itemMs]);
});

test('while connections come, what lists read takes a fifth of the time, and all of them are sent', async () => {
  let ended = false;
  const come = async (): Promise<void> => {
    while (!ended) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await turn();
      socket.destroy();
    }
  };
  const [ms] = await Promise.all([sendAll().finally(() => (ended = true)), come()]);
  expect(worked / ms).toBeLessThan(0.22);
});

const long = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`name_${i}`, 'x'.repeat(200)]));
test.each([
  ['without data', {}, [10, 6]],
  ['with 11 KB of data each', long, [10, 3, 3]],
])('labels %s are read in blocks of some 30 KB', async (_, data, blocks) => {
  const store = await memoryStore();
  for (let i = 10; i < 25; i++) await store.bind(`label-${i}`, null, { ...defaultBinding, data }, null);
  const read: number[] = [];
  const labels: typeof store.labels = async (after, limit) => {
    read.push(limit - 1);
    return store.labels(after, limit);
  };
  const { url } = await serveApp({ store: { ...store, labels } });
  const { body } = await call(`${url}/api/esl/labels?limit=16`);
  expect([body.labels.length, read]).toEqual([16, blocks]);
});
