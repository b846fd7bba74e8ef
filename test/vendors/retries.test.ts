import { expect, test } from '@jest/globals';
import { startHere } from '../support/here.js';
import { call } from '../support/server.js';
import { accessPointOf, oeplClient } from '../support/peers/oepl-client.js';
import { until } from '../support/socket.js';
import { vendorClient } from '../support/vendors/client.js';

/** Fewer updates than one request needs, and a window that ends soon. */
const env = { RATE_LIMIT: '4', RATE_WINDOW_S: '1' };

test('a request of a vendor’s client that draws more labels than the budget has is taken at the beginning of a window', async () => {
  const server = await startHere({ ...env, VENDORS: 'pricer' });
  const pricer = vendorClient('pricer', server);
  const ids = Array.from({ length: 9 }, (_, i) => String(i));
  const links = ids.map((itemId) => ({ barcode: `l-${itemId}`, links: [{ barcode: `l-${itemId}`, itemId }] }));
  const patch = (path: string, body: unknown) => pricer('PATCH', `/api/public/core/v1/${path}`, { body });
  const items = (price: string) => ids.map((itemId) => ({ itemId, itemName: 'Milk', price }));
  const ends = (path: string, body: unknown) => until(async () => (await patch(path, body)).status === 202, 20_000);
  await ends('items', items('1.00'));
  await ends('labels', links);
  // What is left of a window is not enough.
  await until(async () => (await patch('items', items('2.00'))).status === 429, 20_000);
  await ends('items', items('3.00'));
  const priceOf = async (id: string) => (await call(`${server.url}/api/esl/labels/l-${id}`)).body.label.content.price;
  for (const id of ids) await until(async () => (await priceOf(id)) === '3.00', 20_000);
}, 60_000);

test('a variable of an access point whose templates were not drawn for want of a budget draws them when it is set again', async () => {
  const server = await startHere({ ...env, OEPL_PORT: '0' });
  const client = oeplClient(accessPointOf(server));
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) await call(`${server.url}/api/esl/labels/${name}`, { method: 'PUT', body: {} });
  const json = '[{"text":[5,5,"{price}","bahnschrift70",1]}]';
  const tags = (await client.tags()).filter(({ alias }) => names.includes(alias));
  expect(tags).toHaveLength(names.length);
  const post = async (path: string, fields: Record<string, string>) =>
    Number.parseInt(await client.set(path, fields), 10);
  for (const { mac } of tags) await until(async () => (await post('/jsonupload', { mac, json })) === 200, 20_000);
  const revisionOf = async (name: string) => (await call(`${server.url}/api/esl/labels/${name}`)).body.label.revision;
  let price = 0;
  const set = () => post('/set_var', { key: 'price', val: `${price}.00` });
  const refused = async () => {
    // What is left of a window is not enough.
    await post('/jsonupload', { mac: tags[0]!.mac, json });
    price++;
    return (await set()) === 429;
  };
  await until(refused, 20_000);
  const before = await Promise.all(names.map(revisionOf));
  await until(async () => (await set()) === 200, 20_000);
  expect(await Promise.all(names.map(revisionOf))).toEqual(before.map((revision) => revision + 1));
  // Set again, it changes nothing.
  expect(await set()).toBe(200);
  expect(await Promise.all(names.map(revisionOf))).toEqual(before.map((revision) => revision + 1));
}, 120_000);
