import { beforeAll, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { call, type LabelBody } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { basic, vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'hanshow', RATE_LIMIT: '100000' });
let headers = basic();
const hanshow = vendorClient('hanshow', server, () => headers);
beforeAll(async () => {
  const { body } = await hanshow<{ access_token: string }>('POST', '/proxy/token');
  headers = { Authorization: `Bearer ${body.access_token}` };
});
const label = async (id: string): Promise<LabelBody & { readonly face?: string }> =>
  (await call(`${server.url}/api/esl/labels/${id}`)).body.label;
const send = (items: readonly object[], more: object = {}) =>
  hanshow('POST', '/proxy/integration/shop/017', {
    body: { storeCode: '017', customerStoreCode: 'shop', batchNo: 'B1', items, ...more },
  });
const accepted = { resultCode: 1001, result: 'succeed', message: 'succeed', data: 'INTEGRATION_CODE_SUCCESS' };
/** The label once it shows something new. */
const after = async (id: string, revision: number) => {
  for (;;) {
    const found = await label(id);
    if (found.revision > revision) return found;
  }
};

test('items and a label are sent to Hanshow All-Star, then a price, and a picture', async () => {
  const item = { sku: 'S1', itemName: 'Milk', ean: '4006381333931', price1: '3.50', unit: '1 L' };
  const both = [item, { sku: 'S1', IIS_COMMAND: 'BIND', eslId: 'esl-1' }];
  expect((await send(both)).body).toEqual(accepted);
  const shown = { product_name: 'Milk', price: '3.50', sku: '4006381333931' };
  expect(await after('esl-1', 0)).toMatchObject({ face: 'hanshow', device: 'hanshow-2.66-bwr', content: shown });
  await send([{ sku: 'S1', price1: 2.5 }]);
  const { content, revision } = await after('esl-1', 1);
  expect(content.price).toBe('2.50');
  const image = new PNG({ width: 296, height: 152 });
  image.data.fill(255);
  const picture = { sku: 'S1', rsrvBlob: PNG.sync.write(image).toString('base64') };
  expect((await send([picture])).body).toEqual(accepted);
  expect((await after('esl-1', revision)).content).toBeNull();
  // The same batch again.
  expect((await send([picture])).body).toEqual(accepted);
  expect((await send([{ sku: 'S1', IIS_COMMAND: 'UNBIND', eslId: 'esl-1' }])).body).toEqual(accepted);
});

test.each([
  [[{ itemName: 'no sku' }], {}],
  [[], { storeCode: '018' }],
  [[{ sku: 'S1', IIS_COMMAND: 'BIND' }], {}],
  [[{ sku: 'none', IIS_COMMAND: 'BIND', eslId: 'esl-2' }], {}],
])('%j with %j is refused in Hanshow’s shape', async (items, more) => {
  const { status, body } = await send(items, more);
  expect([status, body.result, body.data, body.resultCode === 1001]).toEqual([400, 'failed', null, false]);
});

test('a login without credentials is refused', async () => {
  expect((await hanshow('POST', '/proxy/token', { headers: { Authorization: '' } })).status).toBe(401);
});
