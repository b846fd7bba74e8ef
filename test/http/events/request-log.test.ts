import { describe, expect, test } from '@jest/globals';
import { createRequestLog, keptRequests, type NotedRequest } from '../../../server/http/events/request-log.js';

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
