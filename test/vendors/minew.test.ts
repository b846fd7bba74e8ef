import { beforeAll, describe, expect, test } from '@jest/globals';
import { call, type LabelBody } from '../support/server.js';
import { useServer } from '../support/use-server.js';
import { minewToken, vendorClient } from '../support/vendors/client.js';

const server = useServer({ VENDORS: 'minew', RATE_LIMIT: '100000' });
let token = '';
const minew = vendorClient('minew', server, () => ({ token }));
const post = (path: string, body?: object) => minew('POST', `/apis/${path}`, { body });
const get = (path: string) => minew('GET', `/apis/${path}`);
const label = async (id: string): Promise<LabelBody & { readonly face?: string }> =>
  (await call(`${server.url}/api/esl/labels/${id}`)).body.label;
const done = { code: 200, msg: 'success', data: null };
const storeId = '1';
const none = { code: 12014, msg: 'No tag imported', data: null };

beforeAll(async () => {
  token = await minewToken(server);
});

/** Data on a tag, with the label of its address. */
const bound = async (mac: string, id: string): Promise<void> => {
  await post('esl/label/batchAdd', { storeId, macArray: [mac], type: 1 });
  const goods = { name: 'Whole milk', price: '3.99', unit: '1 L', barcode: '111111111111' };
  await post('esl/goods/addToStore', { storeId, id, ...goods });
  const binding = { storeId, labelMac: mac, goodsId: id, demoIdMap: { A: 'standard' } };
  expect((await post('esl/label/update', binding)).body).toEqual(done);
};

