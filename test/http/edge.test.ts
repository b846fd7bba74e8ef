import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { serveApp } from '../support/app.js';
import { type RawAnswer, call, milk, post, raw } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { openSocket, until } from '../support/socket.js';

const server = useServer({ RATE_LIMIT: '100000' });

const json = JSON.stringify(milk);
const typed = (type: string): string => post(json, [`Content-Type: ${type}`]);
const get = (path: string, lines: readonly string[] = [], method = 'GET'): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
const head = ['POST /api/esl/update HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];

/** An update with more headers, and one with other headers before its body. */
const sent = (...headers: string[]): string => post(json, ['Content-Type: application/json', ...headers]);
const other = (...lines: string[]): string => [...head, ...lines].join('\r\n');

type Expected = readonly [status: number, code?: string, ...reasons: string[]];
const invalid = 'VALIDATION_ERROR';
const malformed: Expected = [400, invalid, 'malformed_request'];
const badType: Expected = [415, invalid, 'unsupported_media_type'];
const badEncoding: Expected = [415, invalid, 'unsupported_encoding'];
/** The JSON of an update, whose members `more` may repeat. */
const fields = (more: string): string => `{${more},"product_name":"a","unit":"b"}`;
const bytes = (...parts: readonly (string | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from(other(`Content-Length: ${body.length}`, '', '')), body]);
};

