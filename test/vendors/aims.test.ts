import { describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { call, type LabelBody } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { oldToken, vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'aims', RATE_LIMIT: '100000' });
const api = '/common/api/v2';
const place = 'company=ABC&store=001';
const anonymous = vendorClient(
  'aims',
  () => server.url,
  () => ({}),
);
let token = '';
const aims = vendorClient(
  'aims',
  () => server.url,
  () => ({ Authorization: `Bearer ${token}` }),
);

interface Tokens {
  readonly responseMessage: Readonly<Record<'access_token' | 'refresh_token', string>>;
}
const login = async () => {
  const { body } = await anonymous<Tokens>('POST', `${api}/token`, { body: { username: 'till', password: 'any' } });
  token = body.responseMessage.access_token;
  return body.responseMessage;
};
const milk = {
  articleId: 'B100001',
  articleName: 'Organic whole milk',
  nfcUrl: 'https://shop.example/B100001',
  eans: ['4006381333931'],
  data: { SALE_PRICE: '$3.50', UNIT: '1 L' },
};
const put = (...articles: readonly object[]) => aims('POST', `${api}/common/articles?${place}`, { body: articles });
const link = (labelCode: string, articleId: string, more: object = {}) =>
  aims('POST', `${api}/common/labels/link?${place}`, {
    body: { assignList: [{ labelCode, articleIdList: [articleId], ...more }] },
  });
const label = async (id: string): Promise<LabelBody & { readonly face?: string }> =>
  (await call(`${server.url}/api/esl/labels/${id}`)).body.label;
/** The label once it shows a price. */
const showing = async (id: string, price: string) => {
  for (let i = 0; i < 100; i++) {
    const found = await label(id);
    if ((found.content as LabelBody['content'] | null)?.price === price) return found;
    await delay(20);
  }
  throw new Error(`${id} does not show ${price}`);
};
const history = async () => {
  const { body } = await aims<{ articleFileHistoryList: Readonly<Record<string, unknown>>[] }>(
    'GET',
    `${api}/common/articles/history?company=ABC&store=001`,
  );
  return body.articleFileHistoryList;
};
const png = (width: number, height: number, grey = 0) => {
  const image = new PNG({ width, height, colorType: 2 });
  image.data.fill(grey);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  return PNG.sync.write(image).toString('base64');
};

