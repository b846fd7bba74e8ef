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
import { until } from '../support/socket.js';
import { answerShapes, basic, minewToken, type VendorClient, vendorClient } from '../support/vendors/client.js';

const folder = temporaryFolder();
const [aimsApi, pricerApi] = ['/common/api/v2/common', '/api/public/core/v1'];
const place = 'company=A&store=S1';
/** Items of these numbers, and labels that are linked with them. */
const itemsOf = (ids: readonly string[], price: string) => ids.map((itemId) => ({ itemId, itemName: 'Milk', price }));
const linksOf = (ids: readonly string[]) =>
  ids.map((itemId) => ({ barcode: `l-${itemId}`, links: [{ barcode: `l-${itemId}`, itemId }] }));
const patch = (pricer: VendorClient, path: string, body: object) => pricer('PATCH', `${pricerApi}/${path}`, { body });

describe('a mapping', () => {
  const map = (article: object) => mapArticle(aims.mapping, article as Record<string, unknown>);

  test('takes the first field that is not empty', () => {
    expect(
      map({ articleId: '7', articleName: ' ', data: { ITEM_NAME: 'Milk', SALE_PRICE: '', PRICE: '$1,234.5' } }),
    ).toMatchObject({ product_name: 'Milk', price: '$1,234.5', unit: 'piece', sku: '7' });
    // The point of a number is no separator of thousands.
    const prices = ['3,50 €', 3.5, 3.999].map((PRICE) => map({ data: { PRICE } }).price);
    expect(prices).toEqual(['3,50 €', '3.5', '3.9990']);
    expect(map({}).price).toBeUndefined();
  });

  test('of a user comes before the shipped one', () => {
    const written = {
      fields: { 'data.MINE': 'price', articleName: 'data.origin' },
      ...{ defaults: { unit: 'kg' }, models: { X: 'generic-800x480-bwr' } },
    };
    mkdirSync(folder.at('mappings'));
    writeFileSync(folder.at('mappings/aims.json'), JSON.stringify(written));
    const own = readMapping('aims', aims.mapping, folder.at('mappings'));
    const article = { articleName: 'Spain', data: { MINE: '1', SALE_PRICE: '2', ITEM_NAME: 'Milk' } };
    const mapped = { product_name: 'Milk', price: '1', unit: 'kg', data: { origin: 'Spain' } };
    expect(mapArticle(own, article)).toMatchObject(mapped);
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
  const many = Array.from({ length: 1001 }, () => ({ n: 1 }));
  expect(misfit(many, [{ n: 'integer' }])?.expected).toContain('at most 1000');
});

test('odd queries and names are refused in the vendor’s words, not answered with 500', async () => {
  const server = await startHere({ VENDORS: 'aims,pricer,minew', RATE_LIMIT: '1000' });
  const [aims, pricer] = [vendorClient('aims', server), vendorClient('pricer', server)];
  await pricer('PATCH', `${pricerApi}/labels`, { body: ['a', 'b', 'c'].map((barcode) => ({ barcode })) });
  const two = await pricer<readonly object[]>('GET', `${pricerApi}/labels?filter[barcode]=a&filter[barcode]=c`);
  expect([two.status, two.body]).toMatchObject([200, [{ barcode: 'a' }, { barcode: 'c' }]]);
  const form = new FormData();
  form.append('imageFile', new Blob(['x']), 'x.png');
  const resized = await pricer('POST', `${pricerApi}/items/1/page/0?resize=toString`, { form });
  expect(resized).toMatchObject({ status: 400, body: { message: 'resize is 0, 1 or 2' } });
  const item = { articleId: '1', articleName: 'Milk', data: { SALE_PRICE: '1.00' } };
  await aims('POST', `${aimsApi}/articles?${place}`, { body: [item] });
  const responseMessage = expect.stringContaining('there is no template') as unknown;
  for (const templateName of ['constructor', '__proto__']) {
    const assignList = [{ labelCode: 'x', articleIdList: ['1'], templateName }];
    const linked = await aims('POST', `${aimsApi}/labels/link?${place}`, { body: { assignList } });
    expect(linked).toMatchObject({ status: 405, body: { responseMessage } });
  }
  const token = await minewToken(server);
  const minew = vendorClient('minew', server, () => ({ token }));
  await minew('POST', '/apis/esl/label/batchAdd', { body: { storeId: '1', macArray: ['ac233f000001'], type: 1 } });
  const tags = async (query: string) =>
    (await minew<{ items: unknown[] }>('GET', `/apis/esl/label/cascadQuery?storeId=1&${query}`)).body.items.length;
  const queries = ['eqstatus=8&eqstatus=9', 'eqstatus=__proto__', 'eqstatus=toString'];
  expect(await Promise.all(queries.map(tags))).toEqual([1, 0, 0]);
  expect((await minew('GET', '/apis/esl/label/led?mac=a&mac=b')).body).toMatchObject({ code: 12020 });
  // Without a store, and with one that is a number, as of all calls.
  const update = (storeId?: number) =>
    minew('POST', '/apis/esl/label/update', { body: { storeId, labelMac: 'ac233f000001', goodsId: 'none' } });
  expect([(await update()).body.code, (await update(1)).body.code]).toEqual([12051, 12046]);
});

test('a refused registration leaves no label', async () => {
  const server = await startHere({ VENDORS: 'aims' });
  const labelList = [...Array.from({ length: 20 }, (_, i) => `w${i}`), 'bad code'];
  const { status } = await vendorClient('aims', server)('POST', `${aimsApi}/whitelist?${place}`, {
    body: { labelList },
  });
  const { body } = await call(`${server.url}/api/esl/labels`);
  expect([status, body.labels.map(({ id }: { id: string }) => id)]).toEqual([405, ['default']]);
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
  const pricer = vendorClient('pricer', await startHere({ VENDORS: 'pricer', RATE_LIMIT: '8' }));
  const ids = ['1', '2', '3'];
  const left = async (path: string, body: object) =>
    (await patch(pricer, path, body)).headers.get('X-RateLimit-Remaining');
  expect(await left('items', itemsOf(ids, '1.00'))).toBe('7');
  expect(await left('labels', linksOf(ids))).toBe('4');
  expect(await left('items', itemsOf(ids, '1.00'))).toBe('1');
  const refused = await patch(pricer, 'items', itemsOf(ids, '1.00'));
  expect(refused).toMatchObject({ status: 429, body: { status: 429, error: 'Too Many Requests' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('keys stand in for the password, choose the tenant, and need the scope', async () => {
  const [all, reader] = [makeKey('test').text, makeKey('test').text];
  const API_KEYS = `${all}:read+update+manage@shop,${reader}:read@shop`;
  const server = await startHere({ VENDORS: 'pricer,minew', API_KEYS });
  const as = (key: string) => vendorClient('pricer', server, () => basic('till', key));
  const put = async (key: string) => (await patch(as(key), 'items', itemsOf(['1'], '1.00'))).status;
  const read = async (key: string) => (await as(key)('GET', `${pricerApi}/items/1`)).status;
  expect([await put(all), await put(reader), await read(reader), await read('any')]).toEqual([202, 403, 200, 401]);
  // Minew's clients send only the MD5 of the password.
  const minew = vendorClient('minew', server, () => ({}));
  const login = async (username: string) =>
    (await minew('POST', '/apis/action/login', { body: { username, password: '0'.repeat(32) } })).body.code;
  expect([await login(all), await login('till')]).toEqual([200, 10026]);
});

interface History {
  readonly articleFileHistoryList: readonly { readonly result: string; readonly errorInfo: string }[];
}

test('kill -9 loses no accepted request; one that ends the server each time is tried five times, and fails with its reason', async () => {
  const path = folder.at('attempts.db');
  const env = { VENDORS: 'aims', DATABASE_URL: `sqlite:${path}`, RATE_LIMIT: '1000000' };
  const running = { url: '' };
  const aims = vendorClient('aims', running);
  const post = (to: string, body: object) => aims('POST', `${aimsApi}/${to}?${place}`, { body });
  const ids = Array.from({ length: 20 }, (_, i) => `k-${i}`);
  const put = (SALE_PRICE: string) =>
    post(
      'articles',
      ids.map((articleId) => ({ articleId, data: { SALE_PRICE, ITEM_NAME: 'Milk', UNIT: '1 L' } })),
    );
  /** Runs `work` on a server, and kills it then. */
  const onServer = async <T>(work: () => Promise<T>): Promise<T> => {
    const server = await startServer(env);
    running.url = server.url;
    const result = await work();
    await server.kill();
    return result;
  };
  /** The newest entry of the history, once it has ended. */
  const newest = async () => {
    const read = async () =>
      (await aims<History>('GET', `${aimsApi}/articles/history?company=A`)).body.articleFileHistoryList[0]!;
    await until(async () => (await read()).result !== 'PROCESSING');
    return read();
  };
  await onServer(async () => {
    await put('1.00');
    await post('labels/link', { assignList: ids.map((id) => ({ articleIdList: [id], labelCode: id })) });
    await put('2.00');
  });
  await onServer(async () => {
    expect(await newest()).toMatchObject({ result: 'SUCCESS' });
    for (const id of ids)
      expect((await call(`${running.url}/api/esl/labels/${id}`)).body.label.content.price).toBe('2.00');
  });
  /** The newest entry after a start with this many attempts of the last request. */
  const startAfter = (attempts: number) => {
    const database = new DatabaseSync(path);
    const last = "kind = 'aims/request' AND id = (SELECT max(id) FROM records WHERE kind = 'aims/request')";
    database.exec(`
      UPDATE records SET value = json_set(value, '$.done', json('false')) WHERE ${last};
      INSERT OR REPLACE INTO records (tenant, kind, id, value, version)
        SELECT '', 'pending', 'aims/' || id, '{"attempts":${attempts}}', 1 FROM records WHERE ${last}`);
    database.close();
    return onServer(newest);
  };
  expect(await startAfter(4)).toMatchObject({ result: 'SUCCESS' });
  const errorInfo = expect.stringContaining('could not be drawn in 5 attempts') as unknown;
  expect(await startAfter(5)).toMatchObject({ result: 'FAIL', errorInfo });
}, 120_000);

test('every route of every vendor has the shape of its answers', () => {
  for (const { id, routes } of Object.values(vendors))
    expect([id, Object.keys(answerShapes[id]!.answers).sort()]).toEqual([
      id,
      routes.map(({ method, paths }) => `${method} ${paths[0]!}`).sort(),
    ]);
});
