import { beforeAll, expect, test } from '@jest/globals';
import { loadLayouts } from '../../../renderer/index.js';
import { vendors } from '../../../server/vendors/index.js';
import { call, milk } from '../../support/server.js';
import { accessPointOf, oeplClient } from '../../support/peers/oepl-client.js';
import { useServer } from '../../support/use-server.js';
import { basic, minewToken } from '../../support/vendors/client.js';

type Answer = Readonly<Record<string, unknown>> | readonly object[];
type Page = (start: number, size: number) => string;

const server = useServer({ VENDORS: 'aims,minew,pricer', RATE_LIMIT: '100000', OEPL_PORT: '0' });
const aims = '/common/api/v2/common';
const place = 'company=a&store=1';
const pricer = '/api/public/core/v1';
let headers: Readonly<Record<string, string>>;

const ask = async (path: string, body?: unknown, method?: string): Promise<Answer> => {
  const answer = await call(server.url + path, { headers, body, method });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  // AIMS answers 204 for an empty list.
  return (answer.status === 204 ? [] : answer.body) as unknown as Answer;
};
const itemsOf = (answer: Answer): readonly object[] =>
  Array.isArray(answer)
    ? (answer as object[])
    : ((Object.values(answer).find(Array.isArray) as object[] | undefined) ?? []);
/** Without what differs between two readings: times, and what a page has beside its items. */
const textOf = (item: object): string =>
  JSON.stringify(item).replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?|"(sequence|pageNumber)":\d+/g, '');

const byPage =
  (path: string, first: number, [page, size] = ['page', 'size']): Page =>
  (start, count) =>
    `${path}&${page}=${first + start / count}&${size}=${count}`;
const byStart =
  (path: string): Page =>
  (start, count) =>
    `${path}?start=${start}&limit=${count}`;

/** The lists of vendors with pages, by their routes. */
const paged: Readonly<Record<string, Page>> = {
  [`aims GET ${aims}/articles`]: byPage(`${aims}/articles?${place}`, 0),
  [`aims GET ${aims}/config/article/info`]: byPage(`${aims}/config/article/info?${place}`, 0),
  [`aims GET ${aims}/labels`]: byPage(`${aims}/labels?${place}`, 0),
  [`aims GET ${aims}/labels/article`]: byPage(`${aims}/labels/article?${place}&articleId=p2`, 0),
  'minew GET /apis/esl/goods/getByStoreId': byPage('/apis/esl/goods/getByStoreId?storeId=1', 1),
  'minew GET /apis/esl/label/cascadQuery': byPage('/apis/esl/label/cascadQuery?storeId=1', 1),
  [`pricer GET ${pricer}/items`]: byStart(`${pricer}/items`),
  [`pricer GET ${pricer}/labels`]: byStart(`${pricer}/labels`),
};
/** Those that are short, or have no pages in the vendor's description. */
const unpaged = [
  ...['store', 'articles/history', 'articles/upload/format'].map((path) => `aims GET ${aims}/${path}`),
  ...['unassigned', 'detail', 'history', 'type/info'].map((path) => `aims GET ${aims}/labels/${path}`),
  ...['store/list', 'store/listPage', 'gateway/listPage', 'template/findAll'].map(
    (path) => `minew GET /apis/esl/${path}`,
  ),
  ...['goods/singleQuery', 'goods/findByGoodsId', 'label/led'].map((path) => `minew GET /apis/esl/${path}`),
  ...['login', 'refresh'].map((path) => `pricer GET /api/public/auth/v1/${path}`),
  `pricer GET ${pricer}/labels/models`,
];

beforeAll(async () => {
  headers = { ...basic(), token: await minewToken(server) };
  const numbers = [1, 2, 3, 4, 5];
  const articles = numbers.map((n) => ({ articleId: `p${n}`, articleName: 'Milk', data: { SALE_PRICE: '$1.00' } }));
  await ask(`${aims}/articles?${place}`, articles);
  // Of another store, between those of this one.
  await ask(`${aims}/articles?company=a&store=0`, articles);
  await ask(`${aims}/articles?company=a&store=2`, articles);
  const assign = (code: string, article: string) => ({ labelCode: code, articleIdList: [article] });
  for (const [store, codes] of Object.entries({ 1: ['al1', 'al3', 'al4', 'al6', 'al9'], 2: ['al2', 'al5', 'al7'] })) {
    const assignList = codes.map((code, i) => assign(code, i === 1 ? 'p1' : 'p2'));
    await ask(`${aims}/labels/link?company=a&store=${store}`, { assignList });
  }
  for (const n of numbers) await ask('/apis/esl/goods/addToStore', { storeId: '1', id: `g${n}`, name: `Milk ${n}` });
  const macArray = numbers.map((n) => `00000000000${n}`);
  await ask('/apis/esl/label/batchAdd', { storeId: '1', macArray, type: 1 });
  const items = numbers.map((n) => ({ itemId: `i${n}`, itemName: 'Milk', price: '1.00' }));
  await ask(`${pricer}/items`, items, 'PATCH');
  const links = numbers.map((n) => ({ barcode: `pl${n}`, links: [{ itemId: `i${n}` }] }));
  await ask(`${pricer}/labels`, links, 'PATCH');
  const panels = { a: 'solum-m2-2.9-bwr', b: 'generic-400x300-bwr' };
  for (const [i, id] of ['x1', 'x2', 'x3', 'x4', 'x5', 'x6'].entries()) {
    await ask(`/api/esl/labels/${id}`, { device: i % 3 === 0 ? panels.a : panels.b }, 'PUT');
    await ask(`/api/esl/labels/${id}/update`, milk);
  }
  const layout = (await ask('/api/esl/layouts/standard')) as { layout: Readonly<Record<string, unknown>> };
  const { id: _, version: __, updated_at: ___, ...own } = layout.layout;
  for (const id of ['aa', 'mm', 'zz']) await ask(`/api/esl/layouts/${id}`, own, 'PUT');
});