/** One line of the contract's table of edge cases after the other. */
const cases: readonly (readonly [string, string | Buffer, Expected])[] = [
  ['100 query parameters', get(`/api/esl/devices?q=a${'&q=a'.repeat(99)}`), [400, invalid, 'unknown_parameter']],
  ['101 query parameters', get(`/api/esl/devices?q=a${'&q=a'.repeat(100)}`), [400, invalid, 'too_many']],
  ['no Content-Type', post(json, []), badType],
  ['text/plain', typed('text/plain'), badType],
  ['a form', typed('application/x-www-form-urlencoded'), badType],
  ['another JSON type', typed('application/vnd.api+json'), badType],
  ['UTF-16', typed('application/json; charset=utf-16'), badType],
  ['Latin-1', typed('application/json;charset=iso-8859-1'), badType],
  ['a compressed body (fault 26)', sent('Content-Encoding: gzip'), badEncoding],
  ['a body that is called not compressed', sent('Content-Encoding: identity'), badEncoding],
  ['application/json', typed('application/json'), [200]],
  ['thousands of headers before the Content-Length', sent(...Array<string>(2500).fill('a:')), [200]],
  ['another Transfer-Encoding', other('Transfer-Encoding: gzip, chunked', '', '0\r\n\r\n'), malformed],
  ['HTTP/2.0', 'GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n', malformed],
  ['HTTP/0.9', 'GET /health HTTP/0.9\r\n\r\n', malformed],
  ['HTTP/1.0 without a Host', 'GET /health HTTP/1.0\r\n\r\n', [200]],
  ['another host', 'GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n', [421, invalid, 'misdirected_request']],
  ['charset=utf-8', typed('application/json; charset=utf-8'), [200]],
  ['charset="UTF-8"', typed('application/json; charset="UTF-8"'), [200]],
  ['charset="UTF-16"', typed('application/json; charset="UTF-16"'), badType],
  ['a semicolon at the end', typed('application/json;'), [200]],
  ['a UTF-8 BOM', bytes([0xef, 0xbb, 0xbf], json), [200]],
  ['malformed JSON', post('{"price": "3.50",'), [400, invalid, 'malformed_json']],
  ['an array', post(`[${json}]`), [400, invalid, 'not_an_object']],
  ['invalid UTF-8', bytes('{"price":"3.50","unit":"caf', [0xe9], '"}'), [400, invalid, 'invalid_utf8']],
  ['U+FFFD itself', post(JSON.stringify({ ...milk, product_name: 'a\ufffdb' })), [200]],
  ['an empty body', post(''), [400, 'MISSING_FIELDS', 'missing']],
  ['{}', post('{}'), [400, 'MISSING_FIELDS', 'missing']],
  ['a duplicate key', post(fields('"price":"3.50","price":"3.50"')), [400, invalid, 'duplicate']],
  ['__proto__', post(fields('"__proto__":{},"price":"3.50"')), [400, invalid, 'forbidden_key']],
  ['__proto__ in disguise', post(fields('"\\u005f_proto__":{},"price":"3.50"')), [400, invalid, 'forbidden_key']],
  ['deep nesting', post(fields(`"price":${'['.repeat(5000)}${']'.repeat(5000)}`)), [400, invalid, 'too_deep']],
  ['a body over 16 KB, declared', post(`{"price":"${'9'.repeat(17_000)}"}`), [413, invalid, 'body_too_large']],
  [
    'a body over 16 KB, chunked',
    other('Transfer-Encoding: chunked', '', `4e20\r\n${' '.repeat(20_000)}\r\n0\r\n\r\n`),
    [413, invalid, 'body_too_large'],
  ],
  ['headers over 16 KB', get('/api', [`X-Long: ${'x'.repeat(17_000)}`]), [431, invalid, 'headers_too_large']],
  ['a long address', get(`/${'x'.repeat(17_000)}`), [431, invalid, 'headers_too_large']],
  ['two Content-Lengths (fault 27)', other('Content-Length: 2', 'Content-Length: 3', '', '{}'), malformed],
  [
    'Content-Length with Transfer-Encoding (fault 27)',
    other('Content-Length: 2', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'),
    malformed,
  ],
  ['a broken chunk', other('Transfer-Encoding: chunked', '', 'zz\r\n'), malformed],
  ['a bad method', get('/api', [], 'GRAB'), malformed],
  ['a bare LF (fault 27)', 'GET /api HTTP/1.1\nHost: shop\n\n', malformed],
  ['a CR in a header (fault 29)', get('/api', ['X-Request-Id: till-7.1\rX-Evil: 1']), malformed],
  ['no Host', 'GET /api HTTP/1.1\r\n\r\n', malformed],
  ['two Hosts', get('/api', ['Host: other']), malformed],
  ['CONNECT', 'CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n', malformed],
  ['another Expect', sent('Expect: 200-ok'), [417, invalid, 'expectation_failed']],
  ['Expect: 100-continue', sent('Expect: 100-continue'), [200]],
  ['an unknown path', get('/api/esl/nothing'), [404, 'NOT_FOUND']],
  ['a path in other letters', get('/API'), [404, 'NOT_FOUND']],
  ['/%zz', get('/%zz'), [404, 'NOT_FOUND']],
  ['..%2f (fault 32)', get('/api/esl/labels/..%2f'), [404, 'NOT_FOUND']],
  ['..%2f for a file', get('/page/..%2f..%2findex.js'), [404, 'NOT_FOUND']],
  ['a wrong method', get('/api/esl/layouts/schema.json', [], 'POST'), [405, 'METHOD_NOT_ALLOWED']],
  ['a layout of that name', get('/api/esl/layouts/schema.json', [], 'PUT'), [405, 'METHOD_NOT_ALLOWED']],
  ['revision 0', get('/api/esl/labels/default/revisions/0/image.png'), [404, 'NOT_FOUND']],
  ['revision 01', get('/api/esl/labels/default/revisions/01/image.png'), [404, 'NOT_FOUND']],
  ['revision x', get('/api/esl/labels/default/revisions/x/image.png'), [404, 'NOT_FOUND']],
  ['a wrong method for updates', get('/api/esl/update'), [405, invalid, 'method_not_allowed']],
  ['PROPFIND', get('/api', [], 'PROPFIND'), [405, 'METHOD_NOT_ALLOWED']],
  ['a wrong method with a slash', get('/api/esl/layouts/schema.json/', [], 'PUT'), [405, 'METHOD_NOT_ALLOWED']],
  ['OPTIONS', get('/api/esl/update', [], 'OPTIONS'), [204]],
  ['a slash at the end', get('/api/'), [200]],
  ['GET with a body', `${get('/api', ['Content-Type: application/json', 'Content-Length: 4'])}{!!}`, [200]],
  ['a method override', get('/api', ['X-HTTP-Method-Override: DELETE']), [200]],
];

/** An error in the shape of all errors. */
function expectProblem(answer: RawAnswer, [status, code, ...reasons]: Expected): void {
  expect(answer.body).toMatchObject({ success: false, status, code });
  // Clients that know the code of before find it as the more general type.
  expect(answer.body.parent).toBe(status === 415 ? '/problems/validation-error' : undefined);
  for (const [i, reason] of reasons.entries()) expect(answer.body.errors[i]!.reason).toBe(reason);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['cache-control']).toBe('no-store');
}

