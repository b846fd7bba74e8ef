import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadDevices } from '../devices/index.js';
import { openInput } from '../server/batch/input/open-input.js';
import { compareAll } from '../server/compare/compare-all.js';
import { onFileChanges } from '../server/files/file-changes.js';
import { listenForHosts } from '../server/panel/listen.js';
import { fetchPicture, requestDisplay, sendLog, setUp } from '../server/trmnl/api.js';
import { withDeadline } from '../server/trmnl/deadline.js';
import { runDevice } from '../server/trmnl/device.js';
import { trmnlModel } from '../server/trmnl/models.js';
import { webhookKind } from '../server/webhooks/records.js';
import { send } from '../server/webhooks/send.js';
import { sendEvents } from '../server/webhooks/sender.js';
import { createContext } from './support/context.js';
import { temporaryFolder } from './support/server.js';
import { listening } from './support/socket.js';

const folder = temporaryFolder();
/** Answers 404 under /answers, and nothing elsewhere. */
const silent = createServer(({ url }, response) => {
  if (url!.includes('answers')) response.writeHead(404).end();
});
/** Requests that reached it. */
let requests = 0;
silent.on('request', () => requests++);
let [quiet, answering] = ['', ''];

beforeAll(async () => {
  quiet = `http://127.0.0.1:${await listening(silent)}`;
  answering = `${quiet}/answers`;
});
afterAll(() => {
  silent.close().closeAllConnections();
});

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const identity = (server: string) => ({ server, id: '02:45:53:4C:00:01', model: trmnlModel('og_plus')! });
const tools = { allowsPrivate: true, userAgent: 'test' };

async function sender(url: string, signal: AbortSignal): Promise<void> {
  const context = await createContext();
  const webhook = {
    ...{ id: 'h', url, secret, events: ['label.updated', 'labels.changed'], created_at: '2026-11-20T00:00:00.000Z' },
    ...{ after: -1, count: 0, resent: 0 },
  };
  await context.store.changeRecords([{ kind: webhookKind, id: 'h', value: JSON.stringify(webhook), version: 0 }]);
  const clock = () => new Date();
  const partsOf = () => ({ name: 'label.updated', id: '1', data: {} });
  await sendEvents(context, 'h', { ...tools, process: 'p', clock, waits: [60], partsOf }, signal, {
    wake: () => undefined,
  });
  // Another process may continue at once.
  const stored = JSON.parse((await context.store.record(webhookKind, 'h'))!.value) as object;
  expect(stored).not.toHaveProperty('sender.process');
}

/** What a caller can abort, at an address that never answers, or one that refuses. */
const works: Readonly<Record<string, (url: string, signal: AbortSignal) => Promise<unknown>>> = {
  'a message of a webhook': (url, signal) => send({ id: '1', url, secret, body: '{}' }, 0, tools, signal),
  'the sender of a webhook': sender,
  'a deadline': (url, signal) =>
    withDeadline<unknown>(signal, 60_000, (inner) =>
      url === quiet ? fetch(url, { signal: inner }) : Promise.resolve(),
    ),
  'the set-up of a TRMNL': (url, signal) => setUp(identity(url), signal),
  'a request of a TRMNL': (url, signal) =>
    requestDisplay(identity(url), 'x', { refreshRate: 1, wakeTimeMs: 1 }, signal),
  'the picture of a TRMNL': (url, signal) =>
    fetchPicture(identity(url), 'x', { imageUrl: `${url}/a.png`, imageTimeoutMs: 60_000 }, signal),
  'the log of a TRMNL': (url, signal) => sendLog(identity(url), 'x', {}, signal),
  'a TRMNL': (url, signal) =>
    runDevice({
      ...{ ...identity(url), token: null, until: 1, clock: () => new Date(), logForm: 'logs', signal },
      ...{ onShown: () => undefined, onFailure: () => undefined },
    }),
  'a panel that listens': (_, signal) =>
    listenForHosts({
      ...{ device: loadDevices().get('gooddisplay-gdey0213b74')!, address: { host: '127.0.0.1', port: 0 }, signal },
      ...{ onListening: () => undefined, onRefresh: () => undefined, onEnd: () => undefined },
    }),
  'a comparison': async (_, signal) => {
    const progress = { update: () => undefined, stop: () => undefined };
    for await (const compared of compareAll([], { jobs: 1, pictured: false, progress, signal })) void compared;
  },
  'changes of files': (url, signal) =>
    onFileChanges([folder.path], signal, () => (url === quiet ? Promise.resolve() : Promise.reject(new Error('no')))),
  'the input of a batch': async (url, signal) => {
    const stdin = new PassThrough();
    if (url !== quiet) stdin.end('x');
    const { chunks, close } = await openInput('-', stdin, signal);
    try {
      for await (const chunk of chunks) void chunk;
    } finally {
      close();
    }
  },
};
/** These end only when they are aborted. */
const endless = new Set(['a TRMNL', 'a panel that listens', 'the sender of a webhook']);

/** Resolves with `late` if a work goes on. Failures are ends, too. */
const ended = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.then(() => 'ended').catch(() => 'ended'), delay(2000, 'late', { ref: false })]);

test.each(Object.entries(works))('%s ends when it is aborted, and leaves no listener', async (name, work) => {
  const before = AbortSignal.abort();
  const seen = requests;
  expect([name, await ended(work(quiet, before))]).toEqual([name, 'ended']);
  expect([name, getEventListeners(before, 'abort').length, requests]).toEqual([name, 0, seen]);
  const middle = new AbortController();
  const waits = work(quiet, middle.signal);
  await delay(60);
  expect([name, getEventListeners(middle.signal, 'abort').length > 0]).toEqual([name, name !== 'a comparison']);
  middle.abort();
  expect([name, await ended(waits)]).toEqual([name, 'ended']);
  expect([name, getEventListeners(middle.signal, 'abort').length]).toEqual([name, 0]);
  if (endless.has(name)) return;
  const unused = new AbortController();
  expect([name, await ended(work(answering, unused.signal))]).toEqual([name, 'ended']);
  await delay(10);
  expect([name, getEventListeners(unused.signal, 'abort').length]).toEqual([name, 0]);
});
