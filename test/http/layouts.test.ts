import { beforeEach, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { layoutSchema, loadLayouts } from '../../renderer/index.js';
import { exampleLayout } from '../../server/http/layout-example.js';
import { largeLayout } from '../support/attacks/large-layout.js';
import { call, milk, temporaryFolder } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { createMemoryLimiter } from '../../server/labels/store/memory-limiter.js';
import { serveApp } from '../support/app.js';

const server = useServer({ RATE_LIMIT: '100000', DATABASE_URL: `sqlite:${temporaryFolder().at('esl.db')}` });
let id: string;
let count = 0;
const own = (more = '') => `${server.url}/api/esl/layouts/${id}${more}`;
const put = (document: unknown, url = own()) => call(url, { method: 'PUT', body: document });
const label = (path = '') => `${server.url}/api/esl/labels/${id}${path}`;
const bind = (body: object) => call(label(), { method: 'PUT', body: { layout: id, ...body } });
const update = (fields: object = {}) => call(label('/update'), { body: { ...milk, ...fields } });
const standard = loadLayouts().get('standard')!;
const text = (words: string, more: object = {}) => ({
  ...{ type: 'text', text: words, size: { preferred: 16, floor: 12 } },
  ...more,
});
const layoutOf = (child: object) => ({
  ...{ title: 'Mine', description: 'For a test.', root: { type: 'box', children: [child] } },
});
const plain = layoutOf(text('{product_name}'));

beforeEach(() => {
  id = `mine-${count++}`;
});

describe('a layout that is wrong', () => {
  test('is refused with all its places and remedies, and not stored', async () => {
    const wrong = { ...layoutOf(text('{a}', { lines: 0, chidren: [] })), titel: 'x', description: 5, id: 'x' };
    const { status, body } = await put(wrong);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const child = '#/root/children/0';
    expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual(
      ['#/description', '#/id', '#/titel', `${child}/chidren`, `${child}/lines`].sort(),
    );
    for (const error of body.errors) expect(error).toMatchObject({ reason: 'invalid_layout' });
    expect(body.errors.find(({ pointer }) => pointer === '#/titel')!.message).toMatch(/did you mean "title"/);
    expect((await call(own())).status).toBe(404);
  });

  test('and has a key twice says both', async () => {
    const { body } = await put('{"title":"a","title":"b","root":{}}');
    expect(new Set(body.errors.map(({ reason }) => reason))).toEqual(new Set(['duplicate', 'invalid_layout']));
  });
});

test('a shipped layout can be neither replaced nor deleted, and the answer says why', async () => {
  const address = `${server.url}/api/esl/layouts/standard`;
  for (const request of [{ method: 'PUT', body: plain }, { method: 'DELETE' }]) {
    const answer = await call(address, request);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.errors).toMatchObject([{ field: 'id', reason: 'read_only_layout' }]);
  }
  expect((await call(address)).body.layout).toEqual({ ...standard, version: 0, updated_at: null });
});

describe('an own layout', () => {
  test('is returned as it was put, with its version, alone and in the list', async () => {
    const { status, headers, body } = await put(exampleLayout);
    expect([status, headers.get('location')]).toEqual([201, `/api/esl/layouts/${id}`]);
    expect(headers.get('ratelimit-policy')).toBe('"preview";q=1200;w=60');
    expect(body.layout).toMatchObject({ ...exampleLayout, id, version: 1 });
    expect((await call(own())).body.layout).toEqual(body.layout);
    const again = await put(JSON.stringify(exampleLayout, null, 2));
    expect([again.status, again.body.layout]).toEqual([200, body.layout]);
    const { layouts } = (await call(`${server.url}/api/esl/layouts`)).body;
    expect(layouts).toContainEqual(body.layout);
    expect(layouts[0]).toMatchObject({ id: [...loadLayouts().keys()][0], version: 0, updated_at: null });
  });

  test('is drawn by labels and previews, which say its version', async () => {
    await put(plain);
    await bind({});
    const { body } = await update();
    expect(body.label).toMatchObject({ layout: id, layout_version: 1 });
    const headers = { Accept: 'application/json' };
    for (const [layout, label] of [
      [id, { layout: id, layout_version: 1 }],
      [plain, { layout_version: 0 }],
    ] as const) {
      const preview = await call(`${server.url}/api/esl/preview`, { body: { ...milk, layout }, headers });
      expect(preview.body).toMatchObject({ label, image: { sha256: body.image.sha256 } });
    }
  });

  test('that is replaced is shown from the next update on; what was shown stays (fault 40)', async () => {
    await put(plain);
    const blank = (await bind({})).body.label;
    expect(blank.layout_version).toBeNull();
    const before = (await update()).body;
    await put(layoutOf(text('{unit}')));
    const image = { sha256: before.image.sha256 };
    expect((await call(label())).body).toMatchObject({ label: { layout_version: 1 }, image });
    const after = (await update()).body;
    expect(after.label.layout_version).toBe(2);
    expect(after.image.sha256).not.toBe(before.image.sha256);
    const { revisions } = (await call(label('/revisions'))).body;
    expect(revisions.map(({ layout_version }) => layout_version)).toEqual([2, 1]);
  });

  test('stays while a label is bound to it, and can be deleted afterwards; images that were drawn with it stay', async () => {
    await put(plain);
    await bind({});
    await update();
    const refused = await call(own(), { method: 'DELETE' });
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field: 'id', reason: 'layout_in_use' }]]);
    expect(refused.body.detail).toContain(`"${id}"`);
    await call(label(), { method: 'PUT', body: {} });
    expect((await call(own(), { method: 'DELETE' })).status).toBe(204);
    const { revisions } = (await call(label('/revisions'))).body;
    expect((await fetch(`${server.url}${revisions.at(-1)!.image.url}`)).status).toBe(200);
  });
});