describe('every request of the table gets its answer', () => {
  test.each(cases)('%s', async (_name, request, expected) => {
    const answer = await raw(server.port, request);
    expect(answer.status).toBe(expected[0]);
    if (expected[1]) expectProblem(answer, expected);
  });

  test.each([
    ['a body that is too large', post(`{"price":"${'9'.repeat(17_000)}"}`)],
    ['broken HTTP', 'nonsense\r\n\r\n'],
    ['headers that are too large', get('/api', [`X-Long: ${'x'.repeat(17_000)}`])],
  ])('the connection closes after %s', async (_name, request) => {
    const answer = await raw(server.port, request);
    expect(answer.headers.connection).toBe('close');
    expect(answer.closed).toBe(true);
  });

  test('a body that is too large is refused when it has arrived, not while it is sent', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const [begin, answered] = [performance.now(), once(socket, 'data')];
    socket.write([...head, 'Content-Length: 40000', '', 'x'.repeat(20_000)].join('\r\n'));
    const others = async () => {
      for (let i = 0; i < 3; i++) await call(`${server.url}/health/live`);
      return 'nothing';
    };
    const first = await Promise.race([answered, others()]);
    // The server waits half a second for the rest.
    if (performance.now() - begin < 400) expect(first).toBe('nothing');
    socket.write('x'.repeat(20_000));
    expect(String((await answered)[0])).toContain('HTTP/1.1 413 ');
    socket.destroy();
  });

  test('405 names the methods, and so does OPTIONS', async () => {
    const wrong = await raw(server.port, get('/api/esl/labels/default', [], 'PATCH'));
    const asked = await raw(server.port, get('/api/esl/labels/default', [], 'OPTIONS'));
    expect(wrong.headers.allow!.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT']);
    expect(asked.headers.allow).toBe(wrong.headers.allow);
  });

  test('the body of a refused request is not echoed in full', async () => {
    const { body } = await call(`${server.url}/api/esl/update`, { body: `{"price": "${'secret'.repeat(100)}"` });
    expect(JSON.stringify(body)).not.toContain('secretsecret');
  });

  test('pipelined requests are answered in order, and a broken one after whole ones last (fault 25)', async () => {
    const { said, closed } = await openSocket(server.port, `${get('/health')}${get('/nowhere')}${post(json)}GRAB /`);
    await until(closed);
    expect([...said().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200', '400']);
  });
});

test('a client that takes too long gets 408: immediately for a closed half, else after the time for headers, or for all (fault 19) (fault 20)', async () => {
  const { server: hasty } = await serveApp({});
  const { port } = hasty.address() as AddressInfo;
  expect([hasty.headersTimeout, hasty.requestTimeout]).toEqual([5_000, 300_000]);
  Object.assign(hasty, { headersTimeout: 1_000, requestTimeout: 3_000 });
  const late: readonly (readonly [string, boolean, number])[] = [
    [post(json).slice(0, -5), true, 0],
    ['POST /api/esl/update HTTP/1.1\r\nHost: localhost\r\n', false, 1],
    [post(json).slice(0, -5), false, 3],
  ];
  const start = performance.now();
  const answers = late.map(async ([request, end, least]) => {
    const answer = await raw(port, request, { end });
    const seconds = (performance.now() - start) / 1000;
    expectProblem(answer, [408, invalid, 'request_timeout']);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(answer.closed).toBe(true);
    return seconds;
  });
  const [, headers, body] = (await Promise.all(answers)) as [number, number, number];
  expect(body).toBeGreaterThan(headers);
});

test('a page has another tag in each encoding', async () => {
  const tagIn = async (encoding: string) =>
    (await fetch(server.url, { headers: { 'Accept-Encoding': encoding } })).headers.get('etag');
  expect(new Set([await tagIn('br'), await tagIn('gzip'), await tagIn('identity')]).size).toBe(3);
});
