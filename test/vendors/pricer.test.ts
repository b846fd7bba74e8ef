import { describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { PNG } from 'pngjs';
import { call, type LabelBody } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { oldToken, vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'pricer', RATE_LIMIT: '100000' });
const api = '/api/public/core/v1';
const basic = `Basic ${Buffer.from('till:any').toString('base64')}`;
let authorization = basic;
const pricer = vendorClient(
  'pricer',
  () => server.url,
  () => ({ Authorization: authorization }),
);

interface Results {
  readonly status: string;
  readonly itemErrorCount?: number;
  readonly itemResults?: readonly Readonly<Record<string, unknown>>[];
  readonly results?: readonly object[];
}

/** The result of a request once it is complete. */
const result = async (kind: string, id: unknown, query = ''): Promise<Results> => {
  for (let i = 0; i < 100; i++) {
    const { body } = await pricer<Results>('GET', `${api}/${kind}/${String(id)}${query}`);
    if (body.status !== 'IN_PROGRESS') return body;
    await delay(20);
  }
  throw new Error(`${kind} of ${String(id)} does not end`);
};
const label = async (id: string): Promise<LabelBody & { readonly face?: string }> =>
  (await call(`${server.url}/api/esl/labels/${id}`)).body.label;
const apples = (itemId: string, more: object = {}) => ({
  itemId,
  itemName: 'Apples',
  price: '0.99',
  presentation: 'NORMAL',
  properties: { UNIT: '1 kg' },
  ...more,
});
const patch = async (...items: readonly object[]) => {
  const { status, body } = await pricer('PATCH', `${api}/items`, { body: items });
  expect(status).toBe(202);
  return body.requestId;
};
/** An item on a label. */
const linked = async (itemId: string, barcode: string): Promise<void> => {
  await patch(apples(itemId));
  const { body } = await pricer('POST', `${api}/labels/link-single`, { body: { barcode, itemId } });
  expect(body).toEqual({ barcode, itemId, status: 'SUCCESS' });
};
const refusal = (status: number, error: string, message: string) => ({ status, error, message });