test('the list of layouts has pages of a megabyte at most', async () => {
  const list = (query = '') => call(`${server.url}/api/esl/layouts?limit=100${query}`);
  for (const i of [1, 2, 3, 4, 5, 6]) expect((await put(largeLayout, own(`-large-${i}`))).status).toBe(201);
  const { layouts, next } = (await list()).body;
  const bytes = JSON.stringify(layouts).length;
  expect([bytes > 700_000, bytes < 1_100_000, layouts.length > 3]).toEqual([true, true, true]);
  const second = await list(`&cursor=${next!}`);
  expect(second.body.layouts[0]!.id > layouts.at(-1)!.id).toBe(true);
});

describe('the data that a layout declares', () => {
  const previous = { type: 'price', required: true, description: 'The price before.', example: '4.20' };
  const grade = { type: 'text', values: ['I', 'II'] };
  const sale = { ...plain, data: { previous_price: previous, grade } };

  test('is missing where it is required and not given', async () => {
    await put(sale);
    const { status, body } = await bind({ data: { previous_price: '' } });
    expect([status, body.code, body.detail]).toEqual([400, 'MISSING_FIELDS', 'Missing: data.previous_price']);
    expect(body.errors).toMatchObject([{ pointer: '#/data/previous_price', reason: 'missing', example: '4.20' }]);
  });

  test('is checked together with all else, in bindings and previews', async () => {
    await put(sale);
    const wrong = { layout: id, device: 'x', locale: 5, data: { grade: 'III', origin: 7 } };
    const expected = ['data.grade', 'data.origin', 'data.previous_price', 'device', 'locale'];
    expect((await bind(wrong)).body.errors.map(({ field }) => field).sort()).toEqual(expected);
    for (const layout of [id, sale]) {
      const { body } = await call(`${server.url}/api/esl/preview`, { body: { ...milk, ...wrong, layout, price: '1' } });
      expect(body.errors.map(({ field }) => field).sort()).toEqual([...expected, 'price'].sort());
    }
  });

  test('is drawn', async () => {
    await put({ ...sale, root: { type: 'box', children: [{ type: 'price', field: 'data.previous_price', grow: 1 }] } });
    await bind({ data: { previous_price: '4.20' } });
    const { label: view, image } = (await update()).body;
    expect(view.data).toEqual({ previous_price: '4.20' });
    await bind({ data: { previous_price: '4.30' } });
    expect((await call(label())).body.image.sha256).not.toBe(image.sha256);
  });
});

test('the schema of layouts is JSON Schema that takes the layouts of this server, the example and nothing else', async () => {
  const address = '/api/esl/layouts/schema.json';
  const response = await fetch(`${server.url}${address}`);
  expect(response.headers.get('content-type')).toBe('application/schema+json');
  const schema = (await response.json()) as object;
  expect(schema).toEqual({ ...layoutSchema, $id: address });
  const validate = new Ajv2020({ strict: false, discriminator: true }).compile(schema);
  const documents = [exampleLayout, { ...plain, $schema: `http://localhost:3000${address}` }, { ...plain, titel: 'x' }];
  expect(documents.map((document) => validate(document))).toEqual([true, true, false]);
});

test('too many layouts in a minute are refused, before their bodies are read', async () => {
  const preview = createMemoryLimiter({ name: 'preview', quota: 2, windowS: 60 });
  const { url } = await serveApp({}, ({ limiters }) => ({ limiters: { ...limiters, preview } }));
  const request = { method: 'PUT', body: '{' };
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await call(`${url}/api/esl/layouts/x`, request)).status);
  expect(statuses).toEqual([400, 400, 429]);
});
