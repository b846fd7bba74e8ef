import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadLayouts } from '../../renderer/index.js';
import { exampleLayout } from '../../server/http/layout-example.js';
import { reasons } from '../../server/fields/field-problem.js';
import { codes } from '../../server/fields/problem.js';
import { listen } from '../support/events.js';
import { expectRecorded, shortHash } from '../support/tables/records.js';
import { type Answer, call, milk } from '../support/server.js';
import { useServer } from '../support/use-server.js';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; schema: { type?: string; pattern?: string } }[];
  readonly requestBody?: { content: Record<string, { schema: object; example: unknown }> };
  readonly responses: Record<
    string,
    {
      headers?: Readonly<Record<string, Header | { readonly $ref: string }>>;
      content?: Record<string, { schema?: object }>;
    }
  >;
}

interface Header {
  readonly schema: { readonly type: string };
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

interface Schema {
  readonly enum: string[];
  readonly required: string[];
  readonly properties: Readonly<Record<string, { readonly pattern?: string }>>;
}

/** The schema of an error: which codes it can have. */
interface ErrorSchema {
  readonly allOf: readonly [object, { readonly properties: { readonly code: { readonly enum: readonly string[] } } }];
}

/** An answer whose body may be a picture. */
type Received = Pick<Answer, 'status' | 'headers'> & Partial<Answer>;

const server = useServer({ RATE_LIMIT: '20', RATE_WINDOW_S: '600' });
const free = useServer({ RATE_LIMIT: '100000' });
let document: Document;
let operations: (readonly [method: string, path: string, Operation])[];
/** strict is off for what OpenAPI adds to JSON Schema; dates are compared by the tests of the labels. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

beforeAll(async () => {
  document = (await call(`${server.url}/openapi.json`)).body as unknown as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  );
  ajv.addSchema(document, 'openapi');
});

/** What caches may do with a success, and which headers of a request change it. */
const caching: readonly (readonly [operations: readonly string[], cacheControl: string, vary: string])[] = [
  [['getImage', 'getRefresh', 'getFrame', 'getLayout', 'example'], 'no-cache', 'Origin'],
  [['listDevices', 'getDevice', 'listLayouts', 'index', 'docs'], 'no-cache', 'Origin, Accept-Encoding'],
  [['getLayoutSchema', 'openapi', 'getProblem'], 'public, max-age=300', 'Origin, Accept-Encoding'],
  [['streamEvents', 'streamAllEvents'], 'no-store, no-transform', 'Origin'],
  [['preview', 'health', 'healthReady', 'healthLive'], 'no-store', 'Origin, Accept'],
  [['getRevisionImage'], 'public, max-age=31536000, immutable', 'Origin'],
];

function cached(operation: string, status: number): readonly [cacheControl: string, vary: string] {
  if (status >= 400) return ['no-store', 'Origin, Accept'];
  if (status === 204) return ['none', 'Origin'];
  const [, cacheControl = 'no-store', vary = 'Origin'] = caching.find(([names]) => names.includes(operation)) ?? [];
  return [cacheControl, vary];
}

/** The answer is one that the document promises for the operation, header for header and field for field. */
function expectPromised(operationId: string, { status, headers, body }: Received): void {
  const found = operations.find(([, , operation]) => operation.operationId === operationId);
  const promised = found?.[2].responses[status];
  if (!found || !promised) throw new Error(`${operationId} does not promise ${status}`);
  for (const [name, reference] of Object.entries(promised.headers ?? {})) {
    // A header that is no component is there in some of the answers.
    if ('$ref' in reference) expect([name, headers.get(name)]).not.toContain(null);
    const header = '$ref' in reference ? document.components.headers[name]! : reference;
    const said = headers.get(name);
    const value = header.schema.type === 'integer' ? Number(said) : said;
    if (said !== null) expect([name, said, ajv.validate(header.schema, value)]).toEqual([name, said, true]);
  }
  const sent = Object.keys(document.components.headers).filter((name) => headers.has(name));
  expect(Object.keys(promised.headers ?? {})).toEqual(expect.arrayContaining(sent));
  if (!promised.content) return;
  const type = headers.get('content-type')!.split(';')[0]!;
  expect(Object.keys(promised.content)).toContain(type);
  // The schema of a stream is of its events.
  if (!promised.content[type]!.schema || !type.endsWith('json')) return;
  const path = `/paths/${escape(found[1])}/${found[0].toLowerCase()}/responses/${status}/content/${escape(type)}/schema`;
  const validate = ajv.getSchema(`openapi#${path}`);
  if (!validate) throw new Error(`${operationId} has no schema for ${status} ${type}`);
  void validate(body);
  expect(validate.errors ?? []).toEqual([]);
}

function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

describe('the OpenAPI document', () => {
  test('says the same as before', () => {
    const { paths, components, ...rest } = document as unknown as Readonly<
      Record<string, Readonly<Record<string, object>>>
    >;
    const parts = Object.entries({ paths: paths!, ...components, rest });
    const linesOf = (part: object) =>
      Object.entries(part).map(([name, value]) => `${name} ${shortHash(JSON.stringify(value))}`);
    expectRecorded(
      'openapi',
      parts.map(([title, part]) => [title, linesOf(part)]),
    );
  });

  test('is 3.1, each operation named once, and each reference leads to a component', () => {
    expect(document.openapi).toBe('3.1.0');
    const names = operations.map(([, , { operationId }]) => operationId);
    expect(names).toEqual([...new Set(names)]);
    for (const [, target] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      const [, kind, name] = /^#\/components\/(schemas|headers)\/([\w-]+)$/.exec(target!) ?? [];
      expect([target, typeof document.components[kind as 'schemas' | 'headers'][name!]]).toEqual([target, 'object']);
    }
  });

  test('promises the headers of answers that are rare, and says how an id looks', () => {
    const of = (id: string) => operations.find(([, , { operationId }]) => operationId === id)![2];
    const headersOf = (id: string, status: number) => Object.keys(of(id).responses[status]!.headers!);
    expect(headersOf('getImage', 304)).toContain('ETag');
    for (const status of [401, 417, 421, 431]) expect(headersOf('update', status)).not.toContain('RateLimit');
    for (const [, path, { parameters }] of operations)
      for (const { name, in: place, schema } of parameters)
        if (place === 'path' && schema.type !== 'integer')
          expect([path, name, typeof schema.pattern]).toEqual([path, name, 'string']);
    const revision = of('getRevisionImage').parameters.find(({ name }) => name === 'revision');
    expect(revision?.schema).toEqual({ type: 'integer', minimum: 1 });
  });

  test('lists the operations of GET /api, and those alone', async () => {
    const { body } = await call(`${server.url}/api`);
    const listed = body.endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(listed.sort()).toEqual(operations.map(([method, path]) => `${method} ${path}`).sort());
  });

  test('names the methods that the router has, for every path', async () => {
    for (const path of Object.keys(document.paths)) {
      const address = `${server.url}${path.replace('{id}', 'default').replaceAll(/\{\w+\}/g, '1')}`;
      const allowed = (await call(address, { method: 'OPTIONS' })).headers.get('allow')!.split(', ');
      const named = operations.filter(([, other]) => other === path).map(([method]) => method);
      const implied = named.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
      expect([path, ...allowed.sort()]).toEqual([path, ...[...named, ...implied].sort()]);
    }
  });

  test('has the codes of the server and no others, each with statuses that the server has for it', () => {
    expect(document.components.schemas.Code!.enum.sort()).toEqual(Object.keys(codes).sort());
    expect(document.components.schemas.Reason!.enum.sort()).toEqual(Object.keys(reasons).sort());
    const promised = new Set<string>(['METHOD_NOT_ALLOWED 405', 'VALIDATION_ERROR 422']);
    for (const [, , { responses }] of operations)
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = content?.['application/problem+json']?.schema as ErrorSchema | undefined;
        for (const code of schema?.allOf[1].properties.code.enum ?? []) promised.add(`${code} ${status}`);
      }
    const known = Object.entries(codes).flatMap(([code, { statuses }]) =>
      statuses.map((status) => `${code} ${status}`),
    );
    expect([...promised].sort()).toEqual(known.sort());
  });

  test('describes each path parameter, and gives examples that the server takes', async () => {
    for (const [, path, { parameters }] of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
    for (const [method, path, { requestBody, operationId }] of operations) {
      if (!requestBody || operationId === 'updateLabel') continue;
      const json = requestBody.content['application/json'];
      // Bytes have no example.
      if (!json) continue;
      const body = json.example;
      const id = path.includes('/devices/') ? 'solum-m2-2.9-bwr' : 'example';
      const url = `${server.url}${path.replace('{id}', id)}`;
      const headers = { Accept: 'application/json' };
      const sent = { method, body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } };
      expect((await fetch(url, sent)).status).toBeLessThan(300);
    }
  });
});