describe('Pricer Plaza', () => {
  test('a till logs in, sends items, links labels, and reads the results', async () => {
    const login = await pricer<{ token: string; tokenType: string }>('GET', '/api/public/auth/v1/login');
    expect(login.body.tokenType).toBe('JWT');
    authorization = `Bearer ${login.body.token}`;
    const added = await patch(apples('1'), apples('2', { price: 1.5 }));
    expect(await result('items-result', added)).toEqual({
      status: 'COMPLETED',
      itemResults: [
        { itemId: '1', status: 'SUCCESS_NEW_ITEM' },
        { itemId: '2', status: 'SUCCESS_NEW_ITEM' },
      ],
    });
    const links = [{ barcode: 'A4099520243916391', itemId: '1', displayPosition: 0 }];
    const link = await pricer('PATCH', `${api}/labels`, {
      body: [
        { barcode: 'A4099520243916391', modelName: 'SmartTAG HD M Red', links },
        { barcode: 'A4099520243916392', links: [{ barcode: 'A4099520243916392', itemId: 'none' }] },
      ],
    });
    expect(link.status).toBe(202);
    expect(await result('labels-result', link.body.requestId)).toEqual({
      status: 'COMPLETED',
      results: [
        { barcode: 'A4099520243916391', itemId: '1', status: 'SUCCESS' },
        { barcode: 'A4099520243916392', itemId: 'none', status: 'ERROR_ITEM_NOT_FOUND' },
      ],
    });
    expect(await label('A4099520243916391')).toMatchObject({
      face: 'pricer',
      device: 'pricer-smarttag-hd-m-red',
      content: { product_name: 'Apples', price: '0.99', unit: '1 kg', sku: '1' },
    });
    // Fields that are not sent stay.
    const changed = await patch({ itemId: '1', price: '1.29' });
    expect(await result('items-result', changed, '?excludeItemErrorCount=false')).toEqual({
      status: 'COMPLETED',
      itemErrorCount: 0,
      itemResults: [{ itemId: '1', status: 'SUCCESS' }],
    });
    expect((await label('A4099520243916391')).content).toMatchObject({ product_name: 'Apples', price: '1.29' });
    expect(await result('items-result', changed, '?excludeItemResults=true')).toEqual({ status: 'COMPLETED' });
    const renewed = await pricer<{ token: string }>('GET', '/api/public/auth/v1/refresh');
    expect(renewed.status).toBe(200);
  });

  test('items and labels are listed as their projections say', async () => {
    await linked('listed', 'list-1');
    const item = { itemId: 'listed', itemName: 'Apples', price: '0.99' };
    expect((await pricer('GET', `${api}/items/listed?projection=S`)).body).toEqual(item);
    expect((await pricer('GET', `${api}/items/listed`)).body).toMatchObject({
      ...item,
      presentation: 'NORMAL',
      properties: { UNIT: '1 kg' },
      links: [{ barcode: 'list-1', itemId: 'listed', displayPosition: 0 }],
    });
    const all = await pricer<readonly { itemId: string }[]>('GET', `${api}/items?projection=M&start=0&limit=1000`);
    expect(all.body.map(({ itemId }) => itemId)).toContain('listed');
    const one = { barcode: 'list-1', modelName: 'SmartTAG HD M Red', links: [{ itemId: 'listed' }] };
    expect((await pricer('GET', `${api}/labels/list-1`)).body).toMatchObject({
      ...one,
      plState: 'OK',
      batteryState: 'OK',
    });
    const labels = await pricer<readonly object[]>(
      'GET',
      `${api}/labels?projection=M&limit=20000&filter[barcode]=list-1`,
    );
    expect(labels.body).toMatchObject([{ ...one, plState: 'OK' }]);
    const { body } = await pricer<{ models: readonly { name: string; numberOfLinkedLabels: number }[] }>(
      'GET',
      `${api}/labels/models`,
    );
    expect(body.models[0]).toMatchObject({ name: 'SmartTAG HD M Red', linkPositions: 1 });
  });

  test('an item that can’t be drawn is stored, and its result says why', async () => {
    await linked('wrong', 'wrong-1');
    const sent = await patch({ itemId: 'wrong', price: 'ask' });
    expect(await result('items-result', sent, '?excludeItemErrorCount=false')).toEqual({
      status: 'COMPLETED',
      itemErrorCount: 1,
      itemResults: [
        {
          itemId: 'wrong',
          status: 'ERROR_ITEM_NOT_DISPLAYED',
          errors: [
            {
              propertyType: 'INTERNAL',
              property: 'price',
              error: 'ERROR_INVALID_PROPERTY_VALUE: Expected an amount such as "3.50" for price but received "ask"',
            },
          ],
        },
      ],
    });
    expect((await pricer('GET', `${api}/items/wrong`)).body.price).toBe('ask');
    expect((await label('wrong-1')).content.price).toBe('0.99');
    // A unit is a property of the shop's own.
    const unit = await patch({ itemId: 'wrong', price: '1.00', properties: { UNIT: 'x'.repeat(40) } });
    const { itemResults } = await result('items-result', unit);
    expect(itemResults![0]!.errors).toMatchObject([{ propertyType: 'CUSTOM', property: 'UNIT' }]);
  });

  test('the same request again has the same effect, and a separate result', async () => {
    await linked('again', 'again-1');
    const [first, second] = [await patch(apples('again')), await patch(apples('again'))];
    expect(second).not.toBe(first);
    expect(await result('items-result', second)).toMatchObject({
      itemResults: [{ itemId: 'again', status: 'SUCCESS' }],
    });
    await linked('again', 'again-1');
    expect((await pricer('GET', `${api}/items/again`)).body.links).toHaveLength(1);
  });

  test('items are deleted, and labels unlinked', async () => {
    await linked('gone', 'gone-1');
    await linked('kept', 'kept-1');
    const { status, body } = await pricer('DELETE', `${api}/items`, { body: { itemIds: ['gone', 'none'] } });
    expect(status).toBe(202);
    expect(await result('items-delete-result', body.requestId, '?excludeItemErrorCount=false')).toEqual({
      status: 'COMPLETED',
      itemErrorCount: 1,
      itemResults: [
        { itemId: 'gone', status: 'SUCCESS', unlinkedBarcodes: ['gone-1'] },
        { itemId: 'none', status: 'ERROR_ITEM_NOT_FOUND', unlinkedBarcodes: [] },
      ],
    });
    expect((await pricer('GET', `${api}/labels/gone-1`)).body.links).toEqual([]);
    expect((await pricer('DELETE', `${api}/labels/kept-1/links/0`)).status).toBe(200);
    expect((await pricer('GET', `${api}/items/kept`)).body.links).toEqual([]);
    await linked('kept', 'kept-1');
    expect((await pricer('DELETE', `${api}/items/kept/links`)).status).toBe(200);
    expect((await pricer('GET', `${api}/labels/kept-1`)).body.links).toEqual([]);
    expect((await pricer('DELETE', `${api}/items/kept`)).status).toBe(202);
    await linked('kept', 'kept-1');
    expect((await pricer('DELETE', `${api}/labels/kept-1/links`)).status).toBe(200);
  });

  test('a picture is shown on the labels of an item', async () => {
    await linked('pic', 'pic-1');
    const image = new PNG({ width: 208, height: 112 });
    for (let i = 0; i < image.data.length; i += 4)
      image.data.set(i < image.data.length / 2 ? [0, 0, 0, 255] : [255, 0, 0, 255], i);
    const form = () => {
      const made = new FormData();
      made.append('imageFile', new Blob([new Uint8Array(PNG.sync.write(image))], { type: 'image/png' }), 'image.png');
      return made;
    };
    const sent = await pricer('POST', `${api}/items/pic/page/0?resize=0`, { form: form() });
    expect(sent.status).toBe(200);
    expect((await result('items-result', sent.body.requestId)).status).toBe('COMPLETED');
    const shown = await fetch(`${server.url}/api/esl/labels/pic-1/image.png?view=ink`);
    const { data } = PNG.sync.read(Buffer.from(await shown.arrayBuffer()));
    expect([data.subarray(0, 3), data.subarray(-4, -1)].map((bytes) => [...bytes])).toEqual([
      [0, 0, 0],
      [255, 0, 0],
    ]);
    await linked('other-size', 'default');
    const wrong: readonly (readonly [string, FormData | undefined, number, string])[] = [
      ['pic/page/128?resize=0', form(), 400, 'pageIndex is between 0 and 127 inclusive'],
      ['pic/page/0?resize=3', form(), 400, 'resize is 0, 1 or 2'],
      ['pic/page/0', form(), 400, 'Expected string for resize but received nothing'],
      ['pic/page/0?resize=0', new FormData(), 400, 'Required part "imageFile" is not present'],
      ['none/page/0?resize=0', form(), 404, 'Item not found'],
      ['other-size/page/0?resize=0', form(), 400, 'Expected a picture of 296×128 pixels'],
    ];
    for (const [path, body, status, message] of wrong) {
      const answer = await pricer('POST', `${api}/items/${path}`, { ...(body && { form: body }) });
      expect({ path, status: answer.status, message: answer.body.message }).toEqual({
        path,
        status,
        message: expect.stringContaining(message),
      });
    }
    expect((await pricer('POST', `${api}/items/other-size/page/0?resize=2`, { form: form() })).status).toBe(200);
  });

  describe('errors', () => {
    test('400, 404 and results of unknown requests, as the descriptions have them', async () => {
      const wrong: readonly (readonly [string, string, unknown, object])[] = [
        ['PATCH', 'items', [{ itemName: 'x' }], refusal(400, 'Bad Request', 'Id missing on one or more items')],
        ['PATCH', 'items/7', { itemId: '8' }, refusal(400, 'Bad Request', 'itemId Parameter mismatch')],
        [
          'PATCH',
          'items',
          { itemId: '8' },
          refusal(400, 'Bad Request', 'Expected a list of at most 1000 for the body but received an object'),
        ],
        ['GET', 'items?limit=1001', undefined, refusal(400, 'Bad Request', 'Page size limit exceeded')],
        ['GET', 'items/none', undefined, refusal(404, 'Not Found', 'Item not found')],
        ['DELETE', 'items/none/links', undefined, refusal(404, 'Not Found', 'Item not found')],
        ['GET', 'labels/none', undefined, refusal(404, 'Not Found', 'Label not found')],
        ['DELETE', 'labels/none/links', undefined, refusal(404, 'Not Found', 'Label not found')],
        ['GET', 'items-result/x', undefined, refusal(400, 'Bad Request', 'requestId must be an integer')],
        ['GET', 'items-delete-result/x', undefined, refusal(400, 'Bad Request', 'requestId must be an integer')],
        ['GET', 'labels-result/x', undefined, refusal(400, 'Bad Request', 'requestId must be an integer')],
        [
          'GET',
          'labels-result/1',
          undefined,
          refusal(404, 'Not Found', 'A link request with that id can not be found'),
        ],
        [
          'POST',
          'labels/link-single',
          { barcode: 'x' },
          refusal(400, 'Bad Request', 'Expected a text of 1 to 128 characters for itemId but received nothing'),
        ],
      ];
      for (const [method, path, body, expected] of wrong) {
        const answer = await pricer(method, `${api}/${path}`, { body });
        expect({ path, ...answer.body }).toEqual({ path, ...expected });
      }
      expect(await result('items-result', 1)).toEqual({ status: 'REQUEST_NOT_FOUND' });
      expect(await result('request-status', 1)).toEqual({ status: 'REQUEST_NOT_FOUND' });
    });

    test('401 without credentials, and with an expired token', async () => {
      for (const wrong of ['', 'Bearer x', `Bearer ${oldToken('pricer')}`, `Bearer ${oldToken('aims')}`]) {
        const { status } = await pricer('GET', `${api}/items`, { headers: { Authorization: wrong } });
        expect({ wrong, status }).toEqual({ wrong, status: 401 });
      }
      const none = await pricer('GET', '/api/public/auth/v1/login', { headers: { Authorization: '' } });
      expect(none.status).toBe(401);
    });

    test('faults on demand', async () => {
      const faulty = async (fault: string) =>
        (await pricer('PATCH', `${api}/items`, { body: [apples('1')], headers: { 'X-ESL-Simulate': fault } })).status;
      expect(await Promise.all(['rate_limit', 'server_error', 'expired_token', 'nonsense'].map(faulty))).toEqual([
        429, 500, 401, 400,
      ]);
    });
  });
});
