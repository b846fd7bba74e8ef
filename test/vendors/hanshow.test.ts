import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { call, type LabelBody } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { oldToken, vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'hanshow', RATE_LIMIT: '100000' });
let authorization = '';
const hanshow = vendorClient(
  'hanshow',
  () => server.url,
  () => ({ Authorization: authorization }),
);
const label = async (id: string): Promise<LabelBody & { readonly face?: string }> =>
  (await call(`${server.url}/api/esl/labels/${id}`)).body.label;
const login = async () => {
  const headers = { Authorization: `Basic ${Buffer.from('guest:any').toString('base64')}` };
  const { body } = await hanshow<{ access_token: string }>('POST', '/proxy/token', { headers });
  authorization = `Bearer ${body.access_token}`;
};
const send = (items: readonly object[], more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  hanshow('POST', '/proxy/integration/shop/017', {
    body: { storeCode: '017', customerStoreCode: 'shop', batchNo: 'B1', items, ...more },
    headers,
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
  await login();
  const item = { sku: 'S1', itemName: 'Milk', ean: '4006381333931', price1: '3.50', unit: '1 L' };
  const both = [item, { sku: 'S1', IIS_COMMAND: 'BIND', eslId: 'esl-1' }];
  expect((await send(both)).body).toEqual(accepted);
  expect(await after('esl-1', 0)).toMatchObject({
    face: 'hanshow',
    device: 'hanshow-2.66-bwr',
    content: { product_name: 'Milk', price: '3.50', sku: '4006381333931' },
  });
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

test('Hanshow’s refusals have its shape', async () => {
  await login();
  const wrong = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    return [status, body.result, body.data, body.resultCode === 1001];
  };
  const refused = (status: number) => [status, 'failed', null, false];
  expect(await wrong(send([{ itemName: 'no sku' }]))).toEqual(refused(400));
  expect(await wrong(send([], { storeCode: '018' }))).toEqual(refused(400));
  expect(await wrong(send([{ sku: 'S1', IIS_COMMAND: 'BIND' }]))).toEqual(refused(400));
  expect(await wrong(send([{ sku: 'none', IIS_COMMAND: 'BIND', eslId: 'esl-2' }]))).toEqual(refused(400));
  expect(await wrong(send([], {}, { Authorization: `Bearer ${oldToken('hanshow')}` }))).toEqual(refused(401));
  expect(await wrong(send([], {}, { 'X-ESL-Simulate': 'expired_token' }))).toEqual(refused(401));
  expect(await wrong(send([], {}, { 'X-ESL-Simulate': 'server_error' }))).toEqual(refused(500));
  expect((await hanshow('POST', '/proxy/token', { headers: { Authorization: '' } })).status).toBe(401);
});