describe('every answer keeps its promise', () => {
  const get = (path: string, headers: Record<string, string> = {}) => call(`${server.url}${path}`, { headers });
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(`${server.url}${path}`, { method, body, headers });
  const binary = async (path: string, init: RequestInit = {}): Promise<Received> => {
    const { status, headers, body } = await fetch(`${server.url}${path}`, init);
    await body?.cancel();
    return { status, headers };
  };

  test('in the order of a life', async () => {
    const label = '/api/esl/labels/life';
    const panel = '/api/esl/devices/solum-m2-2.9-bwr';
    const emulated = '/api/esl/devices/gooddisplay-gdey029z90';
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const trace = { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' } };
    // The panel refreshes a black picture, without power-on: a diagnostic.
    const black = '{}\n["c",36]\n["d","00"]\n["c",34]\n["d","04"]\n["c",32]\n';
    const octets = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' } };
    const promised: (readonly [string, () => Promise<Received>, number])[] = [
      ['bindLabel', () => send('PUT', label, {}), 201],
      ['bindLabel', () => send('PUT', label, { sku: '1' }), 200],
      ['bindLabel', () => send('PUT', label, { device: 'x' }), 400],
      ['bindLabel', () => send('PUT', label, 'x'.repeat(20_000)), 413],
      ['updateLabels', () => send('POST', '/api/esl/updates', [{ label: 'life', ...milk }, { label: 'x' }, {}]), 200],
      ['updateLabels', () => send('POST', '/api/esl/updates', []), 400],
      ['updateLabels', () => send('POST', '/api/esl/updates', [], { 'Content-Type': 'text/plain' }), 415],
      ['getLabel', () => get(label), 200],
      ['updateLabel', () => send('POST', `${label}/update`, { ...milk, product_name: 'word '.repeat(39) }), 200],
      ['updateLabel', () => send('POST', `${label}/update`, milk, { 'Idempotency-Key': 'life' }), 200],
      ['updateLabel', () => send('POST', `${label}/update`, milk, { 'Idempotency-Key': 'life' }), 200],
      ['updateLabel', () => send('POST', `${label}/update`, {}, { 'Idempotency-Key': 'life' }), 422],
      ['updateLabel', () => send('POST', `${label}/update`, {}), 400],
      ['getLabel', () => get(label), 200],
      ['getLabel', () => get('/api/esl/labels/absent'), 404],
      ['listLabels', () => get('/api/esl/labels?limit=1'), 200],
      ['listLabels', () => get('/api/esl/labels?state=displayed&prefix=l'), 200],
      ['listLabels', () => get('/api/esl/labels?limit=x'), 400],
      ['listRevisions', () => get(`${label}/revisions`), 200],
      ['listRevisions', () => get('/api/esl/labels/absent/revisions'), 404],
      ['getImage', () => binary(`${label}/image.png?view=panel&scale=2`), 200],
      ['getImage', () => get(`${label}/image.png?scale=x`), 400],
      ['getImage', () => binary(`${label}/image.png?at=now`), 200],
      ['getRefresh', () => binary(`${label}/refresh.png?view=panel`), 200],
      ['getRefresh', () => get(`${label}/refresh.png?scale=2`), 400],
      ['getRevisionImage', () => binary(`${label}/revisions/1/image.png`), 200],
      ['getRevisionImage', () => get(`${label}/revisions/7/image.png`), 404],
      ['preview', () => send('POST', '/api/esl/preview', milk, { Accept: 'application/json' }), 200],
      ['preview', () => send('POST', '/api/esl/preview', { scale: 9 }, { Accept: 'application/json' }), 400],
      ['preview', () => send('POST', '/api/esl/preview', 'x', { 'Content-Type': 'text/plain' }), 415],
      ['getFrame', () => binary(`${label}/frame.bin`), 200],
      ['getFrame', () => get(`${label}/frame.bin?plane=x`), 400],
      ['getFrame', () => get('/api/esl/labels/absent/frame.bin'), 404],
      ['encodeFrame', () => binary(`${panel}/encode`, { ...post, body: JSON.stringify(milk) }), 200],
      ['encodeFrame', () => send('POST', `${panel}/encode`, {}), 400],
      ['encodeFrame', () => send('POST', `${panel}/encode?plane=9`, milk), 400],
      ['decodeFrame', () => binary(`${panel}/decode`, { ...octets, body: Buffer.alloc(4736) }), 200],
      ['decodeFrame', () => send('POST', `${panel}/decode`, {}), 415],
      ['playTrace', () => call(`${server.url}${emulated}/play`, { ...trace, body: black }), 200],
      ['playTrace', () => call(`${server.url}${panel}/play`, { ...trace, body: black }), 400],
      ['playTrace', () => call(`${server.url}${panel}/play`, { ...trace, body: '{' }), 400],
      ['playTrace', () => send('POST', `${panel}/play`, {}), 415],
      ['listDevices', () => get('/api/esl/devices?inks=red&size=296x128'), 200],
      ['listDevices', () => get('/api/esl/devices?inks=pink'), 400],
      ['getDevice', () => get('/api/esl/devices/solum-m2-2.9-bwr'), 200],
      ['getDevice', () => get('/api/esl/devices/x'), 404],
      ['listLayouts', () => get('/api/esl/layouts'), 200],
      ['putLayout', () => send('PUT', '/api/esl/layouts/life', exampleLayout), 201],
      ['putLayout', () => send('PUT', '/api/esl/layouts/life', exampleLayout), 200],
      ['putLayout', () => send('PUT', '/api/esl/layouts/life', {}), 400],
      ['putLayout', () => send('PUT', '/api/esl/layouts/life', 'x'.repeat(300_000)), 413],
      ['listLayouts', () => get('/api/esl/layouts'), 200],
      ['getLayout', () => get('/api/esl/layouts/life'), 200],
      ['bindLabel', () => send('PUT', label, { layout: 'life' }), 400],
      ['bindLabel', () => send('PUT', label, { layout: 'life', data: { previous_price: '4.20' } }), 200],
      ['deleteLayout', () => send('DELETE', '/api/esl/layouts/life'), 400],
      ['bindLabel', () => send('PUT', label, {}), 200],
      ['listRevisions', () => get(`${label}/revisions`), 200],
      ['deleteLayout', () => send('DELETE', '/api/esl/layouts/life'), 204],
      ['deleteLayout', () => send('DELETE', '/api/esl/layouts/life'), 404],
      ['getLayout', () => get('/api/esl/layouts/standard'), 200],
      ['getLayout', () => get('/api/esl/layouts/x'), 404],
      ['getLayoutSchema', () => get('/api/esl/layouts/schema.json'), 200],
      ['putWebhook', () => send('PUT', '/api/esl/webhooks/life', { url: 'http://192.0.9.1/' }), 201],
      ['putWebhook', () => send('PUT', '/api/esl/webhooks/life', { url: 'http://192.0.9.2/' }), 200],
      ['putWebhook', () => send('PUT', '/api/esl/webhooks/life', {}), 400],
      ['listWebhooks', () => get('/api/esl/webhooks'), 200],
      ['getWebhook', () => get('/api/esl/webhooks/life'), 200],
      ['getWebhook', () => get('/api/esl/webhooks/absent'), 404],
      ['listDeliveries', () => get('/api/esl/webhooks/life/deliveries'), 200],
      ['sendDelivery', () => send('POST', '/api/esl/webhooks/life/deliveries/1/send'), 404],
      ['deleteWebhook', () => send('DELETE', '/api/esl/webhooks/life'), 204],
      ['deleteWebhook', () => send('DELETE', '/api/esl/webhooks/life'), 404],
      ['example', () => get('/api/esl/example'), 200],
      ['health', () => get('/health'), 200],
      ['healthReady', () => get('/health/ready'), 200],
      ['healthLive', () => get('/health/live'), 200],
      ['metrics', () => binary('/metrics'), 200],
      ['index', () => get('/api'), 200],
      ['openapi', () => get('/openapi.json'), 200],
      ['getProblem', () => get('/problems/validation-error'), 200],
      ['getProblem', () => get('/problems/x'), 404],
      ['streamEvents', () => binary(`${label}/events`, { method: 'HEAD' }), 200],
      ['streamEvents', () => get('/api/esl/labels/absent/events'), 404],
      ['streamAllEvents', () => binary('/api/esl/events', { method: 'HEAD' }), 200],
      ['listRequests', () => get('/api/esl/requests'), 200],
      ['pageFile', () => get('/page/nothing.js'), 404],
      ['docs', () => binary('/docs'), 200],
      ['update', () => send('POST', '/api/esl/update', milk, { 'X-ESL-Simulate': 'server_error' }), 500],
      ['update', () => send('POST', '/api/esl/update', milk, { 'X-ESL-Simulate': 'rate_limit' }), 429],
      ['deleteLabel', () => send('DELETE', label), 204],
      ['deleteLabel', () => send('DELETE', label), 404],
      ['deleteLabel', () => send('DELETE', '/api/esl/labels/default'), 400],
    ];
    const everywhere = ['X-Content-Type-Options', 'Referrer-Policy', 'Cross-Origin-Resource-Policy'];
    for (const [operation, ask, status] of promised) {
      const answer = await ask();
      expect([operation, answer.status]).toEqual([operation, status]);
      expectPromised(operation, answer);
      const of = (name: string) => answer.headers.get(name) ?? 'none';
      expect([operation, ...everywhere.map(of)]).toEqual([operation, 'nosniff', 'no-referrer', 'cross-origin']);
      expect([operation, status, of('Access-Control-Allow-Origin')]).toEqual([operation, status, '*']);
      const caching = [of('Cache-Control'), of('Vary')];
      expect([operation, status, ...caching]).toEqual([operation, status, ...cached(operation, status)]);
    }
    const asked = new Set(promised.map(([operation]) => operation));
    // The page is another room's, and tested there.
    const others = operations.map(([, , { operationId }]) => operationId).filter((name) => !asked.has(name));
    expect(others.join(' ')).toBe('page wallPage layoutsPage layoutPage shelfPage shelfLabelPage');
  });

  test('each event of the streams has the data of its schema', async () => {
    const names = {
      'label.updated': ['LabelUpdated', 'ShelfUpdated'],
      'label.refreshing': ['LabelRefreshing', 'LabelRefreshing'],
      'label.displayed': ['LabelDisplayed', 'LabelDisplayed'],
      'label.deleted': [null, 'LabelDeleted'],
      'labels.changed': [null, 'NoData'],
      'requests.changed': [null, 'NoData'],
      bye: ['Bye', 'Bye'],
    } as const;
    const label = '/api/esl/labels/streamed';
    await send('PUT', label, {});
    const streams = await Promise.all([`${label}/events`, '/api/esl/events'].map((path) => listen(server.url + path)));
    await send('POST', `${label}/update`, milk);
    await send('DELETE', label);
    const last = ['bye', 'label.deleted'];
    for (const [kind, stream] of streams.entries()) {
      const ids: string[] = [];
      for (let event = await stream.next(); event; event = await stream.next()) {
        const { event: name, id, data } = event;
        if (id !== undefined) ids.push(id);
        const schema = names[name as keyof typeof names][kind];
        const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`)!;
        expect([name, validate(data), validate.errors]).toEqual([name, true, null]);
        const union = kind === 0 ? 'LabelEvent' : 'ShelfEvent';
        expect([name, ajv.validate({ $ref: `openapi#/components/schemas/${union}` }, data)]).toEqual([name, true]);
        if (name === last[kind]) break;
      }
      expect(ids.length).toBeGreaterThan(4);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('the schemas that check requests are those of the document', () => {
    const { Update, Preview, Layout } = document.components.schemas as Record<'Update' | 'Preview' | 'Layout', Schema>;
    expect(Update.properties.price!.pattern).toBe('^(0|[1-9][0-9]{0,9})\\.[0-9]{2,3}$');
    expect(Object.keys(Preview.properties)).toEqual(
      expect.arrayContaining(['layout', 'date', 'view', 'scale', 'data']),
    );
    const layout: Record<string, unknown> = { ...loadLayouts().get('standard') };
    delete layout.id;
    expect(Layout.required.every((name) => name in layout)).toBe(true);
    expect(ajv.validate({ $ref: 'openapi#/components/schemas/Layout' }, layout)).toBe(true);
  });
});

const impossible = ['default%00', 'default%00zzz', 'default%0A', '%00', 'default%20', '.default', 'x'.repeat(65)];

describe('an id that nothing can have', () => {
  test('is 404 for every operation, and 400 where something would be made', async () => {
    const asked = operations.filter(([, path]) => /^\/api\/.*\{id\}/.test(path));
    expect(asked.length).toBeGreaterThan(7);
    for (const [method, path, { parameters }] of asked) {
      const pattern = new RegExp(parameters.find(({ name }) => name === 'id')!.schema.pattern!);
      for (const id of impossible) {
        expect(decodeURIComponent(id)).not.toMatch(pattern);
        const url = `${free.url}${path.replace('{id}', id).replace('{revision}', '1')}`;
        const body = method === 'POST' ? milk : method === 'PUT' ? {} : undefined;
        const { status, body: said } = await call(url, { method, body });
        const code = method === 'PUT' || path.endsWith('/update') ? 'VALIDATION_ERROR' : 'NOT_FOUND';
        expect([method, url, status, said.code]).toEqual([method, url, method === 'PUT' ? 400 : 404, code]);
      }
    }
    const { label } = (await call(`${free.url}/api/esl/labels/default`)).body;
    expect(label).toMatchObject({ id: 'default', revision: 0 });
  });

  test('is no name either: a layout is in use under the name that it has', async () => {
    const plain = { title: 'Mine', description: 'For a test.', root: { type: 'box', children: [{ type: 'line' }] } };
    const mine = `${free.url}/api/esl/layouts/mine`;
    expect((await call(mine, { method: 'PUT', body: plain })).status).toBe(201);
    const label = `${free.url}/api/esl/labels/named`;
    for (const field of ['device', 'layout', 'locale', 'currency', 'time_zone']) {
      const body = { layout: 'mine', [field]: 'mine\u0000' };
      for (const [url, method] of [
        [label, 'PUT'],
        [`${free.url}/api/esl/preview`, 'POST'],
      ] as const) {
        const answer = await call(url, { method, body: method === 'PUT' ? body : { ...milk, ...body } });
        expect(answer.body.errors).toMatchObject([{ field, pointer: `#/${field}`, reason: 'control_character' }]);
      }
    }
    expect((await call(label)).status).toBe(404);
  });
});
