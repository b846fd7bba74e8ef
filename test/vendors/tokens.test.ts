import { expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';
import { hashKey, makeKey, readKey } from '../../server/keys/text.js';
import { startHere } from '../support/here.js';
import { call, type RunningServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const [key, other] = [makeKey('test').text, makeKey('test').text];
const api = '/common/api/v2';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function login({ url }: RunningServer, password: string): Promise<Tokens> {
  const { status, body } = await call(`${url}${api}/token`, { body: { username: 'till', password } });
  expect(status).toBe(200);
  return (body as unknown as { responseMessage: Tokens }).responseMessage;
}

const read = async ({ url }: RunningServer, token: string) =>
  (await call(`${url}${api}/common/articles?company=a&store=1`, { headers: { Authorization: `Bearer ${token}` } }))
    .status;
const refresh = async ({ url }: RunningServer, refreshToken: string) =>
  await call(`${url}${api}/token/refresh`, { body: { refreshToken } });

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** All strings in all tables of a file, and in the JSON in them. */
function stringsIn(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
  const rows = names.flatMap(({ name }) => database.prepare(`SELECT * FROM ${name}`).all() as object[]);
  database.close();
  const cells = rows.flatMap((row) => Object.values(row).filter((cell) => typeof cell === 'string'));
  return [...new Set(cells.flatMap((cell) => [cell, ...cell.split(/[^\w.+/=-]+/)]))].filter((each) => each.length > 8);
}

test('tokens are valid at each server and after a restart, until their key is not', async () => {
  const env = { VENDORS: 'aims', API_KEYS: `${key},${other}`, DATABASE_URL: `sqlite:${folder.at('esl.db')}` };
  const [first, second] = [await startHere(env), await startHere(env)];
  const { access_token, refresh_token } = await login(first, key);
  expect([await read(first, access_token), await read(second, access_token)]).toEqual([204, 204]);
  await Promise.all([first.stop(), second.stop()]);
  const third = await startHere(env);
  expect([await read(third, access_token), await read(third, refresh_token)]).toEqual([204, 401]);
  const renewed = (await refresh(third, refresh_token)).body as unknown as { responseMessage: Tokens };
  expect(await read(third, renewed.responseMessage.access_token)).toBe(204);
  expect((await refresh(third, access_token)).status).toBe(401);
  for (const wrong of [
    `${access_token}x`,
    access_token.replace(/\.[^.]+$/, ''),
    access_token.replace(/^[^.]+/, text({})),
  ])
    expect(await read(third, wrong)).toBe(401);
  await third.stop();
  const without = await startHere({ ...env, API_KEYS: other });
  expect(await read(without, access_token)).toBe(401);
});

test('who reads the store can make no token', async () => {
  const path = folder.at('read.db');
  const env = { VENDORS: 'aims,pricer,minew,hanshow', API_KEYS: key, DATABASE_URL: `sqlite:${path}` };
  const server = await startHere(env);
  const { access_token } = await login(server, key);
  const stolen = [...stringsIn(path), hashKey(key).toString('hex'), 'open'];
  expect(stolen.length).toBeGreaterThan(5);
  expect(stolen).not.toContain(access_token);
  const { id } = readKey(key)!;
  const [head, body] = access_token.split('.');
  const long = text({ iss: 'aims', sub: id, use: 'access', exp: 4e9 });
  const forged = stolen.flatMap((secret) => [
    secret,
    ...[body!, long].flatMap((claims) =>
      [secret, Buffer.from(secret, 'hex')].map((with_) => {
        const signed = `${head}.${claims}`;
        return `${signed}.${createHmac('sha256', with_).update(signed).digest('base64url')}`;
      }),
    ),
    `${head}.${body}.${secret}`,
  ]);
  const statuses = new Set<number>();
  for (const token of new Set(forged.filter((each) => /^[!-~]{1,2000}$/.test(each))))
    statuses.add(await read(server, token));
  expect([...statuses]).toEqual([401]);
  expect(await read(server, access_token)).toBe(204);
});
