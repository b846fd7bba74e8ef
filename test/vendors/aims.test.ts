import { beforeAll, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { call, type LabelBody } from '../support/server.js';
import { until } from '../support/socket.js';
import { useServer } from '../support/use-server.js';
import { vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'aims', RATE_LIMIT: '100000' });
const api = '/common/api/v2';
const place = 'company=ABC&store=001';
let token = '';
const aims = vendorClient('aims', server, () => ({ Authorization: `Bearer ${token}` }));
const common = <T = Readonly<Record<string, unknown>>>(method: string, path: string, body?: unknown, headers = {}) =>
  aims<T>(method, `${api}/common/${path}`, { body, headers });

beforeAll(async () => {
  const login = { body: { username: 'till', password: 'any' } };
  const { body } = await aims<{ responseMessage: { access_token: string } }>('POST', `${api}/token`, login);
  token = body.responseMessage.access_token;
});
const done = { responseCode: '200', responseMessage: 'SUCCESS' };
const refusal = (message: string) => ({ responseCode: '405', responseMessage: expect.stringContaining(message) });
const milk = {
  ...{ articleId: 'B100001', articleName: 'Organic whole milk', nfcUrl: 'https://shop.example/B100001' },
  ...{ eans: ['4006381333931'], data: { SALE_PRICE: '$3.50', UNIT: '1 L' } },
};
const put = (...articles: readonly object[]) => common('POST', `articles?${place}`, articles);
const link = (labelCode: string, articleId: string, more: object = {}) =>
  common('POST', `labels/link?${place}`, { assignList: [{ labelCode, articleIdList: [articleId], ...more }] });
const label = async (id: string): Promise<LabelBody & { readonly face?: string }> =>
  (await call(`${server.url}/api/esl/labels/${id}`)).body.label;
/** The label once it shows a price. */
const showing = async (id: string, price: string) => {
  await until(async () => ((await label(id)).content as LabelBody['content'] | null)?.price === price);
  return label(id);
};
/** A new article on a label of this name. */
const shelved = async (id: string) => {
  await put({ ...milk, articleId: id });
  await link(`${id}-1`, id);
  await showing(`${id}-1`, '3.50');
};
const history = async () => {
  const { body } = await common<{ articleFileHistoryList: Readonly<Record<string, unknown>>[] }>(
    'GET',
    `articles/history?${place}`,
  );
  return body.articleFileHistoryList[0]!;
};
const png = (width: number, height: number, grey = 0) => {
  const image = new PNG({ width, height, colorType: 2 });
  image.data.fill(grey);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  return PNG.sync.write(image).toString('base64');
};

test('a till sends an article, links a label, and changes the price', async () => {
  const code = '04507B0AC391';
  expect((await put(milk)).body).toEqual(done);
  const linked = await link(code, 'B100001');
  expect(linked.status).toBe(200);
  expect(linked.headers.get('X-ESL-Assumed')).toContain('unknown-labels-are-created');
  const shown = await showing(code, '3.50');
  expect(shown.content).toMatchObject({ product_name: 'Organic whole milk', unit: '1 L', sku: 'B100001' });
  expect(shown).toMatchObject({ face: 'aims', device: 'solum-m3-2.9-bwr' });
  // Fields that are not sent stay, and the same request again changes nothing.
  for (let i = 0; i < 2; i++) {
    await put({ articleId: 'B100001', data: { SALE_PRICE: '2,99 $' } });
    expect((await showing(code, '2.99')).content.unit).toBe('1 L');
    await link(code, 'B100001');
  }
  const type = 'NEWTON_GRAPHIC_2_9_RED_NFC';
  expect((await common('GET', `labels?${place}`)).body.labelList).toMatchObject([
    { labelCode: code, updateStatus: 'SUCCESS', type, articleList: [{ articleId: 'B100001' }] },
  ]);
  expect((await common('GET', `config/article/info?${place}`)).body.articleList).toMatchObject([
    { articleId: 'B100001', data: { SALE_PRICE: '2,99 $', UNIT: '1 L' }, assignedLabel: [code] },
  ]);
  expect((await common('GET', `articles?${place}`)).body).toMatchObject({
    ...{ totalArticleCnt: 1, articleList: [{ labelCount: 1 }] },
  });
  const otherPlace = place.replace('001', '000');
  const added = await common('POST', `articles?${otherPlace}`, [{ articleId: 'B1', data: { ITEM_NAME: 'm' } }]);
  expect(added.status).toBe(200);
  const stores = [
    { store: '000', labelCount: 0, articleCount: 1 },
    { store: '001', labelCount: 1, articleCount: 1 },
  ];
  expect((await common('GET', 'store?company=ABC')).body.stores).toMatchObject(stores);
});

