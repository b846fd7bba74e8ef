import { beforeEach, describe, expect, test } from '@jest/globals';
import { exampleLayout } from '../../server/http/layout-example.js';
import { startHere } from '../support/here.js';
import { type Answer, call, milk, type RunningServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();

let server: RunningServer;
beforeEach(async () => {
  server = await startHere({ RATE_LIMIT: '1000' });
});

type Request = NonNullable<Parameters<typeof call>[1]>;

const send = (key: string, path = '/api/esl/update', request: Request = { body: milk }, url = server.url) =>
  call(`${url}${path}`, { ...request, headers: { 'Idempotency-Key': key, ...request.headers } });
const revision = async (url = server.url) => (await call(`${url}/api/esl/labels/default`)).body.label.revision;
const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed');
const reason = ({ status, body }: Answer) => [status, body.code, body.errors[0]!.reason];

describe('a request with an Idempotency-Key', () => {
  test('that comes again is applied once, and has the same answer', async () => {
    const first = await send('till-1');
    await call(`${server.url}/api/esl/update`, { body: { ...milk, price: '9.99' } });
    const again = await send('till-1');
    expect([replayed(first), replayed(again)]).toEqual([null, 'true']);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await revision()).toBe(2);
    // It counts as any update does.
    expect(Number(again.headers.get('x-ratelimit-remaining'))).toBe(997);
  });

  test('with another body, for another label, or with another trouble is refused', async () => {
    await call(`${server.url}/api/esl/labels/b`, { method: 'PUT', body: {} });
    await send('k');
    // One after the other: while one runs, the next one would be refused for that.
    for (const [another, code = 'VALIDATION_ERROR'] of [
      [() => send('k', '/api/esl/update', { body: { ...milk, price: '9.99' } })],
      [() => send('k', '/api/esl/labels/b/update')],
      [() => send('k', '/api/esl/labels/b', { method: 'PUT', body: {} }), 'IDEMPOTENCY_CONFLICT'],
      [() => send('k', '/api/esl/update', { body: milk, headers: { 'X-ESL-Simulate': 'offline' } })],
    ] as const)
      expect(reason(await another())).toEqual([422, code, 'idempotency_key_reused']);
    expect(await revision()).toBe(1);
  });

  test('that was refused is not recorded', async () => {
    expect((await send('k', '/api/esl/update', { body: { ...milk, price: '3' } })).status).toBe(400);
    expect((await send('k')).status).toBe(200);
    for (const simulated of ['server_error', 'rate_limit']) {
      const refused = await send('s', undefined, { body: milk, headers: { 'X-ESL-Simulate': simulated } });
      expect(refused.status).toBeGreaterThan(400);
    }
    expect(replayed(await send('s'))).toBeNull();
  });

  test('sets a binding once, also when it changes nothing', async () => {
    const path = '/api/esl/labels/b';
    const put = (key: string, body: object) => send(key, path, { method: 'PUT', body });
    const made = await put('new', {});
    expect([made.status, made.headers.get('location')]).toEqual([201, path]);
    const same = await put('same', {});
    await call(`${server.url}${path}`, { method: 'PUT', body: { sku: '4006381333931' } });
    for (const [key, first] of Object.entries({ new: made, same })) {
      const again = await put(key, {});
      expect([replayed(again), again.status, again.body]).toEqual(['true', first.status, first.body]);
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
    }
    expect((await call(`${server.url}${path}`)).body.label).toMatchObject({ sku: '4006381333931' });
  });

  test('puts a layout once', async () => {
    const layout = (title: string) => ({ ...exampleLayout, title });
    const put = (key: string, body: object) => send(key, '/api/esl/layouts/mine', { method: 'PUT', body });
    const first = await put('k', layout('One'));
    expect(first.status).toBe(201);
    expect((await put('l', layout('Two'))).body.layout.version).toBe(2);
    const again = await put('k', layout('One'));
    expect([replayed(again), again.status, again.body]).toEqual(['true', 201, first.body]);
    expect((await call(`${server.url}/api/esl/layouts/mine`)).body.layout.title).toBe('Two');
  });

  test.each(['', 'ü', 'x'.repeat(256)])('whose key is %j is refused', async (key) => {
    const { status, body } = await send(Buffer.from(key).toString('latin1'));
    expect([status, body.errors[0]]).toMatchObject([400, { field: 'Idempotency-Key', reason: 'format' }]);
  });

  test('that comes three times concurrently to each of two servers on one file is applied once', async () => {
    const DATABASE_URL = `sqlite:${folder.at('shared.db')}`;
    const servers = await Promise.all([1, 2].map(() => startHere({ RATE_LIMIT: '1000', DATABASE_URL })));
    const tries = servers.flatMap(({ url }) => [1, 2, 3].map(() => send('k', undefined, undefined, url)));
    const answers = await Promise.all(tries);
    const good = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
    expect(new Set(good.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await revision(servers[0]!.url)).toBe(1);
  });

  test('outlives the server (fault 5)', async () => {
    const DATABASE_URL = `sqlite:${folder.at('outlives.db')}`;
    const first = await startHere({ DATABASE_URL });
    const before = await send('k', undefined, undefined, first.url);
    await first.stop();
    const second = await startHere({ DATABASE_URL });
    const after = await send('k', undefined, undefined, second.url);
    expect([replayed(after), after.body]).toEqual(['true', before.body]);
    expect(await revision(second.url)).toBe(1);
  });
});
