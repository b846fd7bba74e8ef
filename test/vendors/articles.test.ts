import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Warning } from '../../renderer/index.js';
import { vendors } from '../../server/vendors/index.js';
import { call, type LabelBody, temporaryFolder } from '../support/server.js';
import { until } from '../support/socket.js';
import { useServer } from '../support/use-server.js';
import {
  basic,
  minewToken,
  oldToken,
  type VendorAnswer,
  type VendorClient,
  vendorClient,
} from '../support/vendors/client.js';

/** Fields of an article by their names in a vendor's mapping, such as `data.SALE_PRICE`. */
type Fields = Readonly<Record<string, unknown>>;

/** The calls of a vendor's client, and its names of our fields. */
interface Till {
  readonly names: Readonly<Record<'name' | 'price' | 'former' | 'icons', string>>;
  readonly put: (id: string, fields: Fields) => Promise<VendorAnswer>;
  /** Links a label with an article. @returns what the vendor answers */
  readonly link: (code: string, id: string) => Promise<string>;
  /** What the vendor says of a label's failed update. */
  readonly failure: (code: string, id: string, put: VendorAnswer) => Promise<string>;
  /** How it refuses: the statuses, and the codes in the bodies. */
  readonly refusals: Readonly<Record<'expired_token' | 'rate_limit' | 'server_error' | 'nonsense', string>>;
}

const folder = temporaryFolder();
const icons = { aims: 'data.ALLERGENS', pricer: 'properties.ALLERGENS', minew: 'allergens', hanshow: 'allergens' };
const server = useServer({ VENDORS: Object.keys(icons).join(','), VENDORS_DIR: folder.at(''), RATE_LIMIT: '100000' });
let headers: Record<string, string> = basic();
const [aims, pricer, minew, hanshow] = Object.keys(icons).map((name) =>
  vendorClient(name, server, () => headers),
) as unknown as readonly [VendorClient, VendorClient, VendorClient, VendorClient];

/** `data.PRICE` is a member of the object `data`. */
function nested(fields: Fields): object {
  const article: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [head = '', rest] = name.split('.');
    article[head] = rest === undefined ? value : { ...(article[head] as object | undefined), [rest]: value };
  }
  return article;
}

const place = 'company=ABC&store=001';
const items = (all: readonly object[]) =>
  hanshow('POST', '/proxy/integration/shop/017', {
    body: { storeCode: '017', customerStoreCode: 'shop', batchNo: 'B1', items: all },
  });

