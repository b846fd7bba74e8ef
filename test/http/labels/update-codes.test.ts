import { beforeAll, describe, expect, test } from '@jest/globals';
import { reasons } from '../../../server/fields/field-problem.js';
import { allCodes, type Code, codes, Problem } from '../../../server/fields/problem.js';
import { serveApp } from '../../support/app.js';
import { memoryStore } from '../../support/context.js';
import { startHere } from '../../support/here.js';
import { makeKey } from '../../../server/keys/text.js';
import { call, type JsonBody, milk, post, raw } from '../../support/server.js';

/** The specification of `POST /api/esl/update` has these codes, and its clients know no others. */
const four = ['MISSING_FIELDS', 'VALIDATION_ERROR', 'RATE_LIMIT_EXCEEDED', 'SERVER_ERROR'];
const operations = {
  update: ['/api/esl/update', milk],
  updateLabel: ['/api/esl/labels/default/update', milk],
  updateLabels: ['/api/esl/updates', [{ label: 'default', ...milk }]],
} as const;
type Operation = keyof typeof operations;
const names = Object.keys(operations) as readonly Operation[];

type Body = Pick<JsonBody, 'code' | 'errors'> & { readonly type: string; readonly status: number };
interface Provoked {
  readonly status: number;
  readonly body: Body;
}

/** The error of an answer, or of the first refused outcome of a bulk. */
function problemOf(body: unknown): Body {
  const { outcomes = [] } = body as { readonly outcomes?: readonly { readonly problem?: Body }[] };
  return outcomes.find(({ problem }) => problem)?.problem ?? (body as Body);
}

/** The code is one of the four; the type, and the reason of a refused request, are finer. */
function expectUpdateError({ type, code, errors, status }: Body, type_: string, reason?: string): void {
  expect([status, four]).toEqual([status, expect.arrayContaining([code])]);
  expect(type).toBe(`/problems/${type_}`);
  if (code === 'VALIDATION_ERROR') {
    expect(errors.length).toBeGreaterThan(0);
    for (const each of errors) expect(Object.keys(reasons)).toContain(each.reason);
  }
  if (reason !== undefined) expect(errors[0]!.reason).toBe(reason);
}

describe.each(names)('whatever fails in %s', (name) => {
  const [path, body] = operations[name];
  const all = allCodes.flatMap((code) => codes[code].statuses.map((status) => [code, status] as const));

  test.each(all)('%s %i has a code of the specification', async (code: Code, status: number) => {
    const store = await memoryStore();
    // Usual errors of a request that is invalid name their reason.
    const named = ['MISSING_FIELDS', 'VALIDATION_ERROR', 'UNSUPPORTED_MEDIA_TYPE', 'IDEMPOTENCY_CONFLICT'];
    const errors = [{ field: '', reason: 'format', message: 'x' }] as const;
    const label = () => Promise.reject(new Problem(code, 'x', { status, ...(named.includes(code) && { errors }) }));
    const { url } = await serveApp({ store: { ...store, label } });
    const type = codes[code].type.slice('/problems/'.length);
    const refused = await call(`${url}${path}`, { body });
    if (name !== 'updateLabels') expect(refused.status).toBe(status);
    const problem = problemOf(refused.body);
    expect(problem.status).toBe(status);
    expectUpdateError(problem, type);
    // The list of requests says the same. Elsewhere, the code is as fine as the type.
    const { body: log } = await call(`${url}/api/esl/requests`);
    const [noted] = (log as unknown as { requests: readonly { code: string | null }[] }).requests;
    if (name !== 'updateLabels') expect(noted!.code).toBe(problem.code);
    const elsewhere = await call(`${url}/api/esl/labels/default`);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([status, code]);
  });
});

