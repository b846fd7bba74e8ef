import { beforeAll, expect, test } from '@jest/globals';
import { makeKey } from '../../../server/keys/text.js';
import { startHere } from '../../support/here.js';
import { call, milk, type RunningServer } from '../../support/server.js';

interface Door {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
}

const scopes = ['read', 'update', 'manage'] as const;
type Scope = (typeof scopes)[number];

/** What an operation is for, by its method and path alone; null: anybody may use it. */
function scopeFor({ method, path }: Door): Scope | null {
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

const ask = async ({ method, path }: Door, key: string | null): Promise<number> => {
  const headers = key === null ? undefined : { Authorization: `Bearer ${key}` };
  const url = `${server.url}${path.replace('{id}', 'default').replaceAll(/\{\w+\}/g, '1')}`;
  const response = await fetch(url, { method, redirect: 'manual', ...(headers && { headers }) });
  await response.body?.cancel();
  return response.status;
};

beforeAll(async () => {
  const given = scopes.map((scope) => `${keys[scope]}:${scope}@north`);
  server = await startHere({ API_KEYS: [...given, `${foreign}@south`].join(','), RATE_LIMIT: '1000' });
  doors = (await call(`${server.url}/api`)).body.endpoints as readonly Door[];
});

test('each operation has the scope that its method and path are for', () => {
  expect(doors.length).toBeGreaterThan(30);
  const others = doors.filter((door) => (door.scope === 'public' ? null : door.scope) !== scopeFor(door));
  expect(others.map(({ method, path, scope }) => `${method} ${path}: ${scope}`)).toEqual([]);
});

test('each operation is refused without a key, and with one of another scope', async () => {
  const wrong: string[] = [];
  for (const door of doors) {
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
  await call(`${server.url}/api/esl/labels/1`, {
    method: 'PUT',
    body: { sku: name },
    headers: authorised(keys.manage),
  });
  const shownTo = async (key: string): Promise<readonly string[]> => {
    const paths: string[] = [];
    for (const { method, path } of doors.filter((door) => door.method === 'GET' && !door.path.endsWith('/events'))) {
      const url = `${server.url}${path.replace('{id}', 'default').replaceAll(/\{\w+\}/g, '1')}`;
      const bytes = Buffer.from(await (await fetch(url, { headers: authorised(key) })).arrayBuffer());
      if (bytes.includes('Tenant North')) paths.push(`${method} ${path}`);
    }
    return paths;
  };
  expect((await shownTo(keys.read)).length).toBeGreaterThan(3);
  expect(await shownTo(foreign)).toEqual([]);
});
