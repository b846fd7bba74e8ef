import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Event, listen } from '../../support/events.js';
import { call, milk } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

// The default panel takes 15 s; thirty times faster it takes half a second.
const server = useServer({ RATE_LIMIT: '100000', REFRESH_SPEED: '30' });
let id: string;
let count = 0;
const label = (path = ''): string => `${server.url}/api/esl/labels/${id}${path}`;
const update = (price = '3.50') => call(label('/update'), { body: { ...milk, price } });

beforeEach(async () => {
  id = `label-${count++}`;
  await call(label(), { method: 'PUT', body: {} });
});

describe('an event stream', () => {
  test('begins with the present state, then sends each event', async () => {
    const stream = await listen(label('/events'));
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform');
    const first = (await stream.next())!;
    expect(first).toMatchObject({ event: 'label.updated', data: { label: { content: null } } });
    const next = `${Number(first.id) + 1}`;
    const { body } = await update();
    const { label: stored, image, warnings, step } = body;
    const data = { label: stored, image, warnings, step };
    expect(await stream.next()).toEqual({ event: 'label.updated', id: next, data });
    const { refresh } = body.label.tag!;
    // An id of its own, from which a stream resumes all the same.
    const begun = `${next}:refreshing:${id}:1`;
    expect(await stream.next()).toEqual({ event: 'label.refreshing', id: begun, data: { id, ...refresh } });
    const displayed_at = refresh!.ends_at;
    expect(Date.parse(displayed_at) - Date.parse(refresh!.began_at)).toBe(500);
    const shown = { id, revision: 1, displayed_at };
    const ended = `${next}:displayed:${id}:1`;
    expect(await stream.next()).toEqual({ event: 'label.displayed', id: ended, data: shown });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(displayed_at));
  });

  test('that is resumed sends the events after the last one only', async () => {
    const { id: last } = (await (await listen(label('/events'))).next())!;
    const first = Number(last) + 1;
    await update('1.00');
    await update('2.00');
    const resumed = await listen(label('/events'), { 'Last-Event-ID': `${first}` });
    const updated = { event: 'label.updated', id: `${first + 1}`, data: { label: { revision: 2 } } };
    expect(await resumed.next()).toMatchObject(updated);
    const level = await listen(label('/events'), { 'Last-Event-ID': `${first + 1}:refreshing:${id}:2` });
    let event: Event;
    do {
      event = (await level.next())!;
      expect(event.event).toMatch(/^label\.(refreshing|displayed)$/);
    } while (event.event !== 'label.displayed' || (event.data as { revision: number }).revision !== 2);
  });

  test('after an entry that the store does not have says reset, then begins with the present state', async () => {
    await update();
    for (const unknown of ['7', 'x', '0000.1', '999999999999999']) {
      const stream = await listen(label('/events'), { 'Last-Event-ID': unknown });
      expect(await stream.next()).toMatchObject({ event: 'reset', data: {} });
      expect(await stream.next()).toMatchObject({ event: 'label.updated', data: { label: { revision: 1 } } });
      await stream.close();
    }
  });

  test('ends with bye when the label is deleted', async () => {
    const stream = await listen(label('/events'));
    await stream.next();
    await call(label(), { method: 'DELETE' });
    const bye = (await stream.next())!;
    expect(bye).toMatchObject({ event: 'bye', data: { reason: 'deleted' } });
    expect(await stream.next()).toBeUndefined();
    // A client that comes back continues with a new label of the same id.
    await call(label(), { method: 'PUT', body: {} });
    const again = await listen(label('/events'), { 'Last-Event-ID': bye.id! });
    await update();
    for (const revision of [0, 1])
      expect(await again.next()).toMatchObject({ event: 'label.updated', data: { label: { revision } } });
  });

  test('is one of four at most for a client; closing one makes room (fault 23)', async () => {
    const streams = await Promise.all([1, 2, 3, 4].map(() => listen(label('/events'))));
    const fifth = await call(label('/events'));
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '5']);
    await streams[0]!.close();
    let again = await listen(label('/events'));
    // The server hears of the closed connection a moment later.
    for (let i = 0; i < 1000 && again.response.status === 429; i++) again = await listen(label('/events'));
    expect(again.response.status).toBe(200);
  });

  test('of a label that is not there is a 404, and HEAD opens none', async () => {
    expect((await call(`${server.url}/api/esl/labels/absent/events`)).status).toBe(404);
    const head = async () => (await fetch(label('/events'), { method: 'HEAD' })).status;
    // The streams of the test before may still end.
    for (let i = 0; i < 1000 && (await head()) !== 200; i++);
    for (let i = 0; i < 6; i++) expect(await head()).toBe(200);
  });
});