interface Servers {
  readonly open: { readonly url: string; readonly port: number };
  readonly closed: { readonly url: string; readonly port: number };
  readonly limited: { readonly url: string };
  readonly broken: { readonly url: string };
}
let servers: Servers;
const reader = makeKey('test').text;
beforeAll(async () => {
  const store = await memoryStore();
  const label = () => Promise.reject(new Error('gone'));
  servers = {
    open: await startHere({ RATE_LIMIT: '100000' }),
    closed: await startHere({ RATE_LIMIT: '100000', API_KEYS: `${reader}:read@shop` }),
    limited: await startHere({ RATE_LIMIT: '1', RATE_WINDOW_S: '600' }),
    broken: await serveApp({ store: { ...store, label, recorded: label } }, ({ limiters }) => ({
      limiters: { ...limiters, update: { ...limiters.update, peek: label, consume: label } },
    })),
  };
});

type Provoke = (path: string, body: unknown) => Promise<{ readonly status: number; readonly body: unknown }>;
const sent =
  (server: keyof Servers, headers: Record<string, string> = {}, method = 'POST', other?: unknown): Provoke =>
  (path, body) =>
    call(`${servers[server].url}${path}`, { method, body: other ?? (method === 'GET' ? undefined : body), headers });
const rawly =
  (change: (text: string) => string): Provoke =>
  (path, body) =>
    raw(servers.open.port, change(post(JSON.stringify(body)).replace('/api/esl/update', path)), { end: true });
const withKey = (key: string, more = {}) => ({ Authorization: `Bearer ${key}`, ...more });
const changed = (body: unknown, more: object): unknown =>
  Array.isArray(body) ? body.map((one: object) => ({ ...one, ...more })) : { ...(body as object), ...more };

const long = 'x'.repeat(20_000);

/** Every error that a client can provoke: its status, type and reason, and how. */
const provoked: readonly (readonly [
  status: number,
  type: string,
  reason: string | null,
  Provoke,
  (readonly Operation[])?,
])[] = [
  [400, 'missing-fields', 'missing', (path, body) => sent('open')(path, changed(body, { price: '' }))],
  [400, 'validation-error', 'format', (path, body) => sent('open')(path, changed(body, { price: '3,50' }))],
  [400, 'validation-error', 'malformed_json', sent('open', {}, 'POST', '{')],
  [400, 'validation-error', 'format', sent('open', { 'Idempotency-Key': 'x'.repeat(256) })],
  [400, 'validation-error', 'unknown_value', sent('open', { 'X-ESL-Simulate': 'nothing' })],
  [400, 'validation-error', 'malformed_request', rawly((text) => text.replace('Host: localhost\r\n', ''))],
  [401, 'unauthorized', 'unauthorized', sent('closed')],
  [401, 'unauthorized', 'unauthorized', sent('closed', withKey('esl_live_x'))],
  [403, 'forbidden', 'forbidden', sent('closed', withKey(reader))],
  [404, 'not-found', 'not_found', (path) => sent('open')(path.replace('default', 'absent'), milk), ['updateLabel']],
  [404, 'not-found', 'not_found', (path) => sent('open')(path.replace('default', 'no!id'), milk), ['updateLabel']],
  [404, 'not-found', 'not_found', (path) => sent('open')(path, [{ label: 'absent', ...milk }]), ['updateLabels']],
  [405, 'method-not-allowed', 'method_not_allowed', sent('open', {}, 'GET')],
  [405, 'method-not-allowed', 'method_not_allowed', sent('open', {}, 'PUT')],
  [408, 'validation-error', 'request_timeout', rawly((text) => text.slice(0, -5))],
  [409, 'idempotency-conflict', 'idempotency_in_progress', whileSlow],
  [413, 'validation-error', 'body_too_large', sent('open', {}, 'POST', ' '.repeat(1024 * 1024 + 1))],
  [415, 'unsupported-media-type', 'unsupported_media_type', sent('open', { 'Content-Type': 'text/plain' })],
  [415, 'unsupported-media-type', 'unsupported_encoding', sent('open', { 'Content-Encoding': 'br' })],
  [417, 'validation-error', 'expectation_failed', rawly((text) => text.replace('\r\n', '\r\nExpect: x\r\n'))],
  [421, 'validation-error', 'misdirected_request', rawly((text) => text.replace('Host: localhost', 'Host: other'))],
  [422, 'idempotency-conflict', 'idempotency_key_reused', twice],
  [429, 'rate-limit-exceeded', null, sent('open', { 'X-ESL-Simulate': 'rate_limit' })],
  [429, 'rate-limit-exceeded', null, twiceLimited],
  [431, 'validation-error', 'headers_too_large', rawly((text) => text.replace('\r\n', `\r\nx: ${long}\r\n`))],
  [500, 'server-error', null, sent('open', { 'X-ESL-Simulate': 'server_error' })],
  [503, 'server-error', null, sent('broken')],
];

