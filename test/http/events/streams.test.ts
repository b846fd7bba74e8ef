import { describe, expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Dependencies } from '../../../server/http/dependencies.js';
import { followEvents } from '../../../server/http/events/follow.js';
import { createRequestLog, keptRequests, type NotedRequest } from '../../../server/http/events/request-log.js';
import { createStreams } from '../../../server/http/events/streams.js';

test('a stream that has ended is counted no more, and HEAD opens none', async () => {
  let [open, started, ended] = [() => 0, 0, 0];
  const keys = { holds: () => true } as unknown as Dependencies['keys'];
  const metrics = { gauge: (_name: string, _help: string, read: () => number) => (open = read) };
  const openStream = createStreams({ stopping: () => false, keys, metrics } as unknown as Dependencies);
  const ask = (method = 'GET'): PassThrough => {
    const req = { socket: new EventEmitter() };
    const ctx = { method, req, set: () => undefined, state: { client: 'a', key: null } } as unknown as Context;
    openStream(ctx, () => (started++, () => ended++));
    return ctx.body as PassThrough;
  };
  ask('HEAD');
  expect(started).toBe(0);
  for (let round = 0; round < 2; round++) {
    const bodies = [1, 2, 3, 4].map(() => ask());
    expect(() => ask()).toThrow('At most 4 event streams');
    for (const body of bodies) body.destroy();
    await delay(0);
    expect([open(), ended]).toEqual([0, 4 * round + 4]);
  }
});

test('a client that leaves, at whatever step of opening, leaves no reader', async () => {
  for (const steps of [0, 1, 2, 3, 5, 8]) {
    let [opened, closed] = [0, 0];
    const reader = {
      from: () => 1,
      resumed: true,
      next: () => new Promise<null>(() => undefined),
      close: () => closed++,
    };
    const open = async () => {
      for (let i = 0; i < 3; i++) await Promise.resolve();
      opened++;
      return reader;
    };
    const body = new PassThrough();
    const leave = followEvents(body, {
      ...{ events: { open } as never, log: {} as never, lastId: '', begin: () => Promise.resolve('x') },
      ...{ bytesOf: () => null, isLast: () => false },
    });
    for (let i = 0; i < steps; i++) await Promise.resolve();
    leave();
    body.destroy();
    await delay(0);
    expect([steps, opened, closed]).toEqual([steps, 1, 1]);
  }
});

const request = (path: string, body: Uint8Array | null = null): NotedRequest => ({
  ...{ at: '2026-11-20T22:10:06.123Z', method: 'POST', path, status: 200, code: null, detail: null, errors: [] },
  ...{ body, body_bytes: body?.byteLength ?? 0, request_id: 'req_1', ms: 1 },
});

describe('the requests of a client', () => {
  test('are the last fifty', () => {
    const log = createRequestLog();
    for (let i = 0; i < 60; i++) log.add('a', request(`/${i}`));
    const paths = log.of('a').map(({ path }) => path);
    expect(paths).toHaveLength(keptRequests.count);
    expect([paths[0], paths.at(-1)]).toEqual(['/59', '/10']);
  });

  test('give way when those of all clients take more than 8 MB; those who asked last are kept', () => {
    const log = createRequestLog();
    const body = new Uint8Array(keptRequests.bodyBytes).fill(65);
    for (let client = 0; client < 100; client++)
      for (let i = 0; i < keptRequests.count; i++) log.add(`client-${client}`, request('/', body));
    const left = Array.from({ length: 100 }, (_, client) => log.of(`client-${client}`).length).filter(Boolean).length;
    expect(left).toBeGreaterThan(50);
    expect(left).toBeLessThan(80);
    expect(log.of('client-99')).toHaveLength(keptRequests.count);
  });

  test('are announced to subscribers until they leave', () => {
    const log = createRequestLog();
    let heard = 0;
    const leave = log.follow('a', () => heard++);
    log.add('a', request('/'));
    log.add('b', request('/'));
    leave();
    log.add('a', request('/'));
    expect(heard).toBe(1);
  });
});