describe('SoluM AIMS', () => {
  test('a till logs in, sends an article, links a label, and changes the price', async () => {
    await login();
    expect((await put(milk)).body).toEqual({ responseCode: '200', responseMessage: 'SUCCESS' });
    const linked = await link('04507B0AC391', 'B100001');
    expect(linked.status).toBe(200);
    expect(linked.headers.get('X-ESL-Assumed')).toContain('unknown-labels-are-created');
    const shown = await showing('04507B0AC391', '3.50');
    expect(shown.content).toMatchObject({ product_name: 'Organic whole milk', unit: '1 L', sku: 'B100001' });
    expect(shown).toMatchObject({ face: 'aims', device: 'solum-m3-2.9-bwr' });
    // Fields that are not sent stay.
    await put({ articleId: 'B100001', data: { SALE_PRICE: '2,99 $' } });
    expect((await showing('04507B0AC391', '2.99')).content.unit).toBe('1 L');
    const list = await aims<{ labelList: object[] }>('GET', `${api}/common/labels?${place}`);
    expect(list.body.labelList).toMatchObject([
      {
        labelCode: '04507B0AC391',
        updateStatus: 'SUCCESS',
        type: 'NEWTON_GRAPHIC_2_9_RED_NFC',
        articleList: [{ articleId: 'B100001' }],
      },
    ]);
    expect((await aims('GET', `${api}/common/config/article/info?${place}`)).body.articleList).toMatchObject([
      { articleId: 'B100001', data: { SALE_PRICE: '2,99 $', UNIT: '1 L' }, assignedLabel: ['04507B0AC391'] },
    ]);
    expect((await aims('GET', `${api}/common/articles?${place}`)).body).toMatchObject({
      totalArticleCnt: 1,
      articleList: [{ labelCount: 1 }],
    });
    expect((await aims('GET', `${api}/common/store?company=ABC`)).body.stores).toMatchObject([
      { store: '001', labelCount: 1, articleCount: 1 },
    ]);
  });

  test('both clusters are served', async () => {
    const { status } = await anonymous('POST', '/c1/common/api/v2/token', { body: { username: 'a', password: 'b' } });
    expect(status).toBe(200);
  });

  test('the same request again changes nothing but the revision', async () => {
    await login();
    await put({ ...milk, articleId: 'again' });
    await link('again-1', 'again');
    await showing('again-1', '3.50');
    expect((await link('again-1', 'again')).status).toBe(200);
    expect((await put({ ...milk, articleId: 'again' })).status).toBe(200);
    const info = await aims('GET', `${api}/common/config/article/info?${place}&articleId=again`);
    expect(info.body.articleList).toMatchObject([{ assignedLabel: ['again-1'] }]);
    expect(info.body.articleList).toHaveLength(1);
  });

  test('an article that can’t be drawn is stored, and the history says why', async () => {
    await login();
    await put({ ...milk, articleId: 'wrong' });
    await link('wrong-1', 'wrong');
    await showing('wrong-1', '3.50');
    expect((await put(milk, { articleId: 'wrong', data: { SALE_PRICE: 'ask' } })).status).toBe(200);
    let last = (await history())[0]!;
    for (let i = 0; i < 100 && last.result === 'PROCESSING'; i++) {
      await delay(20);
      last = (await history())[0]!;
    }
    expect(last).toMatchObject({ result: 'FAIL', total: 2, success: 1, fail: 1 });
    expect(last.errorInfo).toBe(
      'Article data in row number 2 not process: Expected an amount such as "3.50" for data.SALE_PRICE but received "ask"',
    );
    const info = await aims('GET', `${api}/common/config/article/info?${place}&articleId=wrong`);
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
    await login();
    await call(`${server.url}/api/esl/labels/type-1`, { method: 'PUT', body: { device } });
    const { body } = await aims('GET', `${api}/common/labels/type/info?labelCode=type-1`);
    expect(body).toMatchObject({ colorType, color });
  });

  test('labels are registered, unlinked, and listed without articles', async () => {
    await login();
    expect((await aims('GET', `${api}/common/labels/unassigned?company=ABC&store=002`)).status).toBe(204);
    const registered = await aims('POST', `${api}/common/whitelist?company=ABC&store=002`, {
      body: { labelList: ['reg-1'] },
    });
    expect(registered.status).toBe(200);
    const unassigned = await aims('GET', `${api}/common/labels/unassigned?company=ABC&store=002`);
    expect(unassigned.body.labelList).toMatchObject([{ labelCode: 'reg-1', store: '002' }]);
    // A label that moves to another store leaves its article.
    await put({ ...milk, articleId: 'moving' });
    await link('moving-1', 'moving');
    await showing('moving-1', '3.50');
    await aims('POST', `${api}/common/whitelist?company=ABC&store=003`, { body: { labelList: ['moving-1'] } });
    const [left] = (
      await aims<{ articleList: object[] }>('GET', `${api}/common/config/article/info?${place}&articleId=moving`)
    ).body.articleList;
    expect(left).toMatchObject({ articleId: 'moving', assignedLabel: [] });
    const moved = await aims('GET', `${api}/common/labels/unassigned?company=ABC&store=003`);
    expect(moved.body.labelList).toMatchObject([{ labelCode: 'moving-1', store: '003' }]);
    await put({ ...milk, articleId: 'un' });
    await link('un-1', 'un');
    await showing('un-1', '3.50');
    const gone = await aims('POST', `${api}/common/labels/unlink?${place}&cbId=yes`, {
      body: { unAssignList: ['un-1'] },
    });
    expect(gone.body.customBatchId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    await put({ articleId: 'un', data: { SALE_PRICE: '9.99' } });
    await delay(50);
    expect((await label('un-1')).content.price).toBe('3.50');
  });

  test('a deleted article leaves its labels', async () => {
    await login();
    await put({ ...milk, articleId: 'del' });
    await link('del-1', 'del');
    await showing('del-1', '3.50');
    const { status } = await aims('DELETE', `${api}/common/articles?${place}`, {
      body: { articleDeleteList: ['del'] },
    });
    expect(status).toBe(200);
    expect((await aims('GET', `${api}/common/articles?${place}&id=del`)).status).toBe(204);
    expect((await label('del-1')).content.price).toBe('3.50');
  });

  test('a label has its last pictures, one page and a light, and an article its labels', async () => {
    await login();
    await put({ ...milk, articleId: 'past' });
    await link('past-1', 'past');
    await link('past-2', 'past');
    await showing('past-1', '3.50');
    await put({ articleId: 'past', data: { SALE_PRICE: '$4.50' } });
    await showing('past-1', '4.50');
    interface Past {
      readonly timelineInfo: readonly { created: string; txSequence: string; pageInfo: readonly object[] }[];
    }
    const { body, headers } = await aims<Past>('GET', `${api}/common/labels/history?${place}&label=past-1`);
    expect(body).toMatchObject({ labelCode: 'past-1', timelineInfo: [{ txSequence: '2' }, { txSequence: '1' }] });
    expect(body.timelineInfo[0]!.pageInfo).toMatchObject([{ pageNumber: 1, status: expect.any(String) }]);
    expect(body.timelineInfo[0]!.created > body.timelineInfo[1]!.created).toBe(true);
    expect(headers.get('X-ESL-Assumed')).toContain('sequences');

    const labelsOf = async (query: string) => {
      const list = await aims<{ labelsList?: readonly { labelCode: string }[] } | null>(
        'GET',
        `${api}/common/labels/article?${place}&${query}`,
      );
      return [list.status, list.body?.labelsList?.map(({ labelCode }) => labelCode)];
    };
    expect(await labelsOf('articleId=past')).toEqual([200, ['past-1', 'past-2']]);
    expect(await labelsOf('articleId=past&label=past-2')).toEqual([200, ['past-2']]);
    expect(await labelsOf('labelCode=past-1')).toEqual([200, ['past-1']]);
    expect((await labelsOf('articleId=other'))[0]).toBe(204);
    expect((await labelsOf('battery=GOOD'))[0]).toBe(405);

    const page = (labelCode: string, number: number) =>
      aims('POST', `${api}/common/labels/page?${place}`, { body: { pageChangeList: [{ labelCode, page: number }] } });
    expect((await page('past-1', 1)).body).toEqual({ responseCode: '200', responseMessage: 'SUCCESS' });
    expect((await page('past-1', 2)).body).toEqual({
      responseCode: '405',
      responseMessage: 'PAGE_CAN_NOT_BE_GREATER_THAN_MAX_PAGES',
    });
    expect([(await page('past-1', 8)).status, (await page('nowhere', 1)).status]).toEqual([405, 405]);
    const light = async (method: string, path: string, sent: object) =>
      (await aims(method, `${api}/common/labels/${path}`, { body: sent })).status;
    expect([
      await light('PUT', `led?${place}`, { ledBlinkList: [{ labelCode: 'past-1', color: 'RED', duration: '10s' }] }),
      await light('PUT', `led?${place}&labelCode=past-1`, { color: 'RED' }),
      await light('POST', `blink?${place}`, { labelCode: 'past-1' }),
      await light('POST', `blink?${place}`, { labelCode: 'nowhere' }),
      await light('PUT', `led?${place}`, {}),
    ]).toEqual([200, 200, 200, 405, 405]);
  });

  test('a picture is shown on a label, scaled where its size differs', async () => {
    await login();
    await put({ ...milk, articleId: 'pic' });
    await link('pic-1', 'pic');
    await showing('pic-1', '3.50');
    const body = { labelCode: 'pic-1', page: 1, frontPage: 1, image: png(10, 10), dithering: false };
    const sent = await aims('POST', `${api}/common/labels/image?${place}`, { body });
    expect(sent.status).toBe(200);
    expect(await label('pic-1')).toMatchObject({ face: 'aims', content: null });
    const detail = await aims<Record<string, unknown>>('GET', `${api}/common/labels/detail?${place}&label=pic-1`);
    expect(detail.body).toMatchObject({ width: 384, height: 168, currentImage: [{ state: 'SUCCESS' }] });
    const [{ content }] = detail.body.currentImage as [{ content: string }];
    const image = PNG.sync.read(Buffer.from(await (await fetch(content)).arrayBuffer()));
    // Black in the middle, paper at the sides.
    const inkAt = (x: number) => image.data[(84 * image.width + x) * 4];
    expect([inkAt(5), inkAt(192), inkAt(379)]).toEqual([255, 0, 255]);
    const warnings = async () => (await call(`${server.url}/api/esl/labels/pic-1`)).body.warnings as unknown;
    expect(await warnings()).toEqual([]);
    // No stroke of it is drawn.
    const pale = { ...body, image: png(10, 10, 200) };
    expect((await aims('POST', `${api}/common/labels/image?${place}`, { body: pale })).status).toBe(200);
    expect(await warnings()).toMatchObject([{ code: 'PICTURE_PALE', field: 'picture' }]);
    expect(
      (await aims('POST', `${api}/common/labels/image?${place}`, { body: { ...body, image: 'AAAA' } })).body,
    ).toEqual({
      responseCode: '405',
      responseMessage: expect.stringContaining('Expected a PNG or a JPEG'),
    });
    expect((await aims('GET', `${api}/common/labels/type/info?labelCode=pic-1`)).body).toMatchObject({
      displayWidth: 384,
      color: 'BWR',
    });
  });

  test('the upload format names the fields of the mapping', async () => {
    await login();
    const { body } = await aims('GET', `${api}/common/articles/upload/format?company=ABC`);
    expect(body.articleData).toEqual(expect.arrayContaining(['ARTICLE_ID', 'SALE_PRICE']));
  });

  describe('errors', () => {
    const unauthorized = { responseCode: '401', responseMessage: 'Unauthorized' };

    test('401 without a token, with a wrong one, and with one that has expired', async () => {
      const old = oldToken('aims');
      for (const wrong of ['', 'x.y.z', old]) {
        token = wrong;
        const { status, body } = await aims('GET', `${api}/common/articles?${place}`);
        expect({ status, body }).toEqual({ status: 401, body: unauthorized });
      }
      expect((await anonymous('GET', `${api}/common/articles?${place}`)).status).toBe(401);
    });

    test('a refresh token buys an access token, and nothing else', async () => {
      const { refresh_token } = await login();
      const { body } = await anonymous<Tokens>('POST', `${api}/token/refresh`, {
        body: { refreshToken: refresh_token },
      });
      token = refresh_token;
      expect((await put(milk)).status).toBe(401);
      token = body.responseMessage.access_token;
      expect((await put(milk)).status).toBe(200);
      expect((await anonymous('POST', `${api}/token/refresh`, { body: { refreshToken: token } })).status).toBe(401);
    });

    test('405 for wrong parameters', async () => {
      await login();
      const wrong: readonly (readonly [string, string, unknown, string])[] = [
        [
          'POST',
          `/common/articles?company=ABC`,
          [milk],
          'Expected a text of 1 to 128 characters for store but received nothing',
        ],
        [
          'POST',
          `/common/articles?${place}`,
          { articleId: '1' },
          'Expected a list of at most 1000 for the body but received an object',
        ],
        [
          'POST',
          `/common/articles?${place}`,
          [{ articleName: 'x' }],
          'Expected a text of 1 to 128 characters for [0].articleId but received nothing',
        ],
        [
          'POST',
          `/common/articles?${place}`,
          `[${'1,'.repeat(63_999)}1]`,
          'Expected a list of at most 1000 for the body',
        ],
        ['POST', `/common/articles?${place}`, `[${'1,'.repeat(64_000)}1]`, 'Expected at most 64000 commas and opening'],
        ['POST', `/common/articles?${place}`, '[', 'Expected JSON for the body but it breaks at position 1'],
        [
          'POST',
          `/common/labels/link?${place}`,
          { assignList: [{ labelCode: 'x 1', articleIdList: ['B100001'] }] },
          'Expected 1 to 64 letters',
        ],
        [
          'POST',
          `/common/labels/link?${place}`,
          { assignList: [{ labelCode: 'x', articleIdList: ['none'] }] },
          'Parameter is invalid: There is no article none',
        ],
        [
          'POST',
          `/common/labels/link?${place}`,
          { assignList: [{ labelCode: 'x', articleIdList: ['B100001'], templateName: 'none' }] },
          'Parameter is invalid: there is no template none',
        ],
        [
          'POST',
          `/common/labels/unlink?${place}`,
          { unAssignList: ['nowhere'] },
          'Parameter is invalid: There is no label nowhere',
        ],
        [
          'GET',
          `/common/labels/detail?${place}&label=nowhere`,
          undefined,
          'Parameter is invalid: there is no label nowhere',
        ],
      ];
      for (const [method, path, body, message] of wrong) {
        const answer = await aims(method, api + path, { body });
        expect({ path, ...answer.body }).toEqual({
          path,
          responseCode: '405',
          responseMessage: expect.stringContaining(message),
        });
        expect(answer.status).toBe(405);
      }
    });

    test('faults on demand', async () => {
      await login();
      const faulty = async (fault: string) => {
        const { status, body } = await aims('POST', `${api}/common/articles?${place}`, {
          body: [milk],
          headers: { 'X-ESL-Simulate': fault },
        });
        return [status, body.responseCode];
      };
      expect(await faulty('rate_limit')).toEqual([429, '429']);
      expect(await faulty('server_error')).toEqual([500, '500']);
      expect(await faulty('expired_token')).toEqual([401, '401']);
      expect(await faulty('nonsense')).toEqual([405, '405']);
    });

    test('a tag that is offline times out', async () => {
      await login();
      await put({ ...milk, articleId: 'off' });
      await link('off-1', 'off');
      await showing('off-1', '3.50');
      const headers = { 'X-ESL-Simulate': 'offline' };
      await aims('POST', `${api}/common/articles?${place}`, {
        body: [{ articleId: 'off', data: { SALE_PRICE: '1.00' } }],
        headers,
      });
      await showing('off-1', '1.00');
      const { body } = await aims('GET', `${api}/common/labels?${place}&label=off-1`);
      expect(body.labelList).toMatchObject([{ updateStatus: 'TIMEOUT', networkStatus: false }]);
    });
  });

  test('the list of requests shows what came, without credentials', async () => {
    await login();
    await put(milk);
    const { body } = await call(`${server.url}/api/esl/requests`);
    const { requests } = body as unknown as { requests: Readonly<Record<string, unknown>>[] };
    expect(requests[0]).toMatchObject({
      face: 'aims',
      method: 'POST',
      path: `${api}/common/articles`,
      status: 200,
      code: null,
    });
    expect(JSON.stringify(requests)).not.toContain('/token');
  });
});