const tills: Readonly<Record<string, Till>> = {
  aims: {
    names: { name: 'articleName', price: 'data.SALE_PRICE', former: 'data.ORIGINAL_PRICE', icons: icons.aims },
    put: (articleId, fields) =>
      aims('POST', `/common/api/v2/common/articles?${place}`, { body: [{ articleId, data: {}, ...nested(fields) }] }),
    async link(labelCode, id) {
      const body = { assignList: [{ labelCode, articleIdList: [id] }] };
      const answer = await aims('POST', `/common/api/v2/common/labels/link?${place}`, { body });
      return String(answer.body.responseMessage);
    },
    async failure() {
      const { body } = await aims<{ articleFileHistoryList: { errorInfo: string }[] }>(
        'GET',
        `/common/api/v2/common/articles/history?${place}`,
      );
      return body.articleFileHistoryList[0]!.errorInfo;
    },
    refusals: { expired_token: '401 401', rate_limit: '429 429', server_error: '500 500', nonsense: '405 405' },
  },
  pricer: {
    names: { name: 'itemName', price: 'price', former: 'properties.PRIOR_PRICE', icons: icons.pricer },
    put: (itemId, fields) => pricer('PATCH', '/api/public/core/v1/items', { body: [{ itemId, ...nested(fields) }] }),
    async link(barcode, itemId) {
      const { body } = await pricer('POST', '/api/public/core/v1/labels/link-single', { body: { barcode, itemId } });
      return String(body.status);
    },
    async failure(code, _, put) {
      const label = await pricer('GET', `/api/public/core/v1/labels/${code}`);
      expect(label.body.plState).toBe('FAILED');
      const { body } = await pricer('GET', `/api/public/core/v1/items-result/${String(put.body.requestId)}`);
      return JSON.stringify(body.itemResults).replaceAll(String.raw`\"`, '"');
    },
    refusals: { expired_token: '401 401', rate_limit: '429 429', server_error: '500 500', nonsense: '400 400' },
  },
  minew: {
    names: { name: 'name', price: 'price', former: 'price2', icons: icons.minew },
    put: (id, fields) => minew('POST', '/apis/esl/goods/updateToStore', { body: { storeId: '1', id, ...fields } }),
    async link(labelMac, goodsId) {
      await minew('POST', '/apis/esl/label/batchAdd', { body: { storeId: '1', macArray: [labelMac], type: 1 } });
      const { body } = await minew('POST', '/apis/esl/label/update', { body: { storeId: '1', labelMac, goodsId } });
      return String(body.msg);
    },
    async failure(code) {
      const body = { storeId: '1', currentPage: 1, pageSize: 1, condition: code, actionType: '1' };
      const logs = await minew<{ items: { remark: string }[] }>('POST', '/apis/esl/logs/queryList', { body });
      return logs.body.items[0]!.remark;
    },
    refusals: { expired_token: '200 14002', rate_limit: '429 429', server_error: '500 5000', nonsense: '200 12004' },
  },
  hanshow: {
    names: { name: 'itemName', price: 'price1', former: 'price2', icons: icons.hanshow },
    put: (sku, fields) => items([{ sku, ...fields }]),
    async link(eslId, sku) {
      return String((await items([{ sku, IIS_COMMAND: 'BIND', eslId }])).body.message);
    },
    failure: (_code, _id, put) => Promise.resolve(String(put.body.message)),
    refusals: { expired_token: '401 1003', rate_limit: '429 1003', server_error: '500 1003', nonsense: '400 1002' },
  },
};

const all = Object.keys(vendors);
const codeOf = (
  (count) => () =>
    (++count).toString(16).padStart(12, '0')
)(0xac2330000000);
const read = async (code: string) => {
  const { label, warnings } = (await call(`${server.url}/api/esl/labels/${code}`)).body;
  const { content, revision, data, currency } = label as LabelBody & { data?: object; currency?: string };
  const { price } = (content as LabelBody['content'] | null) ?? { price: null };
  return { price, revision, data, currency, warnings };
};
const refusalsOf = (warnings: readonly Warning[]) => warnings.filter(({ code }) => code === 'ARTICLE_NOT_DRAWN');
const bind = (code: string, binding: object) =>
  call(`${server.url}/api/esl/labels/${code}`, { method: 'PUT', body: { device: 'solum-m3-4.3-bwr', ...binding } });

/** Waits until a new label shows its article or says why not: a busy machine draws longer than a link waits. */
const isDecided = (code: string) =>
  until(async () => {
    const { price, warnings } = await read(code);
    return price !== null || warnings.length > 0;
  });
/** Links an article to a new label. */
const shelved = async (vendor: string, binding: object, fields: (names: Till['names']) => Fields) => {
  const { put, link, names } = tills[vendor]!;
  const code = codeOf();
  expect((await bind(code, binding)).status).toBe(201);
  const sent = { [names.name]: 'Butter', ...fields(names) };
  await put(code, sent);
  const said = await link(code, code);
  await isDecided(code);
  return { code, said };
};
/** Sends fields of an article on a label, until the label shows it or says why not. */
const sent = async (vendor: string, code: string, fields: (names: Till['names']) => Fields) => {
  const { put, names } = tills[vendor]!;
  const { revision, warnings } = await read(code);
  const answer = await put(code, fields(names));
  const was = JSON.stringify(refusalsOf(warnings));
  await until(async () => {
    const now = await read(code);
    return now.revision > revision || JSON.stringify(refusalsOf(now.warnings)) !== was;
  });
  return { answer, ...(await read(code)) };
};

