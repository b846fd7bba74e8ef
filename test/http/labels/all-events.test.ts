import { expect, test } from '@jest/globals';
import { makeKey } from '../../../server/keys/text.js';
import { type Event, listen, type Stream } from '../../support/events.js';
import { startHere } from '../../support/here.js';
import { call, milk } from '../../support/server.js';
import { useServer } from '../../support/use-server.js';

// The default panel takes 15 s; thirty times faster it takes half a second.
const server = useServer({ RATE_LIMIT: '100000', REFRESH_SPEED: '30' });
const address = (path: string): string => `${server.url}/api/esl/${path}`;
const said = ({ event, data }: Event): string => `${event} ${(data as { id?: string }).id ?? ''}`.trim();

/** The next events of labels, without those of requests. */
async function news(stream: Stream, count: number): Promise<Event[]> {
  const found: Event[] = [];
  while (found.length < count) {
    const event = await stream.next();
    if (!event) throw new Error(`The stream ended after ${found.map(said).join(', ')}`);
    if (event.event !== 'requests.changed') found.push(event);
  }
  return found;
}

test('the stream of all labels begins with labels.changed, then publishes the events of each', async () => {
  const stream = await listen(address('events'));
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect((await news(stream, 1)).map(said)).toEqual(['labels.changed']);
  await call(address('labels/all-1'), { method: 'PUT', body: { sku: '12' } });
  expect((await news(stream, 1))[0]).toMatchObject({
    event: 'label.updated',
    data: { id: 'all-1', revision: 0, sku: '12', product_name: null, price: null, tag: { state: 'displayed' } },
  });
  const { body } = await call(address('labels/all-1/update'), { body: milk });
  const [updated, refreshing, displayed] = await news(stream, 3);
  const { state, ready_at, shown_revision, trouble } = body.label.tag!;
  expect(updated!.data).toEqual({
    ...{ id: 'all-1', revision: 1, updated_at: body.label.updated_at, device: 'solum-m2-2.9-bwr', layout: 'standard' },
    ...{ sku: '12', locale: 'en-US', currency: 'USD' },
    ...milk,
    tag: { state, ready_at, shown_revision, trouble },
  });
  expect(refreshing!.data).toEqual({ id: 'all-1', ...body.label.tag!.refresh });
  expect(displayed!.data).toEqual({ id: 'all-1', revision: 1, displayed_at: ready_at });
  await call(address('labels/all-1'), { method: 'DELETE' });
  expect((await news(stream, 1)).map(said)).toEqual(['label.deleted all-1']);
});

test('the requests of a client are listed with what became of them, newest first, and the stream says so', async () => {
  const own = await startHere({ TRUST_PROXY_HOPS: '1' });
  const from = (client: string) => ({ 'X-Forwarded-For': client });
  const stream = await listen(`${own.url}/api/esl/events`, from('192.0.2.1'));
  await stream.next();
  const post = (body: unknown, client = '192.0.2.1', path = 'update') =>
    call(`${own.url}/api/esl/${path}`, {
      body,
      headers: { ...from(client), 'X-Request-Id': 'request-1', Authorization: 'Bearer secret' },
    });
  const list = async (client = '192.0.2.1') => {
    const { body } = await call(`${own.url}/api/esl/requests`, { headers: from(client) });
    return (body as unknown as { requests: Record<string, unknown>[] }).requests;
  };
  expect(await list()).toEqual([]);
  await post({ ...milk, price: '4,99' });
  await post(`{"text":"${'é'.repeat(2000)}"}`);
  await post(milk, '192.0.2.2');
  await fetch(`${own.url}/api/esl/preview/`, { method: 'POST', headers: from('192.0.2.1') });
  const { text: key } = makeKey('live');
  await call(`${own.url}/api/esl/${key}`, { method: 'DELETE', headers: from('192.0.2.1') });
  const [missing, long, refused, ...rest] = await list();
  expect(rest).toEqual([]);
  expect(refused).toMatchObject({ method: 'POST', path: '/api/esl/update', status: 400, code: 'VALIDATION_ERROR' });
  expect(refused).toMatchObject({ request_id: 'request-1', body: JSON.stringify({ ...milk, price: '4,99' }) });
  expect(refused).toMatchObject({ errors: [{ field: 'price', reason: 'format' }] });
  expect(long).toMatchObject({ status: 400, body_bytes: 4011, body: `{"text":"${'é'.repeat(1019)}` });
  expect(missing).toMatchObject({ method: 'DELETE', status: 404, code: 'NOT_FOUND', body: null, body_bytes: 0 });
  expect(await list('192.0.2.2')).toMatchObject([{ status: 200, code: null, errors: [] }]);
  expect(JSON.stringify(await list())).not.toContain('secret');
  expect(JSON.stringify(await list())).not.toContain(key);
  let event: Event | undefined;
  do event = await stream.next();
  while (event && event.event !== 'requests.changed');
  expect(event).toBeDefined();
});
