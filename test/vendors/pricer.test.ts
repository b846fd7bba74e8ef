import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { call, type LabelBody } from '../support/server.js';
import { until } from '../support/socket.js';
import { useServer } from '../support/use-server.js';
import { basic, vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'pricer', RATE_LIMIT: '100000' });
const api = '/api/public/core/v1';
let headers = basic();
const pricer = vendorClient('pricer', server, () => headers);

interface Results {
  readonly status: string;
  readonly itemErrorCount?: number;
  readonly itemResults?: readonly Readonly<Record<string, unknown>>[];
  readonly results?: readonly object[];
}

/** The result of a request once it is complete. */
const result = async (kind: string, id: unknown, query = ''): Promise<Results> => {
  let body: Results = { status: '' };
  await until(async () => {
    ({ body } = await pricer<Results>('GET', `${api}/${kind}/${String(id)}${query}`));
    return body.status !== 'IN_PROGRESS';
  });
  return body;
};
const label = async (id: string): Promise<LabelBody & { readonly face?: string }> =>
  (await call(`${server.url}/api/esl/labels/${id}`)).body.label;
const apples = (itemId: string, more: object = {}) => ({
  ...{ itemId, itemName: 'Apples', price: '0.99', presentation: 'NORMAL', properties: { UNIT: '1 kg' }, ...more },
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
const refusal = (status: 400 | 404, message: string) => ({
  ...{ status, error: status === 400 ? 'Bad Request' : 'Not Found', message },
});

describe('Pricer Plaza', () => {
  test('a till logs in, sends items, links labels, and reads the results', async () => {
    const login = await pricer<{ token: string; tokenType: string }>('GET', '/api/public/auth/v1/login');
    expect(login.body.tokenType).toBe('JWT');
    headers = { Authorization: `Bearer ${login.body.token}` };
    const added = await patch(apples('1'), apples('2', { price: 1.5 }));
    const results = ['1', '2'].map((itemId) => ({ itemId, status: 'SUCCESS_NEW_ITEM' }));
    expect(await result('items-result', added)).toEqual({ status: 'COMPLETED', itemResults: results });
    const [code, other] = ['A4099520243916391', 'A4099520243916392'];
    const link = await pricer('PATCH', `${api}/labels`, {
      body: [
        { barcode: code, modelName: 'SmartTAG HD M Red', links: [{ barcode: code, itemId: '1', displayPosition: 0 }] },
        { barcode: other, links: [{ barcode: other, itemId: 'none' }] },
      ],
    });
    expect(link.status).toBe(202);
    const success = { barcode: code, itemId: '1', status: 'SUCCESS' };
    const failure = { barcode: other, itemId: 'none', status: 'ERROR_ITEM_NOT_FOUND' };
    const linked = await result('labels-result', link.body.requestId);
    expect(linked).toEqual({ status: 'COMPLETED', results: [success, failure] });
    const content = { product_name: 'Apples', price: '0.99', unit: '1 kg', sku: '1' };
    expect(await label(code)).toMatchObject({ face: 'pricer', device: 'pricer-smarttag-hd-m-red', content });
    // Fields that are not sent stay.
    const changed = await patch({ itemId: '1', price: '1.29' });
    const itemResults = [{ itemId: '1', status: 'SUCCESS' }];
    const counted = await result('items-result', changed, '?excludeItemErrorCount=false');
    expect(counted).toEqual({ status: 'COMPLETED', itemErrorCount: 0, itemResults });
    expect((await label(code)).content).toMatchObject({ product_name: 'Apples', price: '1.29' });
    expect(await result('items-result', changed, '?excludeItemResults=true')).toEqual({ status: 'COMPLETED' });
    expect((await pricer('GET', '/api/public/auth/v1/refresh')).status).toBe(200);
  });

  test('items and labels are listed as their projections say', async () => {
    // The same again has the same effect.
    for (let i = 0; i < 2; i++) await linked('listed', 'list-1');
    const item = { itemId: 'listed', itemName: 'Apples', price: '0.99' };
    expect((await pricer('GET', `${api}/items/listed?projection=S`)).body).toEqual(item);
    const links = [{ barcode: 'list-1', itemId: 'listed', displayPosition: 0 }];
    const whole = { ...item, presentation: 'NORMAL', properties: { UNIT: '1 kg' }, links };
    expect((await pricer('GET', `${api}/items/listed`)).body).toMatchObject(whole);
    const all = await pricer<readonly { itemId: string }[]>('GET', `${api}/items?projection=M&start=0&limit=1000`);
    expect(all.body.map(({ itemId }) => itemId)).toContain('listed');
    const one = { barcode: 'list-1', modelName: 'SmartTAG HD M Red', links: [{ itemId: 'listed' }] };
    const states = { plState: 'OK', batteryState: 'OK' };
    expect((await pricer('GET', `${api}/labels/list-1`)).body).toMatchObject({ ...one, ...states });
    const labels = await pricer('GET', `${api}/labels?projection=M&limit=20000&filter[barcode]=list-1`);
    expect(labels.body).toMatchObject([{ ...one, plState: 'OK' }]);
    const { body } = await pricer<{ models: readonly object[] }>('GET', `${api}/labels/models`);
    expect(body.models[0]).toMatchObject({ name: 'SmartTAG HD M Red', linkPositions: 1 });
  });

  test('an item that can’t be drawn is stored, and its result says why', async () => {
    await linked('wrong', 'wrong-1');
    const sent = await patch({ itemId: 'wrong', price: 'ask' });
    const error = 'ERROR_INVALID_PROPERTY_VALUE: Expected an amount such as "3.50" for price but received "ask"';
    const errors = [{ propertyType: 'INTERNAL', property: 'price', error }];
    const itemResults = [{ itemId: 'wrong', status: 'ERROR_ITEM_NOT_DISPLAYED', errors }];
    const failed = await result('items-result', sent, '?excludeItemErrorCount=false');
    expect(failed).toEqual({ status: 'COMPLETED', itemErrorCount: 1, itemResults });
    expect((await pricer('GET', `${api}/items/wrong`)).body.price).toBe('ask');
    expect((await label('wrong-1')).content.price).toBe('0.99');
    // A unit is a property of the shop's own.
    const unit = await patch({ itemId: 'wrong', price: '1.00', properties: { UNIT: 'x'.repeat(40) } });
    const { itemResults: [last] = [] } = await result('items-result', unit);
    expect(last!.errors).toMatchObject([{ propertyType: 'CUSTOM', property: 'UNIT' }]);
  });

  test('items are deleted, and labels unlinked', async () => {
    await linked('gone', 'gone-1');
    await linked('kept', 'kept-1');
    const { status, body } = await pricer('DELETE', `${api}/items`, { body: { itemIds: ['gone', 'none'] } });
    expect(status).toBe(202);
    const success = { itemId: 'gone', status: 'SUCCESS', unlinkedBarcodes: ['gone-1'] };
    const failure = { itemId: 'none', status: 'ERROR_ITEM_NOT_FOUND', unlinkedBarcodes: [] };
    const deleted = await result('items-delete-result', body.requestId, '?excludeItemErrorCount=false');
    expect(deleted).toEqual({ status: 'COMPLETED', itemErrorCount: 1, itemResults: [success, failure] });
    expect((await pricer('GET', `${api}/labels/gone-1`)).body.links).toEqual([]);
    expect((await pricer('DELETE', `${api}/labels/kept-1/links/1`)).status).toBe(400);
    expect((await pricer('GET', `${api}/labels/kept-1`)).body.links).toHaveLength(1);
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
    expect([data.toString('hex', 0, 3), data.subarray(-4, -1).toString('hex')]).toEqual(['000000', 'ff0000']);
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
      expect([path, answer.status, answer.body.message]).toEqual([path, status, expect.stringContaining(message)]);
    }
    expect((await pricer('POST', `${api}/items/other-size/page/0?resize=2`, { form: form() })).status).toBe(200);
  });

  const integer = refusal(400, 'requestId must be an integer');
  const [noItem, noLabel] = [refusal(404, 'Item not found'), refusal(404, 'Label not found')];
  const noList = refusal(400, 'Expected a list of at most 1000 for the body but received an object');
  const noId = refusal(400, 'Expected a text of 1 to 128 characters for itemId but received nothing');
  test.each<readonly [method: string, path: string, expected: object, body?: object]>([
    ['PATCH', 'items', refusal(400, 'Id missing on one or more items'), [{ itemName: 'x' }]],
    ['PATCH', 'items/7', refusal(400, 'itemId Parameter mismatch'), { itemId: '8' }],
    ['PATCH', 'items', noList, { itemId: '8' }],
    ['GET', 'items?limit=1001', refusal(400, 'Page size limit exceeded')],
    ['GET', 'items/none', noItem],
    ['DELETE', 'items/none/links', noItem],
    ['GET', 'labels/none', noLabel],
    ['DELETE', 'labels/none/links', noLabel],
    ['GET', 'items-result/x', integer],
    ['GET', 'items-delete-result/x', integer],
    ['GET', 'labels-result/x', integer],
    ['GET', 'labels-result/1', refusal(404, 'A link request with that id can not be found')],
    ['POST', 'labels/link-single', noId, { barcode: 'x' }],
    ['GET', 'items-result/1', { status: 'REQUEST_NOT_FOUND' }],
    ['GET', 'request-status/1', { status: 'REQUEST_NOT_FOUND' }],
  ])('%s %s is answered as the descriptions have it', async (method, path, expected, ...[body]) => {
    expect((await pricer(method, `${api}/${path}`, { body })).body).toEqual(expected);
  });
});