beforeAll(async () => {
  headers = { ...basic(), token: await minewToken(server) };
  const layout = {
    title: 'Own',
    data: { previous_price: { type: 'price' }, icons: { type: 'text' }, badge: { type: 'text' } },
    description: 'A price, and data that it can do without.',
    root: { type: 'box', children: [{ type: 'price', role: 'price' }] },
  };
  const { status } = await call(`${server.url}/api/esl/layouts/own`, { method: 'PUT', body: layout });
  expect(status).toBe(201);
});
for (const [vendor, name] of Object.entries(icons))
  writeFileSync(folder.at(`${vendor}.json`), JSON.stringify({ fields: { [name]: 'data.icons' } }));

/** Texts that take long to read where an expression is not linear. */
const longTexts = [`1${'a'.repeat(120_000)}1`, `1${' '.repeat(120_000)}1`, '{'.repeat(120_000), '1,'.repeat(60_000)];

describe.each(all)('%s: an article', (vendor) => {
  const { names, link, put, failure, refusals } = tills[vendor]!;

  test('is refused without valid credentials, and for faults on demand', async () => {
    const refused = async (more: Record<string, string>) => {
      const before = headers;
      headers = { ...before, ...more };
      const { status, body } = await put('any', { [names.price]: '1.00' }).finally(() => (headers = before));
      return `${status} ${String(body.code ?? body.resultCode ?? body.responseCode ?? body.status)}`;
    };
    for (const token of ['', 'x', 'x.y.z', oldToken(vendor), oldToken('another')])
      expect([token, await refused({ Authorization: `Bearer ${token}`, token })]).toEqual([
        token,
        refusals.expired_token,
      ]);
    for (const [fault, refusal] of Object.entries(refusals))
      expect([fault, await refused({ 'X-ESL-Simulate': fault })]).toEqual([fault, refusal]);
  });

  test('leaves nothing for the next one on its label, but what a person bound', async () => {
    const binding = { layout: 'own', currency: 'EUR', data: { badge: 'Local' } };
    const { code } = await shelved(vendor, binding, ({ price, former, icons: allergens }) => {
      return { [price]: '4,99', [former]: '6,99', [allergens]: 'allergen_milk' };
    });
    const shown = { badge: 'Local', previous_price: '6.99', icons: 'allergen_milk' };
    expect(await read(code)).toMatchObject({ price: '4.99', data: shown });
    await put(`${code}-next`, { [names.name]: 'Kaviar', [names.price]: '5,49' });
    await link(code, `${code}-next`);
    const { price, data } = await read(code);
    expect([price, data]).toEqual(['5.49', { badge: 'Local' }]);
  });

  test('without a field that the layout needs is refused on a label that had another one', async () => {
    const binding = { layout: 'promotion', currency: 'EUR', data: { previous_price: '9.99' } };
    const { code } = await shelved(vendor, binding, ({ price, former }) => ({ [price]: '4,99', [former]: '6,99' }));
    await put(`${code}-next`, { [names.name]: 'Kaviar', [names.price]: '5,49' });
    const why = 'Expected a value for data.previous_price, which the layout promotion needs, but received none';
    expect(await link(code, `${code}-next`)).toContain(why);
    const { price, warnings } = await read(code);
    const message = expect.stringContaining(`The article ${code}-next is not drawn: ${why}`) as unknown;
    const warning = { code: 'ARTICLE_NOT_DRAWN', field: 'article', message };
    expect([price, refusalsOf(warnings)]).toEqual(['4.99', [warning]]);
  });

  test.each([[''], [null], ['  ']])('loses a field that is sent as %j, and keeps others', async (empty) => {
    const binding = { layout: 'own', currency: 'EUR' };
    const { code } = await shelved(vendor, binding, ({ price, former, icons: allergens }) => {
      return { [price]: '4,99', [former]: '6,99', [allergens]: 'allergen_milk' };
    });
    const first = await sent(vendor, code, ({ former }) => ({ [former]: empty }));
    expect([first.price, first.data]).toEqual(['4.99', { icons: 'allergen_milk' }]);
    const second = await sent(vendor, code, ({ icons: allergens }) => ({ [allergens]: empty }));
    expect([second.price, second.data]).toEqual(['4.99', {}]);
    const third = await sent(vendor, code, ({ price }) => ({ [price]: empty }));
    expect(third.price).toBe('4.99');
    expect(third.warnings).toMatchObject([{ code: 'ARTICLE_NOT_DRAWN' }]);
    const last = await sent(vendor, code, ({ price }) => ({ [price]: '5,49' }));
    expect([last.price, last.warnings]).toEqual(['5.49', []]);
  });

  test('with a long text in each of its fields does not stop the server', async () => {
    const fields = Object.keys(vendors[vendor]!.mapping.fields).slice(0, 3);
    let slowest = 0;
    const end = new AbortController();
    const watch = (async () => {
      while (!end.signal.aborted) {
        const start = performance.now();
        await (await fetch(`${server.url}/health`)).arrayBuffer();
        slowest = Math.max(slowest, performance.now() - start);
      }
    })();
    const code = codeOf();
    for (const text of longTexts) {
      expect((await put(code, Object.fromEntries(fields.map((name) => [name, text])))).status).toBeLessThan(500);
      await link(code, code);
    }
    await delay(300);
    end.abort();
    await watch;
    // Other tests run at the same time: a quadratic expression takes as long as ten of these.
    expect(slowest).toBeLessThan(800);
  }, 60_000);

  test('has no former price where that is zero', async () => {
    const { code } = await shelved(vendor, { layout: 'own' }, ({ price, former }) => ({
      [price]: 0,
      [former]: '0.00',
    }));
    expect(await read(code)).toMatchObject({ price: '0.00', data: {} });
    const { data } = await sent(vendor, code, ({ former }) => ({ [former]: '6.99' }));
    expect(data).toEqual({ previous_price: '6.99' });
    expect((await sent(vendor, code, ({ former }) => ({ [former]: 0 }))).data).toEqual({});
  });

  test.each([
    ['1.234', 'Expected an amount with one reading for {price} but received "1.234", which is 1.234 or 1234.00'],
    ['3,50 CHF', 'Expected an amount in USD for {price} but received "3,50 CHF", which is in CHF'],
    ['abc', 'Expected an amount such as "3.50" for {price} but received "abc"'],
    [[], 'Expected an amount such as "3.50" for {price} but received'],
  ])('that can’t be drawn with the price %j says why, also on its label', async (value, words) => {
    // Shapes refuse others.
    const wrong = Array.isArray(value) && vendor === 'pricer' ? 'abc' : value;
    const why = (wrong === value ? words : 'Expected an amount such as "3.50" for {price} but received "abc"').replace(
      '{price}',
      names.price,
    );
    const { code } = await shelved(vendor, { layout: 'own' }, ({ price }) => ({ [price]: '2.50' }));
    const { answer, price, warnings } = await sent(vendor, code, ({ price: name }) => ({ [name]: wrong }));
    const warning = { code: 'ARTICLE_NOT_DRAWN', field: 'article', message: expect.stringContaining(why) };
    expect([price, warnings]).toEqual(['2.50', [warning]]);
    let said = '';
    await until(async () => (said = await failure(code, code, answer)).includes(why)).catch(() => undefined);
    expect(said).toContain(why);
    // So does the link.
    expect(await link(code, code)).toContain(why);
  });

  test('whose former price is in another currency is refused', async () => {
    const binding = { layout: 'own', currency: 'EUR' };
    const { said } = await shelved(vendor, binding, ({ price, former }) => ({ [price]: '5,99 €', [former]: '£7.99' }));
    expect(said).toContain(`Expected an amount in EUR for ${names.former} but received "£7.99", which is in GBP`);
  });

  test('in another currency than the usual one warns on a label that never showed a price', async () => {
    const { code } = await shelved(vendor, { layout: 'own', currency: 'USD' }, ({ price }) => ({ [price]: '£3.50' }));
    const { price, currency, warnings } = await read(code);
    const message = `The label was in USD and is now in GBP, as ${names.price} is "£3.50"`;
    const warning = { code: 'CURRENCY_TAKEN', field: 'currency', message, shown: 'GBP' };
    expect([price, currency, warnings]).toEqual(['3.50', 'GBP', [warning]]);
    const refused = await sent(vendor, code, ({ price: name }) => ({ [name]: '3,50 €' }));
    expect(refused.warnings).toMatchObject([
      { code: 'CURRENCY_TAKEN' },
      { code: 'ARTICLE_NOT_DRAWN', message: expect.stringContaining('Expected an amount in GBP') },
    ]);
    // It holds until the label is bound.
    expect((await sent(vendor, code, ({ price: name }) => ({ [name]: '£4.50' }))).warnings).toEqual([warning]);
    expect(await link(code, code)).not.toContain('Expected');
    expect((await read(code)).warnings).toEqual([warning]);
    const update = { product_name: 'Milk', price: '5.50', unit: '1 L' };
    const { body } = await call(`${server.url}/api/esl/labels/${code}/update`, { body: update });
    expect(body.warnings).toEqual([warning]);
    expect((await bind(code, { layout: 'own', currency: 'USD' })).status).toBe(400);
    expect((await bind(code, { layout: 'own', currency: 'GBP' })).body.warnings).toEqual([]);
  });

  test.each(['currency', 'currencyCode', 'CURRENCY', 'CURRENCY_CODE'])(
    'has the currency of its member %s',
    async (name) => {
      const member = vendor === 'aims' && name === name.toUpperCase() ? `data.${name}` : name;
      const fields = (currency: string) => (names: Till['names']) => ({ [names.price]: '3.50', [member]: currency });
      const taken = await shelved(vendor, { layout: 'own' }, fields('EUR'));
      expect(await read(taken.code)).toMatchObject({ price: '3.50', currency: 'EUR' });
      const other = await shelved(vendor, { layout: 'own', currency: 'GBP' }, fields('EUR'));
      expect(other.said).toMatch(/Expected GBP for [\w.]+ but received "EUR"/);
      const wrong = await shelved(vendor, { layout: 'own' }, fields('EURO$'));
      expect(wrong.said).toMatch(/Expected a currency for [\w.]+ but received "EURO\$"/);
    },
  );

  test('has the currency of any of its amounts, drawn or not', async () => {
    const { code } = await shelved(vendor, { layout: 'standard' }, ({ price, former }) => {
      return { [price]: '3.50', [former]: '4.00 €' };
    });
    expect(await read(code)).toMatchObject({ price: '3.50', currency: 'EUR' });
    const { said } = await shelved(vendor, {}, ({ price, former }) => ({ [price]: '3.50 £', [former]: '4.00 €' }));
    expect(said).toContain(`Expected an amount in GBP for ${names.former} but received "4.00 €", which is in EUR`);
    const bound = await shelved(vendor, { layout: 'member', data: { member_price: '2.00' } }, ({ price }) => {
      return { [price]: '3.50 €' };
    });
    // Minew's articles bring the price for members.
    if (vendor !== 'minew') expect(bound.said).toContain('Expected an amount in USD');
  });

  test('has one value for a name, in whichever spelling, and the newest one', async () => {
    const { code } = await shelved(vendor, {}, ({ price }) => ({ [price]: '3.50' }));
    const spelled = vendor === 'aims' ? 'data.sale_price' : names.price.toUpperCase();
    expect((await sent(vendor, code, () => ({ [spelled]: '2.50' }))).price).toBe('2.50');
    expect((await sent(vendor, code, ({ price }) => ({ [price]: '2.00' }))).price).toBe('2.00');
    const both = await shelved(vendor, {}, ({ price }) => ({ [price]: '3.50', [spelled]: '4.00' }));
    expect(both.said).toMatch(/Expected one value for [\w.]+ but received "3.50" and "4.00"/);
    const same = await shelved(vendor, {}, ({ price }) => ({ [price]: '3.50', [spelled]: 3.5 }));
    expect(await read(same.code)).toMatchObject({ price: '3.50' });
  });
});