/** Another body with the key of an earlier one: of the request, or of the update of a bulk. */
async function twice(path: string, body: unknown) {
  const isBulk = Array.isArray(body);
  const send = sent('open', isBulk ? {} : { 'Idempotency-Key': 'reused' });
  const keyed = isBulk ? changed(body, { key: 'own' }) : body;
  await send(path, keyed);
  return send(path, changed(keyed, { price: '9.00' }));
}

async function whileSlow(path: string, body: unknown) {
  const slow = sent('open', { 'Idempotency-Key': path, 'X-ESL-Simulate': 'slow' })(path, body);
  const again = sent('open', { 'Idempotency-Key': path });
  let early = await again(path, changed(body, { price: 'x' }));
  while (early.status !== 409) early = await again(path, changed(body, { price: 'x' }));
  await slow;
  return early;
}

async function twiceLimited(path: string, body: unknown) {
  await sent('limited')(path, body);
  return sent('limited')(path, body);
}

describe.each(names)('the errors of %s', (name) => {
  const [path, body] = operations[name];
  const mine = provoked.filter(([, , , , of = names]) => of.includes(name));

  test.each(mine)('%i %s, reason %s', async (status, type, reason, provoke) => {
    const answer = (await provoke(path, body)) as Provoked;
    const problem = problemOf(answer.body);
    expect(problem.status).toBe(status);
    expectUpdateError(problem, type, reason ?? undefined);
  });

  test('are all that the document promises, with codes of the specification', async () => {
    const { body: document } = await call(`${servers.open.url}/openapi.json`);
    const { paths } = document as unknown as {
      paths: Record<string, { post: { responses: Record<string, unknown> } }>;
    };
    const { responses } = paths[path.replace('default', '{id}')]!.post;
    const promised = Object.keys(responses)
      .map(Number)
      .filter((status) => status >= 400);
    expect(mine.map(([status]) => status)).toEqual(expect.arrayContaining(promised));
    for (const status of promised) {
      const found = [...JSON.stringify(responses[status]).matchAll(/"code":\{"enum":(\[[^\]]*\])\}/g)];
      const promisedCodes = found.flatMap(([, list]) => JSON.parse(list!) as string[]);
      expect(promisedCodes.length).toBeGreaterThan(0);
      for (const code of promisedCodes) expect([status, four]).toEqual([status, expect.arrayContaining([code])]);
    }
  });
});

test('GET /api lists the codes of updates, and the example has an error of each', async () => {
  const { body } = await call(`${servers.open.url}/api`);
  const endpoints = body.endpoints as readonly { path: string; codes?: readonly string[] }[];
  const listed = endpoints.filter(({ codes }) => codes);
  expect(listed.map(({ path }) => path).sort()).toEqual(
    names.map((name) => operations[name][0].replace('default', '{id}')).sort(),
  );
  for (const { codes } of listed) expect(codes).toEqual(four);
  const { body: example } = await call(`${servers.open.url}/api/esl/example`);
  expect(Object.keys((example as unknown as { errors: object }).errors).sort()).toEqual([...four].sort());
});
