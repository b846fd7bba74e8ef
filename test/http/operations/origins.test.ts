import { beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { startHere } from '../../support/here.js';
import { type RunningServer, call, milk } from '../../support/server.js';

/** Other methods than GET that pages of all sites may use: they update labels, or change nothing that outlives the request. */
const open = [
  ...['update', 'labels/{id}/update', 'updates', 'preview'].map((path) => `POST /api/esl/${path}`),
  ...['encode', 'decode', 'play'].map((path) => `POST /api/esl/devices/{id}/${path}`),
];
const listed = 'https://shop.example';
const foreign = 'https://evil.example';

interface Door {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
}

let star: RunningServer;
let named: RunningServer;
let doors: readonly Door[];
let oepl: readonly Door[];

beforeAll(async () => {
  const env = { VENDORS: 'aims,pricer,minew,hanshow', OEPL_PORT: '0', RATE_LIMIT: '100000' };
  [star, named] = await Promise.all([startHere(env), startHere({ ...env, CORS_ORIGIN: listed })]);
  doors = (await call(`${star.url}/api`)).body.endpoints as readonly Door[];
  const folder = 'server/oepl/routes/';
  const sources = readdirSync(folder).map((name) => readFileSync(folder + name, 'utf8'));
  const found = sources.flatMap((text) => [...text.matchAll(/method: '(GET|POST)', path: '([^']+)'/g)]);
  oepl = found.map(([, method, path]) => ({ method: method!, path: path!, scope: '' }));
});

const pointOf = (server: RunningServer) => /point: (\S+)\//.exec(server.output.stdout)![1]!;
const at = (url: string, path: string) => url + path.replace(/\{\w+\}|:\w+/g, '9');

/** Whether pages of all sites may use it. */
const isOpen = ({ method, path, scope }: Door) =>
  method === 'GET' ||
  open.includes(`${method} ${path}`) ||
  (!path.startsWith('/api/esl/') && /public|read/.test(scope));

async function ask(url: string, method: string, headers: Record<string, string>) {
  const response = await fetch(url, { method, headers, redirect: 'manual' });
  await response.body?.cancel();
  return response;
}

async function preflight(url: string, method: string, origin: string) {
  const { headers } = await ask(url, 'OPTIONS', { Origin: origin, 'Access-Control-Request-Method': method });
  const [methods, allowed] = ['Methods', 'Origin'].map((name) => headers.get(`Access-Control-Allow-${name}`));
  return { grants: allowed !== null && (methods ?? '').split(',').includes(method), methods };
}

/** What is wrong with the answers of a door; empty: nothing. */
async function faults(url: string, door: Door, isNamed: boolean): Promise<readonly string[]> {
  const { method, path } = door;
  const to = at(url, path);
  const may = isOpen(door);
  const wrong: string[] = [];
  const expectIs = (what: string, is: boolean, should: boolean) => {
    if (is !== should) wrong.push(`${method} ${path} ${what}: ${is}`);
  };
  const refuses = async (headers: Record<string, string>) => (await ask(to, method, headers)).status === 403;
  expectIs('refused to a listed site', await refuses({ Origin: listed }), !isNamed && !may);
  expectIs('refused to another site', await refuses({ Origin: foreign }), !may);
  const asked: Record<string, boolean> = { [foreign]: may && !isNamed, [listed]: isNamed || may };
  if (!isNamed) {
    asked.null = may;
    expectIs('refused without an origin', await refuses({}), false);
    expectIs('refused on its own site', await refuses({ Origin: url }), false);
    expectIs('refused to no site', await refuses({ Origin: 'null' }), !may);
    expectIs('refused to another site without a name', await refuses({ 'Sec-Fetch-Site': 'cross-site' }), !may);
    expectIs('refused behind a proxy', await refuses({ Origin: foreign, 'Sec-Fetch-Site': 'same-origin' }), false);
  }
  for (const [origin, grants] of Object.entries(asked)) {
    const { grants: granted, methods } = await preflight(to, method, origin);
    expectIs(`granted to ${origin}`, granted, grants);
    if (!grants && !may) expectIs(`names methods for ${origin}`, methods !== null, false);
  }
  return wrong;
}

describe('a page of another site', () => {
  test.each([
    ['the server', () => doors, (server: RunningServer) => server.url],
    ['the access point', () => oepl, pointOf],
  ])('may do at %s only what changes nothing, and updates', async (_, doorsOf, urlOf) => {
    const all = doorsOf();
    expect(all.length).toBeGreaterThan(15);
    const wrong: string[] = [];
    for (const door of all)
      for (const server of [star, named]) wrong.push(...(await faults(urlOf(server), door, server === named)));
    expect(wrong).toEqual([]);
  });

  test('learns in a refusal which setting would allow it, and is granted no method beside the requested one', async () => {
    const body = { url: 'https://evil.example/' };
    const asked = { method: 'PUT', headers: { Origin: foreign }, body };
    const put = await call(`${star.url}/api/esl/webhooks/spy`, asked);
    expect([put.status, put.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(put.body.detail).toContain('CORS_ORIGIN');
    expect((await call(`${star.url}/api/esl/webhooks/spy`)).status).toBe(404);
    const { methods } = await preflight(`${star.url}/api/esl/labels/default`, 'GET', foreign);
    expect(methods).toContain('GET');
    expect(methods).not.toMatch(/PUT|DELETE/);
    const update = await call(`${star.url}/api/esl/update`, { headers: { Origin: foreign }, body: milk });
    expect([update.status, update.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
  });

  test('is one of the server where a proxy names the host, if it is trusted', async () => {
    const behind = await startHere({ TRUST_PROXY_HOPS: '1' });
    const headers = { Origin: 'https://esl.example', 'X-Forwarded-Host': 'esl.example:443' };
    const put = async ({ url }: RunningServer) =>
      (await call(`${url}/api/esl/labels/shelf`, { method: 'PUT', headers, body: {} })).status;
    expect([await put(behind), await put(star)]).toEqual([201, 403]);
  });
});