test('both clusters are served', async () => {
  const { status } = await aims('POST', '/c1/common/api/v2/token', { body: { username: 'a', password: 'b' } });
  expect(status).toBe(200);
});

test('an article that can’t be drawn is stored, and the history says why', async () => {
  await shelved('wrong');
  expect((await put(milk, { articleId: 'wrong', data: { SALE_PRICE: 'ask' } })).status).toBe(200);
  await until(async () => (await history()).result !== 'PROCESSING');
  const errorInfo =
    'Article data in row number 2 not process: Expected an amount such as "3.50" for data.SALE_PRICE but received "ask"';
  expect(await history()).toMatchObject({ result: 'FAIL', total: 2, success: 1, fail: 1, errorInfo });
  const info = await common('GET', `config/article/info?${place}&articleId=wrong`);
  expect(info.body.articleList).toMatchObject([{ data: { SALE_PRICE: 'ask' } }]);
  expect((await label('wrong-1')).content.price).toBe('3.50');
});

test.each([
  ['gooddisplay-gdey0213b74', 'BINARY', 'BW'],
  ['waveshare-4.2-v2-4gray', 'BINARY', 'BW'],
  ['solum-m2-2.9-bwr', 'TERNARY_RED', 'BWR'],
  ['generic-296x128-bwy', 'TERNARY_YELLOW', 'BWY'],
  ['gooddisplay-gdem042f52', 'QUATERNARY', 'BWRY'],
  ['waveshare-7.3-e', 'QUATERNARY', 'BWRY'],
])('a label on %s is of the type %s, in %s: greys are no colour', async (device, colorType, color) => {
  await call(`${server.url}/api/esl/labels/type-1`, { method: 'PUT', body: { device } });
  expect((await common('GET', 'labels/type/info?labelCode=type-1')).body).toMatchObject({ colorType, color });
});