test('every list of a vendor is read to its end in pages of one, two and three', async () => {
  const routes = Object.values(vendors).flatMap(({ id, routes: all }) =>
    all.flatMap(({ method, paths }) =>
      method === 'GET' && !paths[0]!.includes(':') ? [`${id} GET ${paths[0]!}`] : [],
    ),
  );
  expect(routes.sort()).toEqual([...Object.keys(paged), ...unpaged].sort());
  for (const [name, pageAt] of Object.entries(paged)) {
    const all = itemsOf(await ask(pageAt(0, 100))).map(textOf);
    expect([name, all.length]).toEqual([name, name.endsWith('/labels/article') ? 4 : 5]);
    expect([name, new Set(all).size]).toEqual([name, all.length]);
    for (const size of [1, 2, 3]) {
      const pages: string[][] = [];
      for (let start = 0; start < all.length + 2 * size; start += size)
        pages.push(itemsOf(await ask(pageAt(start, size))).map(textOf));
      const expected = pages.map((_, i) => all.slice(i * size, (i + 1) * size));
      expect([name, size, pages]).toEqual([name, size, expected]);
    }
  }
});

test('Minew says on each page where it is', async () => {
  const page = async (number: number) => {
    const answer = await ask(`/apis/esl/goods/getByStoreId?storeId=1&page=${number}&size=2`);
    const { currentPage, pageSize, totalNum, isMore, totalPage, startIndex } = answer as Record<string, number>;
    return [currentPage, pageSize, totalNum, isMore, totalPage, startIndex].join(' ');
  };
  const pages = ['1 2 5 1 3 0', '2 2 5 1 3 2', '3 2 5 0 3 4', '4 2 5 0 3 6'];
  expect(await Promise.all([1, 2, 3, 4].map(page))).toEqual(pages);
});

/** The ids of our list in pages of a size, following its cursors. */
async function follow(path: string, size: number): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  for (let cursor = ''; pages.length < 200;) {
    const answer = await ask(`${path}limit=${size}${cursor}`);
    pages.push(itemsOf(answer).map((item) => (item as { id: string }).id));
    const { next } = answer as { next: string | null };
    if (next === null) return pages;
    cursor = `&cursor=${next}`;
  }
  throw new Error(`${path} does not end`);
}

test('every list of ours with a cursor is read to its end in pages of one, two and three, also past gaps', async () => {
  const document = (await ask('/openapi.json')) as unknown as {
    readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters: readonly { name: string }[] } }>>;
  };
  const withCursor = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get?.parameters.some(({ name }) => name === 'cursor') ? [path] : [],
  );
  expect(withCursor).toEqual(['/api/esl/labels', '/api/esl/layouts']);
  const filters = ['prefix=x', 'device=solum-m2-2.9-bwr', 'state=displayed', 'layout=standard&prefix=x', 'prefix=none'];
  for (const path of [...withCursor.map((each) => `${each}?`), ...filters.map((each) => `/api/esl/labels?${each}&`)]) {
    const [all = [], ...rest] = await follow(path, 100);
    expect([path, rest, all.length > 1]).toEqual([path, [], !path.includes('none')]);
    expect([path, all.length]).toEqual([path, new Set(all).size]);
    // Layouts of files come first.
    if (path.includes('labels')) expect([path, all]).toEqual([path, all.toSorted()]);
    else expect(all).toEqual([...loadLayouts().keys(), 'aa', 'mm', 'zz']);
    for (const size of [1, 2, 3]) {
      const pages = await follow(path, size);
      expect([path, size, pages.flat(), pages.every((page) => page.length <= size)]).toEqual([path, size, all, true]);
      // Without a filter, each page but the last is full.
      if (path.endsWith('?'))
        expect([path, size, pages.slice(0, -1).every((page) => page.length === size)]).toEqual([path, size, true]);
    }
    const beyond = await ask(`${path}limit=2&cursor=${Buffer.from('zzzz').toString('base64url')}`);
    expect([path, itemsOf(beyond), (beyond as { next: null }).next]).toEqual([path, [], null]);
  }
});

test('an access point lists every tag in pages, from each position, also those after fifty other labels', async () => {
  const client = oeplClient(accessPointOf(server));
  const before = await client.tags();
  const ids = Array.from({ length: 35 }, (_, i) => `z${10 + i}`);
  for (let i = 0; i < 55; i++) await ask(`/api/esl/labels/y${i}`, { device: 'generic-400x300-bwr' }, 'PUT');
  for (const id of ids) await ask(`/api/esl/labels/${id}`, { device: 'solum-m2-2.9-bwr' }, 'PUT');
  const all = (await client.tags()).map(({ alias }) => alias);
  expect(all).toEqual([...before.map(({ alias }) => alias), ...ids]);
  let pages = 0;
  for (const position of [0, 1, 2, all.length - 1, all.length]) {
    const page = await client.json<{ tags: { alias: string }[]; continu?: number }>(`/get_db?pos=${position}`);
    const shown = page.tags.map(({ alias }) => alias);
    expect(shown).toEqual(all.slice(position, position + shown.length));
    expect(page.continu).toEqual(position + shown.length < all.length ? position + shown.length : undefined);
    if (page.continu !== undefined) pages = Math.ceil(all.length / shown.length);
  }
  expect(pages).toBeGreaterThan(2);
});
