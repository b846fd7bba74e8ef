import { describe, expect, test } from '@jest/globals';
import { startHere } from '../support/here.js';
import { type JsonBody, call, milk } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { serveApp } from '../support/app.js';

const server = useServer({ ALLOWED_HOSTS: '*' });
const get = (path: string, headers: Record<string, string> = {}) => call(`${server.url}${path}`, { headers });

describe('the example', () => {
  test('is what really happens: the request gives the response, the errors come as shown', async () => {
    const { body } = await get('/api/esl/example');
    const real = await call(`${server.url}/api/esl/update`, { body: body.request });
    const errors = body.errors as unknown as Record<string, JsonBody>;
    const withoutTimes = (answer: typeof body) =>
      JSON.stringify({ ...answer, request_id: '' }).replaceAll(/"20\d\d-\d\d-\d\dT[^"]+"/g, '"time"');
    expect(withoutTimes(real.body)).toBe(withoutTimes(body.response));
    const missing = await call(`${server.url}/api/esl/update`, { body: {} });
    expect({ ...errors.MISSING_FIELDS, request_id: missing.body.request_id }).toEqual(missing.body);
    const invalid = await call(`${server.url}/api/esl/update`, { body: { ...milk, price: '3,50' } });
    expect({ ...errors.VALIDATION_ERROR, request_id: invalid.body.request_id }).toEqual(invalid.body);
    for (const [simulation, code] of Object.entries({
      rate_limit: 'RATE_LIMIT_EXCEEDED',
      server_error: 'SERVER_ERROR',
    })) {
      const headers = { 'X-ESL-Simulate': simulation };
      const failed = await call(`${server.url}/api/esl/update`, { body: milk, headers });
      const { request_id, ...shown } = errors[code]!;
      expect(typeof request_id).toBe('string');
      expect({ ...failed.body, retry_after: shown.retry_after, detail: shown.detail }).toMatchObject(shown);
    }
  });

  test('has a curl line for the address where it was asked, whatever Host says (fault 28)', async () => {
    const { body } = await get('/api/esl/example', { Host: 'evil.example' });
    expect(body.curl).toContain(`http://localhost:${server.port}/api/esl/update`);
    expect(JSON.stringify(body)).not.toContain('evil');
  });

  test.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '[2001:db8::7]'],
    ['::ffff:127.0.0.1', 'localhost'],
  ])('names the address %s of the server as %s', async (localAddress, host) => {
    const { url, server: other } = await serveApp({});
    other.on('connection', (socket) => Object.defineProperty(socket, 'localAddress', { value: localAddress }));
    const { body } = await call(`${url}/api/esl/example`);
    expect(body.curl).toContain(` http://${host}:${new URL(url).port}/api/esl/update `);
  });
});

test('health passes, in the requested media type', async () => {
  const { status, headers, body } = await get('/health', { Accept: 'application/health+json' });
  expect([status, body.status, headers.get('content-type')]).toEqual([200, 'pass', 'application/health+json']);
  expect(Object.keys(body.checks)).toEqual(['server', 'store', 'rate_limiter']);
});

test('the index lists what bindings can name, and the font packages that can be added', async () => {
  const { body } = await get('/api');
  expect(body).toMatchObject({ links: { layout_schema: '/api/esl/layouts/schema.json' } });
  expect(body.locales).toContain('de-CH');
  expect(body.currencies).toContain('EUR');
  for (const font of body.fonts) expect(typeof font.installed).toBe('boolean');
});

test('an address without anything is a page for browsers, and a problem for all others', async () => {
  const answerTo = async (accept: string, path = '/nothing/here') => {
    const answer = await fetch(server.url + path, { headers: { Accept: accept } });
    return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 15)];
  };
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  expect(await answerTo(browser)).toEqual([404, 'text/html; charset=utf-8', '<!doctype html>']);
  const problem = [404, 'application/problem+json', expect.any(String)];
  for (const answer of [await answerTo('*/*'), await answerTo(browser, '/api/esl/labels/none')])
    expect(answer).toEqual(problem);
});

describe('every type of problem', () => {
  test('is an address that explains it', async () => {
    const { body } = await get('/api');
    for (const { code, type } of body.error_codes) expect((await get(type)).body).toMatchObject({ code, type });
  });

  test('is plain JSON for a client that names only that', async () => {
    const typeFor = async (Accept: string) => (await get('/x', { Accept })).headers.get('content-type');
    for (const plain of ['application/json', 'Application/JSON;q=0.9, application/json'])
      expect(await typeFor(plain)).toBe('application/json');
    expect(await typeFor('application/json, */*')).toBe('application/problem+json');
  });
});

test.each([
  ...['till-7.request_1', 'till-123', 'x'.repeat(64)].map((id) => [id, true] as const),
  ...['till-12', 'x'.repeat(65), 'with blank'].map((id) => [id, false] as const),
])('the request id %j is kept: %s (fault 29)', async (id, kept) => {
  const { headers, body } = await get('/api/esl/labels', { 'X-Request-Id': id });
  expect(headers.get('x-request-id') === id).toBe(kept);
  expect(body.request_id).toBe(headers.get('x-request-id'));
});

describe('a script on another site', () => {
  test('may call all methods and read the headers it needs', async () => {
    const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
    const headers = { Origin: 'https://shop.example', ...asked };
    const preflight = await call(`${server.url}/api/esl/update`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const methods = preflight.headers.get('access-control-allow-methods')!.split(',');
    expect(methods.sort().join(' ')).toBe('DELETE GET HEAD OPTIONS POST PUT');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(preflight.headers.get('access-control-max-age')).toBe('600');
  });

  test('may not where the configuration names other sites', async () => {
    const other = await startHere({ CORS_ORIGIN: 'https://shop.example' });
    const origin = async (value: string) =>
      (await call(`${other.url}/api`, { headers: { Origin: value } })).headers.get('access-control-allow-origin');
    expect(await origin('https://shop.example')).toBe('https://shop.example');
    expect(await origin('https://evil.example')).toBeNull();
  });
});
