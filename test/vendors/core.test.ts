import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeKey } from '../../server/keys/text.js';
import { mapArticle, readMapping } from '../../server/vendors/core/mapping.js';
import { misfit, type AnswerShape } from '../../server/vendors/core/shape.js';
import { aims } from '../../server/vendors/aims/index.js';
import { vendors } from '../../server/vendors/index.js';
import { pricer } from '../../server/vendors/pricer/index.js';
import { startHere } from '../support/here.js';
import { call, startServer, temporaryFolder } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { answerShapes, vendorClient } from '../support/vendors/client.js';

const folder = temporaryFolder();
const basic = (user: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('a mapping', () => {
  const map = (article: object) => mapArticle(aims.mapping, article as Record<string, unknown>);

  test('takes the first field that is not empty', () => {
    expect(
      map({ articleId: '7', articleName: ' ', data: { ITEM_NAME: 'Milk', SALE_PRICE: '', PRICE: '$1,234.5' } }),
    ).toMatchObject({
      product_name: 'Milk',
      price: '$1,234.5',
      unit: 'piece',
      sku: '7',
    });
    // The point of a number is no separator of thousands.
    const prices = ['3,50 €', 3.5, 3.999].map((PRICE) => map({ data: { PRICE } }).price);
    expect(prices).toEqual(['3,50 €', '3.5', '3.9990']);
    expect(map({}).price).toBeUndefined();
  });

  test('of a user comes before the shipped one', () => {
    mkdirSync(folder.at('mappings'));
    writeFileSync(
      folder.at('mappings/aims.json'),
      JSON.stringify({
        fields: { 'data.MINE': 'price', articleName: 'data.origin' },
        defaults: { unit: 'kg' },
        models: { X: 'generic-800x480-bwr' },
      }),
    );
    const own = readMapping('aims', aims.mapping, folder.at('mappings'));
    expect(
      mapArticle(own, { articleName: 'Spain', data: { MINE: '1', SALE_PRICE: '2', ITEM_NAME: 'Milk' } }),
    ).toMatchObject({
      product_name: 'Milk',
      price: '1',
      unit: 'kg',
      data: { origin: 'Spain' },
    });
    expect(Object.values(own.models)[0]).toBe('generic-800x480-bwr');
    expect(readMapping('pricer', pricer.mapping, folder.at('mappings'))).toBe(pricer.mapping);
  });

  test.each([
    ['{', 'Expected files of JSON for VENDORS_DIR'],
    ['{"field": {}}', 'Expected nothing for field in each file for VENDORS_DIR'],
    ['{"fields": {"a": 1}}', 'Expected texts for a in each file for VENDORS_DIR'],
    [
      '{"fields": {"a": "prize"}}',
      'Expected product_name, price, unit, sku, currency or data.<name> in place of "prize" in each file for VENDORS_DIR',
    ],
  ])('%s is refused', (text, message) => {
    mkdirSync(folder.at('wrong'), { recursive: true });
    writeFileSync(folder.at('wrong/aims.json'), text);
    expect(() => readMapping('aims', aims.mapping, folder.at('wrong'))).toThrow(message);
  });
});

test('a shape names the first place that differs', () => {
  const shape: AnswerShape = { id: 'id', 'list?': [{ n: 'integer' }], kind: '=A|=B' };
  expect(misfit({ id: 'x', list: [{ n: 1 }], kind: 'B', more: 1 }, shape)).toBeNull();
  const wrong = (value: unknown, strict = false) => {
    const { path, expected, received } = misfit(value, shape, strict)!;
    return `${path}: ${expected}: ${received}`;
  };
  expect(wrong({ id: 'x', kind: 'B', more: 1 }, true)).toBe('more: nothing: the number 1');
  expect(wrong({ id: 'x', list: [{ n: 1 }, { n: 1.5 }], kind: 'A' })).toBe('list[1].n: integer: the number 1.5');
  expect(wrong({ id: 'x', list: {}, kind: 'A' })).toBe('list: a list of at most 1000: an object');
  expect(wrong({ id: 'x', kind: 'C' })).toBe('kind: =A or =B: "C"');
  expect(wrong({ kind: 'A' })).toBe('id: a text of 1 to 128 characters: nothing');
  expect(wrong({ id: 'a\u0000b', kind: 'A' })).toBe('id: a text of 1 to 128 characters: "a\\u0000b"');
  expect(wrong(null)).toBe(': an object: null');
  expect(
    misfit(
      Array.from({ length: 1001 }, () => ({ n: 1 })),
      [{ n: 'integer' }],
    )?.expected,
  ).toContain('at most 1000');
});

test('odd queries and names are refused in the vendor’s words, not answered with 500', async () => {
  const { url } = await startHere({ VENDORS: 'aims,pricer,minew', RATE_LIMIT: '1000' });
  const user = basic('till', 'any');
  const as = (name: string, headers: Readonly<Record<string, string>>) =>
    vendorClient(
      name,
      () => url,
      () => headers,
    );
  const pricer = as('pricer', user);
  const labels = ['a', 'b', 'c'].map((barcode) => ({ barcode }));
  await pricer('PATCH', '/api/public/core/v1/labels', { body: labels });
  const two = await pricer('GET', '/api/public/core/v1/labels?filter[barcode]=a&filter[barcode]=c');
  expect([two.status, (two.body as unknown as { barcode: string }[]).map(({ barcode }) => barcode)]).toEqual([
    200,
    ['a', 'c'],
  ]);
  const form = new FormData();
  form.append('imageFile', new Blob(['x']), 'x.png');
  expect(await pricer('POST', '/api/public/core/v1/items/1/page/0?resize=toString', { form })).toMatchObject({
    status: 400,
    body: { message: 'resize is 0, 1 or 2' },
  });
  const aims = as('aims', user);
  const place = 'company=c&store=s';
  const item = { articleId: '1', articleName: 'Milk', data: { SALE_PRICE: '1.00' } };
  await aims('POST', `/common/api/v2/common/articles?${place}`, { body: [item] });
  for (const templateName of ['constructor', '__proto__'])
    expect(
      await aims('POST', `/common/api/v2/common/labels/link?${place}`, {
        body: { assignList: [{ labelCode: 'x', articleIdList: ['1'], templateName }] },
      }),
    ).toMatchObject({ status: 405, body: { responseMessage: expect.stringContaining('there is no template') } });
  const { data } = (
    await as('minew', {})('POST', '/apis/action/login', { body: { username: 'till', password: 'any' } })
  ).body as { data: { token: string } };
  const minew = as('minew', { token: data.token });
  await minew('POST', '/apis/esl/label/batchAdd', { body: { storeId: '1', macArray: ['ac233f000001'], type: 1 } });
  const tags = async (query: string) =>
    (await minew<{ items: unknown[] }>('GET', `/apis/esl/label/cascadQuery?storeId=1&${query}`)).body.items.length;
  expect([
    await tags('eqstatus=8&eqstatus=9'),
    await tags('eqstatus=__proto__'),
    await tags('eqstatus=toString'),
  ]).toEqual([1, 0, 0]);
  expect((await minew('GET', '/apis/esl/label/led?mac=a&mac=b')).body).toMatchObject({ code: 12020 });
  // Without a store, and with one that is a number, as of all calls.
  const update = (storeId?: number) =>
    minew('POST', '/apis/esl/label/update', { body: { storeId, labelMac: 'ac233f000001', goodsId: 'none' } });
  expect([(await update()).body.code, (await update(1)).body.code]).toEqual([12051, 12046]);
});

test('vendors that are not named are not there, and GET /api lists those that are', async () => {
  const { url } = await startHere({ VENDORS: 'pricer' });
  expect((await call(`${url}/common/api/v2/token`, { body: {} })).status).toBe(404);
  const { body } = await call(`${url}/api`);
  expect(body.endpoints).toContainEqual(
    expect.objectContaining({ method: 'PATCH', path: '/api/public/core/v1/items' }),
  );
  await expect(startHere({ VENDORS: 'solum' })).rejects.toThrow('Expected one or more of aims, pricer, minew, hanshow');
});

test('a request counts as many updates as the labels that it draws', async () => {
  const { url } = await startHere({ VENDORS: 'pricer', RATE_LIMIT: '8' });
  const pricer = vendorClient(
    'pricer',
    () => url,
    () => basic('till', 'any'),
  );
  const items = ['1', '2', '3'].map((itemId) => ({ itemId, itemName: 'Milk', price: '1.00' }));
  const patch = () => pricer('PATCH', '/api/public/core/v1/items', { body: items });
  const left = (headers: Headers) => headers.get('X-RateLimit-Remaining');
  expect(left((await patch()).headers)).toBe('7');
  const links = items.map(({ itemId }) => ({ barcode: `l-${itemId}`, links: [{ barcode: `l-${itemId}`, itemId }] }));
  expect(left((await pricer('PATCH', '/api/public/core/v1/labels', { body: links })).headers)).toBe('4');
  expect(left((await patch()).headers)).toBe('1');
  const refused = await patch();
  expect(refused).toMatchObject({ status: 429, body: { status: 429, error: 'Too Many Requests' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
});

describe('keys', () => {
  test('stand in for the password, choose the tenant, and need the scope', async () => {
    const [all, reader] = [makeKey('test').text, makeKey('test').text];
    const { url } = await startHere({
      VENDORS: 'pricer,minew',
      API_KEYS: `${all}:read+update+manage@shop,${reader}:read@shop`,
    });
    const as = (key: string) =>
      vendorClient(
        'pricer',
        () => url,
        () => basic('till', key),
      );
    const item = { body: [{ itemId: '1', itemName: 'Milk', price: '1.00' }] };
    expect((await as(all)('PATCH', '/api/public/core/v1/items', item)).status).toBe(202);
    expect((await as(reader)('PATCH', '/api/public/core/v1/items', item)).status).toBe(403);
    expect((await as(reader)('GET', '/api/public/core/v1/items/1')).status).toBe(200);
    expect((await as('any')('GET', '/api/public/core/v1/items/1')).status).toBe(401);
    // Minew's clients send only the MD5 of the password.
    const minew = vendorClient(
      'minew',
      () => url,
      () => ({}),
    );
    const login = (username: string) =>
      minew('POST', '/apis/action/login', { body: { username, password: '0'.repeat(32) } });
    expect([(await login(all)).body.code, (await login('till')).body.code]).toEqual([200, 10026]);
  });
});

interface History {
  readonly articleFileHistoryList: readonly { readonly result: string; readonly errorInfo: string }[];
}

/** Texts of an article that take long to read where an expression is not linear. */
const longTexts = [`1${'a'.repeat(120_000)}1`, `1${' '.repeat(120_000)}1`, '{'.repeat(120_000), '1,'.repeat(60_000)];

describe('an article with every field at its limit', () => {
  const server = useServer({ VENDORS: 'aims,pricer,minew,hanshow', RATE_LIMIT: '1000000' });
  const minewToken = async () => {
    const login = { body: JSON.stringify({ username: 'a', password: 'b' }), method: 'POST' };
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${server.url}/apis/action/login`, { ...login, headers });
    return ((await answer.json()) as { data: { token: string } }).data.token;
  };
  /** The requests that store an article with this text in each field, and link a label to it. */
  const requests = (text: string): Readonly<Record<string, readonly (readonly [string, string, unknown])[]>> => {
    const fields = (vendor: string) =>
      Object.fromEntries(
        Object.keys(vendors[vendor]!.mapping.fields).map((name) => [name.replace(/^data\./, ''), text]),
      );
    const few = (vendor: string) => Object.fromEntries(Object.entries(fields(vendor)).slice(0, 3));
    const query = 'company=A&store=S1';
    return {
      aims: [
        ['POST', `/common/api/v2/common/articles?${query}`, [{ articleId: 'x', data: few('aims') }]],
        [
          'POST',
          `/common/api/v2/common/labels/link?${query}`,
          { assignList: [{ articleIdList: ['x'], labelCode: 'a-1' }] },
        ],
      ],
      pricer: [
        ['PATCH', '/api/public/core/v1/items', [{ ...few('pricer'), itemId: 'x' }]],
        ['POST', '/api/public/core/v1/labels/link-single', { barcode: 'p-1', itemId: 'x' }],
      ],
      minew: [
        ['POST', '/apis/esl/goods/addToStore', { storeId: '1', ...few('minew'), id: 'x' }],
        ['POST', '/apis/esl/label/batchAdd', { storeId: '1', macArray: ['AC233FC00001'], type: 1 }],
        ['POST', '/apis/esl/label/update', { storeId: '1', labelMac: 'AC233FC00001', goodsId: 'x' }],
      ],
      hanshow: [
        [
          'POST',
          '/proxy/integration/C/S',
          { storeCode: 'S', customerStoreCode: 'C', batchNo: '1', items: [{ ...few('hanshow'), sku: 'x' }] },
        ],
        [
          'POST',
          '/proxy/integration/C/S',
          {
            storeCode: 'S',
            customerStoreCode: 'C',
            batchNo: '2',
            items: [{ sku: 'x', IIS_COMMAND: 'BIND', eslId: 'h-1' }],
          },
        ],
      ],
    };
  };

  test.each(Object.keys(vendors))(
    'does not block the server: %s',
    async (vendor) => {
      const headers = { 'Content-Type': 'application/json', ...basic('till', 'any'), token: await minewToken() };
      let slowest = 0;
      const end = new AbortController();
      const watch = (async () => {
        while (!end.signal.aborted) {
          const start = performance.now();
          await (await fetch(`${server.url}/health`)).arrayBuffer();
          slowest = Math.max(slowest, performance.now() - start);
        }
      })();
      for (const text of longTexts)
        for (const [method, path, body] of requests(text)[vendor]!) {
          const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
          await answer.arrayBuffer();
          expect(answer.status).toBeLessThan(500);
        }
      await new Promise((resolve) => setTimeout(resolve, 300));
      end.abort();
      await watch;
      // Other tests run at the same time: a quadratic expression takes as long as ten of these.
      expect(slowest).toBeLessThan(800);
    },
    60_000,
  );
});

test('a request that ends the server each time is tried five times, and fails with its reason in the history', async () => {
  const path = folder.at('attempts.db');
  const env = { VENDORS: 'aims', DATABASE_URL: `sqlite:${path}`, RATE_LIMIT: '1000000' };
  const first = await startServer(env);
  let { url } = first;
  const aims = vendorClient(
    'aims',
    () => url,
    () => basic('till', 'any'),
  );
  const query = 'company=A&store=S1';
  const article = (price: string) => [{ articleId: 'x', data: { SALE_PRICE: price, ITEM_NAME: 'Milk', UNIT: '1 L' } }];
  await aims('POST', `/common/api/v2/common/articles?${query}`, { body: article('1.00') });
  const link = { assignList: [{ articleIdList: ['x'], labelCode: 'poison' }] };
  await aims('POST', `/common/api/v2/common/labels/link?${query}`, { body: link });
  await aims('POST', `/common/api/v2/common/articles?${query}`, { body: article('2.00') });
  await first.kill();

  /** The history after a start with this many attempts of the last request. */
  const startAfter = async (attempts: number) => {
    const database = new DatabaseSync(path);
    const [{ id }] = database.prepare("SELECT max(id) AS id FROM records WHERE kind = 'aims/request'").all() as [
      { id: string },
    ];
    database
      .prepare(
        "UPDATE records SET value = json_set(value, '$.done', json('false')) WHERE kind = 'aims/request' AND id = ?",
      )
      .run(id);
    database
      .prepare("INSERT OR REPLACE INTO records (tenant, kind, id, value, version) VALUES ('', 'pending', ?, ?, 1)")
      .run(`aims/${id}`, JSON.stringify({ attempts }));
    database.close();
    const server = await startServer(env);
    ({ url } = server);
    const read = async () =>
      (await aims<History>('GET', '/common/api/v2/common/articles/history?company=A')).body.articleFileHistoryList[0]!;
    let newest = await read();
    for (let i = 0; i < 400 && newest.result === 'PROCESSING'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      newest = await read();
    }
    await server.kill();
    return newest;
  };
  expect(await startAfter(4)).toMatchObject({ result: 'SUCCESS' });
  expect(await startAfter(5)).toMatchObject({
    result: 'FAIL',
    errorInfo: expect.stringContaining('could not be drawn in 5 attempts'),
  });
}, 120_000);

test('kill -9 between acceptance and result loses nothing', async () => {
  const env = { VENDORS: 'pricer', DATABASE_URL: `sqlite:${folder.at('kill.db')}`, RATE_LIMIT: '1000000' };
  const first = await startServer(env);
  let { url } = first;
  const pricer = vendorClient(
    'pricer',
    () => url,
    () => basic('till', 'any'),
  );
  const ids = Array.from({ length: 20 }, (_, i) => String(i));
  const items = (price: string) => ({ body: ids.map((itemId) => ({ itemId, itemName: 'Milk', price })) });
  await pricer('PATCH', '/api/public/core/v1/items', items('1.00'));
  const links = ids.map((itemId) => ({ barcode: `k-${itemId}`, links: [{ barcode: `k-${itemId}`, itemId }] }));
  await pricer('PATCH', '/api/public/core/v1/labels', { body: links });
  const { body } = await pricer('PATCH', '/api/public/core/v1/items', items('2.00'));
  await first.kill();
  ({ url } = await startServer(env));
  const path = `/api/public/core/v1/items-result/${String(body.requestId)}?excludeItemErrorCount=false`;
  let result = await pricer('GET', path);
  for (let i = 0; i < 400 && result.body.status === 'IN_PROGRESS'; i++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    result = await pricer('GET', path);
  }
  expect(result.body).toMatchObject({ status: 'COMPLETED', itemErrorCount: 0 });
  for (const id of ids) {
    const { label } = (await call(`${url}/api/esl/labels/k-${id}`)).body;
    expect([id, label.content.price]).toEqual([id, '2.00']);
  }
}, 120_000);

test('every route of every vendor has the shape of its answers', () => {
  for (const { id, routes } of Object.values(vendors))
    expect([id, Object.keys(answerShapes[id]!.answers).sort()]).toEqual([
      id,
      routes.map(({ method, paths }) => `${method} ${paths[0]!}`).sort(),
    ]);
});