test('labels are registered, unlinked, and listed without articles', async () => {
  const register = (store: string, id: string) =>
    common('POST', `whitelist?company=ABC&store=${store}`, { labelList: [id] });
  const unassigned = (store: string) => common('GET', `labels/unassigned?company=ABC&store=${store}`);
  expect((await unassigned('002')).status).toBe(204);
  expect((await register('002', 'reg-1')).status).toBe(200);
  expect((await unassigned('002')).body.labelList).toMatchObject([{ labelCode: 'reg-1', store: '002' }]);
  // A label that moves to another store leaves its article.
  await shelved('moving');
  await register('003', 'moving-1');
  const left = await common('GET', `config/article/info?${place}&articleId=moving`);
  expect(left.body.articleList).toMatchObject([{ articleId: 'moving', assignedLabel: [] }]);
  expect((await unassigned('003')).body.labelList).toMatchObject([{ labelCode: 'moving-1', store: '003' }]);
  await shelved('un');
  const gone = await common('POST', `labels/unlink?${place}&cbId=yes`, { unAssignList: ['un-1'] });
  expect(gone.body.customBatchId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  await put({ articleId: 'un', data: { SALE_PRICE: '9.99' } });
  await delay(50);
  expect((await label('un-1')).content.price).toBe('3.50');
});

test('a deleted article leaves its labels', async () => {
  await shelved('del');
  expect((await common('DELETE', `articles?${place}`, { articleDeleteList: ['del'] })).status).toBe(200);
  expect((await common('GET', `articles?${place}&id=del`)).status).toBe(204);
  expect((await label('del-1')).content.price).toBe('3.50');
});

test('a label has its last pictures, one page and a light, and an article its labels', async () => {
  await shelved('past');
  await link('past-2', 'past');
  await put({ articleId: 'past', data: { SALE_PRICE: '$4.50' } });
  await showing('past-1', '4.50');
  interface Past {
    readonly timelineInfo: readonly { created: string; txSequence: string; pageInfo: readonly object[] }[];
  }
  const { body, headers } = await common<Past>('GET', `labels/history?${place}&label=past-1`);
  expect(body).toMatchObject({ labelCode: 'past-1', timelineInfo: [{ txSequence: '2' }, { txSequence: '1' }] });
  expect(body.timelineInfo[0]!.pageInfo).toMatchObject([{ pageNumber: 1, status: expect.any(String) }]);
  expect(body.timelineInfo[0]!.created > body.timelineInfo[1]!.created).toBe(true);
  expect(headers.get('X-ESL-Assumed')).toContain('sequences');
  for (let i = 3; i <= 11; i++) {
    await put({ articleId: 'past', data: { SALE_PRICE: `${i}.50` } });
    await showing('past-1', `${i}.50`);
  }
  const { body: later } = await common<Past>('GET', `labels/history?${place}&label=past-1`);
  expect(later.timelineInfo.slice(0, 3).map(({ txSequence }) => txSequence)).toEqual(['B', 'A', '9']);

  const labelsOf = async (query: string) => {
    const list = await common<{ labelsList?: readonly { labelCode: string }[] } | null>(
      'GET',
      `labels/article?${place}&${query}`,
    );
    return [list.status, ...(list.body?.labelsList?.map(({ labelCode }) => labelCode) ?? [])];
  };
  expect(await labelsOf('articleId=past')).toEqual([200, 'past-1', 'past-2']);
  expect(await labelsOf('articleId=past&label=past-2')).toEqual([200, 'past-2']);
  expect(await labelsOf('labelCode=past-1')).toEqual([200, 'past-1']);
  expect([await labelsOf('articleId=other'), await labelsOf('battery=GOOD')]).toEqual([[204], [405]]);

  const page = (labelCode: string, number: number) =>
    common('POST', `labels/page?${place}`, { pageChangeList: [{ labelCode, page: number }] });
  expect((await page('past-1', 1)).body).toEqual(done);
  expect((await page('past-1', 2)).body).toEqual(refusal('PAGE_CAN_NOT_BE_GREATER_THAN_MAX_PAGES'));
  expect([(await page('past-1', 8)).status, (await page('nowhere', 1)).status]).toEqual([405, 405]);
  const light = async (method: string, path: string, sent: object) =>
    (await common(method, `labels/${path}`, sent)).status;
  expect([
    await light('PUT', `led?${place}`, { ledBlinkList: [{ labelCode: 'past-1', color: 'RED', duration: '10s' }] }),
    await light('PUT', `led?${place}&labelCode=past-1`, { color: 'RED' }),
    await light('POST', `blink?${place}`, { labelCode: 'past-1' }),
    await light('POST', `blink?${place}`, { labelCode: 'nowhere' }),
    await light('PUT', `led?${place}`, {}),
  ]).toEqual([200, 200, 200, 405, 405]);
});

test('a picture is shown on a label, scaled where its size differs', async () => {
  await shelved('pic');
  const send = (image: string) =>
    common('POST', `labels/image?${place}`, {
      ...{ labelCode: 'pic-1', page: 1, frontPage: 1, image, dithering: false },
    });
  const warnings = async () => (await call(`${server.url}/api/esl/labels/pic-1`)).body.warnings as unknown;
  expect((await send(png(10, 10))).status).toBe(200);
  expect(await label('pic-1')).toMatchObject({ face: 'aims', content: null });
  const detail = await common('GET', `labels/detail?${place}&label=pic-1`);
  expect(detail.body).toMatchObject({ width: 384, height: 168, currentImage: [{ state: 'SUCCESS' }] });
  const [{ content }] = detail.body.currentImage as [{ content: string }];
  const image = PNG.sync.read(Buffer.from(await (await fetch(content)).arrayBuffer()));
  // Black in the middle, paper at the sides.
  expect([5, 192, 379].map((x) => image.data[(84 * image.width + x) * 4])).toEqual([255, 0, 255]);
  expect(await warnings()).toEqual([]);
  // No stroke of it is drawn.
  expect((await send(png(10, 10, 200))).status).toBe(200);
  expect(await warnings()).toMatchObject([{ code: 'PICTURE_PALE', field: 'picture' }]);
  expect((await send('AAAA')).body).toEqual(refusal('Expected a PNG or a JPEG'));
  const type = await common('GET', 'labels/type/info?labelCode=pic-1');
  expect(type.body).toMatchObject({ displayWidth: 384, color: 'BWR' });
});

test('the upload format names the fields of the mapping', async () => {
  const { body } = await common('GET', 'articles/upload/format?company=ABC');
  expect(body.articleData).toEqual(expect.arrayContaining(['ARTICLE_ID', 'SALE_PRICE']));
});

const articles = `articles?${place}`;
const assigned = (label: object) => ({ assignList: [{ labelCode: 'x', articleIdList: ['B100001'], ...label }] });
test.each<readonly [path: string, body: unknown, message: string]>([
  ['articles?company=ABC', [milk], 'Expected a text of 1 to 128 characters for store but received nothing'],
  [articles, { articleId: '1' }, 'Expected a list of at most 1000 for the body but received an object'],
  [articles, [{ articleName: 'x' }], 'Expected a text of 1 to 128 characters for [0].articleId but received nothing'],
  [articles, `[${'1,'.repeat(63_999)}1]`, 'Expected a list of at most 1000 for the body'],
  [articles, `[${'1,'.repeat(64_000)}1]`, 'Expected at most 64000 commas and opening'],
  [articles, '[', 'Expected JSON for the body but it breaks at position 1'],
  [`labels/link?${place}`, assigned({ labelCode: 'x 1' }), 'Expected 1 to 64 letters'],
  [`labels/link?${place}`, assigned({ articleIdList: ['none'] }), 'Parameter is invalid: There is no article none'],
  [`labels/link?${place}`, assigned({ templateName: 'none' }), 'Parameter is invalid: there is no template none'],
  [`labels/unlink?${place}`, { unAssignList: ['nowhere'] }, 'Parameter is invalid: There is no label nowhere'],
  [`labels/detail?${place}&label=nowhere`, undefined, 'Parameter is invalid: there is no label nowhere'],
])('405 for wrong parameters: %s, %.40j', async (path, body, message) => {
  await put(milk);
  const answer = await common(body === undefined ? 'GET' : 'POST', path, body);
  expect([answer.status, answer.body]).toEqual([405, refusal(message)]);
});

test('a tag that is offline times out', async () => {
  await shelved('off');
  const body = [{ articleId: 'off', data: { SALE_PRICE: '1.00' } }];
  await common('POST', articles, body, { 'X-ESL-Simulate': 'offline' });
  await showing('off-1', '1.00');
  const list = await common('GET', `labels?${place}&label=off-1`);
  expect(list.body.labelList).toMatchObject([{ updateStatus: 'TIMEOUT', networkStatus: false }]);
});

test('the list of requests shows what came, without credentials', async () => {
  await put(milk);
  const { requests } = (await call(`${server.url}/api/esl/requests`)).body as unknown as { requests: object[] };
  const request = { face: 'aims', method: 'POST', path: `${api}/common/articles`, status: 200, code: null };
  expect(requests[0]).toMatchObject(request);
  expect(JSON.stringify(requests)).not.toContain('/token');
});