test.each([
  ['aims', { 'data.SALE_PRICE': '', 'data.PRICE': '3.50' }, '3.50'],
  ['aims', { 'data.SALE_PRICE': '0.00', 'data.PRICE': '3.50' }, '3.50'],
  ['aims', { 'data.SALE_PRICE': '0,00 $', 'data.PRICE': '3.50' }, '3.50'],
  ['aims', { 'data.SALE_PRICE': 0, 'data.PRICE': 3.5 }, '3.50'],
  ['aims', { 'data.SALE_PRICE': false, 'data.PRICE': '3.50' }, '3.50'],
  ['aims', { 'data.SALE_PRICE': '2.50', 'data.PRICE': '0.00' }, '2.50'],
  ['aims', { 'data.SALE_PRICE': '0.00', 'data.PRICE': '' }, '0.00'],
  ['minew', { price: '0', price1: '3.50' }, '3.50'],
  ['minew', { price: null, price1: '3.50' }, '3.50'],
] as const)('%s: after a sale, %j draws %s', async (vendor, fields, expected) => {
  const { code } = await shelved(vendor, {}, ({ price }) => ({ [price]: '1.99' }));
  expect((await sent(vendor, code, () => fields)).price).toBe(expected);
});

const odd = { aims: [true, false], minew: [true], hanshow: [{ amount: 1 }] };
const each = Object.entries(odd).flatMap(([vendor, values]) => values.map((value) => [vendor, value] as const));
test.each(each)('%s: the price %j is named', async (vendor, value) => {
  const { said } = await shelved(vendor, {}, ({ price }) => ({ [price]: value }));
  const words = typeof value === 'boolean' ? `the boolean ${String(value)}` : 'an object';
  expect(said).toContain(`Expected an amount such as "3.50" for ${tills[vendor]!.names.price} but received ${words}`);
});

