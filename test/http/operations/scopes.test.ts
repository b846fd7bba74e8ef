import { beforeAll, expect, test } from '@jest/globals';
import { makeKey } from '../../../server/keys/text.js';
import { startHere } from '../../support/here.js';
import { call, milk, type RunningServer } from '../../support/server.js';
import { basic, minewToken } from '../../support/vendors/client.js';

interface Door {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
}

const scopes = ['read', 'update', 'manage'] as const;
type Scope = (typeof scopes)[number];

const isVendors = (path: string): boolean => /^\/(api\/public|common|c1|apis|proxy)\//.test(path);
/** They check credentials themselves. */
const logins = /\/(login|token|token\/refresh)$/;
/** What vendors' paths say where tags are registered or linked. */
const managing = /\/(un)?link|whitelist|store\/add|label\/(batchAdd|update|batchBinding|bind|deleteBind)|integration/;
/** The members of queries of all vendors' lists. */
const query = 'company=a&store=1&storeId=1&articleId=p1&label=al1&labelCode=al1&id=g1&goodsId=g1';

/** What an operation is for, by its method and path alone; null: anybody may use it. */
function scopeFor({ method, path }: Door): Scope | null {
  if (isVendors(path)) {
    if (logins.test(path)) return null;
    if (method === 'GET' || path.endsWith('/queryList')) return 'read';
    return managing.test(path) || `${method} ${path}`.endsWith('PATCH /api/public/core/v1/labels')
      ? 'manage'
      : 'update';
  }
  if (!path.startsWith('/api/esl/')) return path === '/metrics' ? 'manage' : null;
  if (path.endsWith('/schema.json')) return null;
  // Webhooks send a shop's changes elsewhere: only its owner sees and changes them.
  if (path.startsWith('/api/esl/webhooks')) return 'manage';
  if (method === 'GET') return 'read';
  if (/\/updates?$/.test(path)) return 'update';
  return /\/(preview|encode|decode|play)$/.test(path) ? 'read' : 'manage';
}

const keys = Object.fromEntries(scopes.map((scope) => [scope, makeKey('live').text])) as Record<Scope, string>;
const foreign = makeKey('live').text;
let server: RunningServer;
let doors: readonly Door[];

/** Minew's tokens of keys. */
const tokens = new Map<string, string>();
/** Minew's codes of refusals, which have the status 200. */
const minewStatus: Readonly<Record<number, number>> = { 10059: 403, 14002: 401 };

function headersOf(path: string, key: string): Readonly<Record<string, string>> {
  if (!isVendors(path)) return { Authorization: `Bearer ${key}` };
  return { ...basic('till', key), token: tokens.get(key)! };
}

const urlOf = (path: string): string => {
  const named = path
    .replace('{id}', 'default')
    .replace('{itemId}', 'i1')
    .replaceAll(/\{\w+\}/g, '1');
  return server.url + named + (isVendors(path) ? `?${query}` : '');
};

const ask = async ({ method, path }: Door, key: string | null): Promise<number> => {
  const response = await fetch(urlOf(path), {
    ...{ method, redirect: 'manual' },
    ...(key !== null && { headers: headersOf(path, key) }),
  });
  if (!path.startsWith('/apis/')) {
    await response.body?.cancel();
    return response.status;
  }
  const { code } = (await response.json()) as { code: number };
  return minewStatus[code] ?? response.status;
};

beforeAll(async () => {
  const given = scopes.map((scope) => `${keys[scope]}:${scope}@north`);
  server = await startHere({
    API_KEYS: [...given, `${foreign}@south`].join(','),
    RATE_LIMIT: '100000',
    VENDORS: 'aims,minew,pricer,hanshow',
  });
  for (const key of [...Object.values(keys), foreign]) tokens.set(key, await minewToken(server, key));
  doors = (await call(`${server.url}/api`)).body.endpoints as readonly Door[];
});

test('each operation has the scope that its method and path are for', () => {
  expect(doors.length).toBeGreaterThan(30);
  const others = doors.filter((door) => (door.scope === 'public' ? null : door.scope) !== scopeFor(door));
  expect(others.map(({ method, path, scope }) => `${method} ${path}: ${scope}`)).toEqual([]);
});

test('each operation is refused without a key, and with one of another scope', async () => {
  const wrong: string[] = [];
  for (const door of doors.filter(({ path }) => !isVendors(path) || !logins.test(path))) {
    const wanted = scopeFor(door);
    const none = await ask(door, null);
    if ((none === 401) !== (wanted !== null)) wrong.push(`${door.method} ${door.path} without a key: ${none}`);
    for (const scope of scopes) {
      const status = await ask(door, keys[scope]);
      if ((status === 403) !== (wanted !== null && wanted !== scope) || status === 401)
        wrong.push(`${door.method} ${door.path} with ${scope}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no operation shows one tenant what is another’s', async () => {
  const authorised = (key: string) => ({ Authorization: `Bearer ${key}` });
  const name = 'Tenant North’s tea';
  const body = { ...milk, product_name: name };
  await call(`${server.url}/api/esl/labels/default/update`, { body, headers: authorised(keys.update) });
  const binding = { method: 'PUT', body: { sku: name }, headers: authorised(keys.manage) };
  await call(`${server.url}/api/esl/labels/1`, binding);
  const vendor = (path: string, sent: unknown, key = keys.update, method = 'POST') =>
    call(server.url + path, { method, body: sent, headers: headersOf(path, key) });
  const aims = '/common/api/v2/common';
  await vendor(`${aims}/articles?${query}`, [{ articleId: 'p1', articleName: name, data: { SALE_PRICE: '$1.00' } }]);
  const assignList = [{ labelCode: 'al1', articleIdList: ['p1'] }];
  await vendor(`${aims}/labels/link?${query}`, { assignList }, keys.manage);
  await vendor('/api/public/core/v1/items', [{ itemId: 'i1', itemName: name, price: '1.00' }], keys.update, 'PATCH');
  await vendor('/apis/esl/goods/addToStore', { storeId: '1', id: 'g1', name });
  const shownTo = async (key: string): Promise<readonly string[]> => {
    const paths: string[] = [];
    for (const { method, path } of doors.filter((door) => door.method === 'GET' && !door.path.endsWith('/events'))) {
      const answer = await fetch(urlOf(path), { headers: headersOf(path, key) });
      if (Buffer.from(await answer.arrayBuffer()).includes('Tenant North')) paths.push(`${method} ${path}`);
    }
    return paths;
  };
  const shown = await shownTo(keys.read);
  for (const part of ['/api/esl/', aims, '/api/public/', '/apis/'])
    expect([part, shown.filter((path) => path.includes(part)).length > 1]).toEqual([part, true]);
  expect(await shownTo(foreign)).toEqual([]);
});
