import { beforeAll, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { startHere } from '../support/here.js';
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

test('a picture that can’t be shown keeps back no other', async () => {
  const image = new PNG({ width: 8, height: 8 });
  const [wrong, right] = ['AAAA', PNG.sync.write(image).toString('base64')];
  const items = ['w', 'r'].flatMap((sku) => [
    { sku, itemName: 'Milk', price1: '3.50' },
    { sku, IIS_COMMAND: 'BIND', eslId: `esl-${sku}` },
  ]);
  await send(items);
  const { status } = await send([
    { sku: 'w', rsrvBlob: wrong },
    { sku: 'r', rsrvBlob: right },
  ]);
  expect([status, (await after('esl-r', 1)).content]).toEqual([400, null]);
  // A new binding is in its stream while the picture stays.
  const stream = await fetch(`${server.url}/api/esl/labels/esl-r/events`);
  const chunks = stream.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  const heard = async (words: string) => {
    for (let text = ''; !text.includes(words);) text += String((await chunks.next()).value);
  };
  await heard('label.updated');
  await call(`${server.url}/api/esl/labels/esl-r`, {
    method: 'PUT',
    body: { device: 'hanshow-2.66-bwr', sku: '96385074' },
  });
  await heard('96385074');
  await chunks.return!();
});

test('what is bound counts as the updates that it draws', async () => {
  const limited = vendorClient('hanshow', await startHere({ VENDORS: 'hanshow', RATE_LIMIT: '8' }));
  const left = async (items: readonly object[]) => {
    const body = { storeCode: '017', customerStoreCode: 'shop', batchNo: 'B1', items };
    return (await limited('POST', '/proxy/integration/shop/017', { body })).headers.get('X-RateLimit-Remaining');
  };
  expect(await left([{ sku: 'S1', itemName: 'Milk', price1: '3.50' }])).toBe('7');
  expect(await left(['a', 'b', 'c'].map((eslId) => ({ sku: 'S1', IIS_COMMAND: 'BIND', eslId })))).toBe('4');
  expect(await left([{ sku: 'S1', IIS_COMMAND: 'UNBIND', eslId: 'a' }])).toBe('3');
});

test('a login without credentials is refused', async () => {
  expect((await hanshow('POST', '/proxy/token', { headers: { Authorization: '' } })).status).toBe(401);
});