test.each([
  [{ 'data.SALE_PRICE': '99¢' }, 'USD', '0.99'],
  [{ 'data.SALE_PRICE': '99p' }, 'GBP', '0.99'],
  [{ 'data.SALE_PRICE': 'KWD 0.345' }, 'KWD', '0.345'],
  [{ 'data.SALE_PRICE': 3.999 }, 'USD', null],
  [{ 'data.SALE_PRICE': 2.5 }, 'USD', '2.50'],
  [{ 'data.SALE_PRICE': '3,50', 'data.CURRENCY': '€' }, 'EUR', '3.50'],
  [{ 'data.SALE_PRICE': '3,50', 'data.CURRENCY': 'doubloons' }, 'USD', null],
  [{ 'data.LIST_PRICE': '7,99 €', 'data.SALE_PRICE': '5,99 €' }, 'EUR', '5.99'],
])('aims: %j is in %s on a label that the link makes', async (fields, currency, price) => {
  const code = codeOf();
  await tills.aims!.put(code, { articleName: 'Milk', ...fields });
  await tills.aims!.link(code, code);
  await isDecided(code);
  const label = await read(code);
  expect([label.price, label.currency, refusalsOf(label.warnings).length]).toEqual([price, currency, price ? 0 : 1]);
});

test.each([
  [{ 'data.SALE_PRICE': '3.50', 'data.PRICE': '4.00 €' }, 'EUR', '3.50', ''],
  [{ 'data.SALE_PRICE': '3.50 $', 'data.PRICE': '4.00 €' }, 'USD', null, 'data.SALE_PRICE but received "3.50 $"'],
  [{ 'data.SALE_PRICE': '3.50', 'data.PRICE': '4.000 €' }, 'EUR', '3.50', ''],
  [{ 'data.SALE_PRICE': '3.500', 'data.PRICE': 'KWD 4.000' }, 'KWD', '3.500', ''],
  [
    { 'data.SALE_PRICE': '3.50', 'data.CURRENCY': 'EUR', currency: 'GBP' },
    'USD',
    null,
    'Expected one value for currency and data.CURRENCY',
  ],
  [{ 'data.SALE_PRICE': '3.50', 'data.ARTICLE_NAME': 'Milch' }, 'USD', null, 'articleName and data.ARTICLE_NAME'],
])('aims: of %j, the currency is %s and the price %s', async (fields, currency, price, words) => {
  const code = codeOf();
  await tills.aims!.put(code, { articleName: 'Milk', ...fields });
  expect(await tills.aims!.link(code, code)).toContain(words);
  await isDecided(code);
  expect(await read(code)).toMatchObject({ price, currency });
});