describe('Minew ESL Cloud', () => {
  test('data without a price is bound, and drawn when it has one', async () => {
    await post('esl/label/batchAdd', { storeId, macArray: ['ac233fd0aaaa'], type: 1 });
    await post('esl/goods/addToStore', { storeId, id: 'pallet-7', name: 'Pallet 7', unit: '48 pcs' });
    const binding = { storeId, labelMac: 'ac233fd0aaaa', goodsId: 'pallet-7', demoIdMap: { A: 'standard' } };
    expect((await post('esl/label/update', binding)).body).toEqual(done);
    expect((await label('ac233fd0aaaa')).content).toBeNull();
    await post('esl/goods/updateToStore', { storeId, id: 'pallet-7', price: '99' });
    expect((await post('esl/label/update', binding)).body).toEqual(done);
    expect((await label('ac233fd0aaaa')).content.price).toBe('99.00');
  });

  test('tags are imported, bound, and drawn again when their data changes', async () => {
    const [id, mac] = ['6901939721247', 'ac233fd007a2'];
    const price = async () => (await label(mac)).content.price;
    await bound('AC:23:3F:D0:07:A2', id);
    const content = { product_name: 'Whole milk', price: '3.99', unit: '1 L', sku: '111111111111' };
    expect(await label(mac)).toMatchObject({ face: 'minew', device: 'generic-400x300-bwr', content });
    // The same again changes nothing but the revision.
    for (let i = 0; i < 2; i++)
      expect((await post('esl/goods/updateToStore', { storeId, id, price: '2.50' })).body).toEqual(done);
    const brushed = await post('esl/label/batchBrush', { storeId, macs: [mac, 'ac233fd00000'] });
    expect(brushed.body.data).toEqual({ total: 2, fail: 1, data: { [mac]: done, ac233fd00000: none } });
    expect(await price()).toBe('2.50');
    const many = await post('esl/goods/batchUpdateBrush', { storeId, goodsList: [{ id, price: '2.40' }] });
    expect([many.body.data, await price()]).toEqual([[{ [mac]: { ...done, data: mac } }], '2.40']);
    // Without a brush, the tag stays as it is.
    await post('esl/goods/update', { storeId, goodsList: [{ id, price: '9.99' }] });
    expect(await price()).toBe('2.40');
    const rebound = { storeId, labelMac: mac, goodsMap: { id, price: '1.11' }, demoIdMap: {} };
    expect((await post('esl/label/updateBindBrush', rebound)).body.code).toBe(200);
    expect(await price()).toBe('1.11');
  });

  test('stores, gateways, templates, tags and data are listed', async () => {
    const mac = 'ac233fd01001';
    await bound(mac, 'listed');
    const tags = async (store: string, status: string) =>
      (await get(`esl/label/cascadQuery?page=1&size=500&storeId=${store}&eqstatus=${status}&type=1`)).body.items;
    expect((await get('esl/store/list?active=1')).body.data).toMatchObject([{ id: '1', active: 1 }]);
    const gateways = (await get('esl/gateway/listPage?page=1&size=10&storeId=1')).body;
    expect(gateways).toMatchObject({ totalNum: 1, items: [{ mode: 1 }] });
    const { data } = (await get('esl/template/findAll?page=1&size=6&storeId=1')).body;
    expect((data as { rows: { demoId: string }[] }).rows.map(({ demoId }) => demoId)).toContain('standard');
    const tag = { mac, bind: '1', isOnline: '2', goodsId: 'listed', demoId: 'standard' };
    const screenInfo = { inch: expect.any(Number), width: 400, height: 300, color: 'bwr' };
    expect(await tags('1', '1,2,8,9')).toContainEqual(expect.objectContaining({ ...tag, screenInfo }));
    expect(await tags('1', '1')).toEqual([]);
    expect((await get('esl/goods/getByStoreId?page=1&size=10&storeId=1&fuzzy=Whole')).body.items).toContainEqual(
      expect.objectContaining({ id: 'listed', price: '3.99' }),
    );
    expect((await get('esl/goods/singleQuery?storeId=1&id=listed')).body.data).toMatchObject({ id: 'listed' });
    expect((await get('esl/goods/findByGoodsId?goodsId=listed')).body.data).toEqual([
      { demoId: 'standard', storeId: '1', mac },
    ]);
    const light = 'storeId=1&color=1&total=6&period=500&interval=900&brightness=100';
    expect((await get(`esl/label/led?mac=${mac}&${light}`)).body).toEqual(done);
    const added = await post('esl/store/add', { number: '003', name: 'roket', address: 'ali' });
    const { storeId: other } = added.body.data as { storeId: string };
    expect((await get('esl/store/listPage?page=1&size=100&active=1')).body.data).toMatchObject({
      items: [{ id: '1' }, { id: other, number: '003' }],
    });
    expect(await tags(other, '2')).toEqual([]);
    const add = async (number: string, name: string) => (await post('esl/store/add', { number, name })).body.code;
    expect([await add('003', 'other'), await add('004', 'roket'), await add('x', 'x')]).toEqual([12052, 12100, 54030]);
  });

  test('tags are bound in batches, and unbound', async () => {
    await bound('ac233fd02001', 'batch');
    await post('esl/label/batchAdd', { storeId, macArray: ['ac233fd02002'], type: 1 });
    const labelTemplateDataVOList = ['ac233fd02002', 'ac233fd02009'].map((labelMac) => ({
      labelMac,
      goodsId: 'batch',
    }));
    for (const path of ['batchBinding', 'bind/generateBindingByTemplateStrategy']) {
      const { body } = await post(`esl/label/${path}`, { storeId, labelTemplateDataVOList });
      expect(body.data).toEqual({ ac233fd02002: done, ac233fd02009: none });
    }
    expect((await post('esl/label/deleteBind?mac=ac233fd02002&storeId=1')).body).toEqual(done);
    expect((await post('esl/label/deleteBind?mac=ac233fd02002&storeId=1')).body.code).toBe(12016);
    expect((await post('esl/label/deleteBind?mac=ac233fd02009&storeId=1')).body.code).toBe(12020);
    expect((await post('esl/goods/batchDelete', { storeId, idArray: ['batch'] })).body).toEqual(done);
    const gone = { code: 12068, msg: 'Data does not exist', data: null };
    expect((await get('esl/goods/singleQuery?storeId=1&id=batch')).body).toEqual(gone);
  });

  test('data that can’t be drawn is stored, and the log says why', async () => {
    await bound('ac233fd03001', 'wrong');
    expect((await post('esl/goods/updateToStore', { storeId, id: 'wrong', price: 'ask' })).body).toEqual(done);
    const brushed = await post('esl/label/batchBrush', { storeId, macs: ['ac233fd03001'] });
    const why = 'Expected an amount such as "3.50" for price but received "ask"';
    expect(brushed.body.data).toMatchObject({ fail: 1, data: { ac233fd03001: { code: 5000, msg: why } } });
    expect((await get('esl/goods/singleQuery?storeId=1&id=wrong')).body.data).toMatchObject({ price: 'ask' });
    const page = { storeId, currentPage: 1, pageSize: 10 };
    const query = { ...page, objectType: '1', condition: 'ac233fd03001', actionType: '1' };
    const { body } = await post('esl/logs/queryList', query);
    expect(body.items).toMatchObject([
      { labelMac: 'ac233fd03001', result: '2', remark: why },
      { labelMac: 'ac233fd03001', result: '2', commodity: 'wrong', remark: why },
    ]);
  });

  test('of the tags of data, those that can’t be drawn have the reason', async () => {
    await bound('ac233fd05001', 'two');
    await post('esl/label/batchAdd', { storeId, macArray: ['ac233fd05002'], type: 1 });
    const binding = { storeId, labelMac: 'ac233fd05002', goodsId: 'two', demoIdMap: { A: 'promotion' } };
    await post('esl/label/update', binding);
    const { body } = await post('esl/goods/batchUpdateBrush', { storeId, goodsList: [{ id: 'two', price: '2.00' }] });
    const results = Object.assign({}, ...(body.data as object[])) as Record<string, { code: number }>;
    expect([results.ac233fd05001!.code, results.ac233fd05002!.code]).toEqual([200, 5000]);
    const query = { storeId, currentPage: 1, pageSize: 10, condition: 'ac233fd0500', actionType: 1 };
    const logged = (await post('esl/logs/queryList', query)).body.items as { labelMac: string; result: string }[];
    const last = Object.fromEntries(logged.slice(0, 2).map(({ labelMac, result }) => [labelMac, result]));
    expect(last).toEqual({ ac233fd05001: '1', ac233fd05002: '2' });
  });

  test('ids with the character NUL and members that are no texts are those of nothing', async () => {
    const nul = await Promise.all([
      ...[
        'esl/goods/singleQuery?storeId=1&id=%00',
        'esl/goods/singleQuery?storeId=%00&id=1',
        'esl/label/led?mac=%00',
      ].map(get),
      post('esl/label/deleteBind?storeId=1&mac=%00'),
      post('esl/goods/updateToStore', { storeId, id: '\0' }),
    ]);
    expect(nul.map(({ body }) => body.code)).toEqual([12068, 12070, 12020, 12020, 12004]);
    const odd = { toString: 1 };
    const stored = await post('esl/goods/updateToStore', { storeId, id: 'odd', goodsList: 'x', size: odd });
    const found = await get('esl/goods/getByStoreId?storeId=1&fuzzy=odd');
    const logged = await post('esl/logs/queryList', { storeId, currentPage: odd, actionType: 5, condition: null });
    expect([stored, found, logged].map(({ body }) => body.code)).toEqual([200, 200, 200]);
    expect((logged.body.items as unknown[]).length).toBeGreaterThan(0);
  });

  test('stores that are added at once are several', async () => {
    const numbers = ['101', '102', '103', '104', '105', '106'];
    await Promise.all(numbers.map((number) => post('esl/store/add', { number, name: `store ${number}` })));
    const { items } = (await get('esl/store/listPage')).body.data as { items: { number: string | null }[] };
    expect(items.map(({ number }) => number)).toEqual(expect.arrayContaining(numbers));
  });

  test('the return codes of the document', async () => {
    await bound('ac233fd04001', 'codes');
    const goodsId = 'codes';
    const wrong: readonly (readonly [string, object, number])[] = [
      ['esl/goods/addToStore', { storeId, id: 'codes' }, 12011],
      ['esl/goods/addToStore', { id: 'x' }, 12051],
      ['esl/goods/updateToStore', { storeId: '99', id: 'x' }, 12070],
      ['esl/goods/updateToStore', { storeId }, 12004],
      ['esl/goods/batchDelete', { storeId: '', idArray: [] }, 12051],
      ['esl/label/update', { storeId, goodsId, labelMac: 'ac233fd04009' }, 12047],
      ['esl/label/update', { storeId, goodsId: 'none', labelMac: 'ac233fd04001' }, 12046],
      ['esl/label/update', { storeId, goodsId, labelMac: 'ac233fd04001', demoIdMap: { A: 'none' } }, 12042],
      ['esl/label/update', { storeId, goodsId }, 12004],
      ['esl/label/updateBindBrush', { storeId, labelMac: 'ac233fd04001', goodsMap: { id: 'none' } }, 12068],
    ];
    for (const [path, body, code] of wrong) {
      const answer = await post(path, body);
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({ path, status: 200, code });
    }
    expect((await get('esl/label/led?mac=none&storeId=1')).body.code).toBe(12020);
    const login = await post('action/login', { username: '', password: '0'.repeat(32) });
    expect(login.body).toEqual({ code: 10026, msg: 'error password', data: null });
  });
});