test('aims: a label with two articles warns of the one that it does not show', async () => {
  const code = codeOf();
  for (const id of [code, `${code}-b`]) await tills.aims!.put(id, { articleName: 'Milk', 'data.SALE_PRICE': '3.50' });
  const assignList = [{ labelCode: code, articleIdList: [code, `${code}-b`] }];
  await aims('POST', `/common/api/v2/common/labels/link?${place}`, { body: { assignList } });
  const message = `The article ${code}-b is not drawn: the label shows its first, ${code}`;
  expect((await read(code)).warnings).toEqual([{ code: 'ARTICLE_NOT_DRAWN', field: 'article', message }]);
});

test('aims: the newest name of an article is drawn, in whichever spelling', async () => {
  const code = codeOf();
  await tills.aims!.put(code, { articleName: 'Milk', 'data.SALE_PRICE': '3.50' });
  await tills.aims!.link(code, code);
  await isDecided(code);
  const nameOf = async (fields: Fields) => {
    await sent('aims', code, () => fields);
    return (await call(`${server.url}/api/esl/labels/${code}`)).body.label.content.product_name;
  };
  expect(await nameOf({ 'data.ARTICLE_NAME': 'Oat milk' })).toBe('Oat milk');
  expect(await nameOf({ articleName: 'Rice milk' })).toBe('Rice milk');
});

test('hanshow: a label that is bound with a picture shows it, though its item has no price', async () => {
  const { PNG } = await import('pngjs');
  const image = new PNG({ width: 20, height: 10 });
  image.data.fill(255);
  const [sku, eslId] = ['picture', codeOf()];
  const { body } = await items([
    { sku, rsrvBlob: PNG.sync.write(image).toString('base64') },
    { sku, IIS_COMMAND: 'BIND', eslId },
  ]);
  expect(body).toMatchObject({ resultCode: 1001 });
  expect(await read(eslId)).toMatchObject({ revision: 1, price: null });
});

test('aims: a template keeps the data that a person bound and that it draws', async () => {
  const code = codeOf();
  await bind(code, { layout: 'own', data: { badge: 'Local', other: 'x' } });
  await tills.aims!.put(code, { articleName: 'Butter', 'data.SALE_PRICE': '4.99', 'data.ORIGINAL_PRICE': '6.99' });
  const assignList = [{ labelCode: code, articleIdList: [code], templateName: 'own' }];
  await aims('POST', `/common/api/v2/common/labels/link?${place}`, { body: { assignList } });
  expect((await read(code)).data).toEqual({ badge: 'Local', previous_price: '6.99' });
});

test('aims: a label without its article no longer warns of it', async () => {
  const article = async (id: string) => tills.aims!.put(id, { articleName: 'Butter', 'data.SALE_PRICE': 'ask' });
  const state = async (code: string) => {
    const { body } = await aims<{ labelList: { updateStatus: string }[] }>(
      'GET',
      `/common/api/v2/common/labels?${place}&label=${code}`,
    );
    return [body.labelList[0]!.updateStatus, refusalsOf((await read(code)).warnings).length];
  };
  for (const way of ['unlink', 'delete']) {
    const code = codeOf();
    await article(code);
    await tills.aims!.link(code, code);
    expect([way, ...(await state(code))]).toEqual([way, 'TIMEOUT', 1]);
    if (way === 'unlink')
      await aims('POST', `/common/api/v2/common/labels/unlink?${place}`, { body: { unAssignList: [code] } });
    else await aims('DELETE', `/common/api/v2/common/articles?${place}`, { body: { articleDeleteList: [code] } });
    expect([way, ...(await state(code))]).toEqual([way, 'SUCCESS', 0]);
  }
});
