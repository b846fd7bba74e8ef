import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readKey } from '../../server/keys/text.js';
import { openBackend } from '../../server/labels/store/url.js';
import { run, runHere } from '../support/cli.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const file = folder.at('keys.db');
const env = { DATABASE_URL: `sqlite:${file}` };
const keys = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await runHere(['keys', ...args], { env });
  return { code, stdout: stdout.toString(), stderr };
};
const listed = async () => JSON.parse((await keys('list', '--json')).stdout) as Readonly<Record<string, unknown>>[];

describe('esl-sim keys', () => {
  test('says that there are none', async () => {
    const empty = { env: { DATABASE_URL: `sqlite:${folder.at('empty.db')}` } };
    expect(await runHere(['keys', 'list'], empty)).toMatchObject({ code: 1 });
    await openBackend(empty.env.DATABASE_URL).then((backend) => backend.close());
    const stderr = 'There are no keys: the servers of this store are open to all\n';
    const { code, stdout, ...listed } = await runHere(['keys', 'list'], empty);
    expect([code, stdout.toString(), listed.stderr]).toEqual([0, '', stderr]);
  });

  test('makes a key, and prints it alone and once', async () => {
    const words = 'create --scope update,read --expires 90d --name'.split(' ');
    const { code, stdout, stderr } = await keys(...words, 'Till 7');
    const text = stdout.trim();
    const { id } = readKey(text)!;
    expect([code, stdout]).toEqual([0, `${text}\n`]);
    expect(stderr).toBe(
      `The key ${id} (Till 7) is good to read, update the labels of an open sandbox. It is valid until 2027-02-18T22:10:06.000Z, and is shown this once.\nServers with this store ask for keys from now on.\n`,
    );
    expect(await listed()).toEqual([
      {
        ...{ id, name: 'Till 7', tenant: '', mode: 'live', scopes: ['read', 'update'], state: 'valid' },
        ...{ created_at: '2026-11-20T22:10:06.000Z', expires_at: '2027-02-18T22:10:06.000Z' },
        ...{ revoked_at: null, replaces: null, updates: null },
      },
    ]);
    expect((await keys('list')).stdout).toMatch(
      new RegExp(`^${id} +Till 7 +- +read,update +live +valid +- +from 2026-11-20T\\S+ +until 2027-02-18T\\S+\\n$`),
    );
    // Neither the key nor its hash is shown again.
    expect(readFileSync(file).includes(text.slice(22))).toBe(false);
    expect((await keys('list', '--json')).stdout).not.toMatch(/sha256|[0-9a-f]{64}/);
  });

  test('rotates and revokes one, also where it is named by the whole key', async () => {
    const text = (await keys('create', '--name', 'HQ', '--tenant', 'north', '--mode', 'test')).stdout.trim();
    const { id } = readKey(text)!;
    const rotated = await keys('rotate', text, '--overlap', '30m');
    expect(rotated.code).toBe(0);
    const next = readKey(rotated.stdout.trim())!;
    expect(next.mode).toBe('test');
    expect(rotated.stderr).toContain(`The key ${id}, which it replaces, is valid until 2026-11-20T22:40:06.000Z.\n`);
    expect(rotated.stderr).toContain('(HQ) is good to read, update, manage the labels of north. It has no end');
    expect(await keys('rotate', id)).toMatchObject({ code: 1, stderr: expect.stringContaining(next.id) as unknown });
    expect(await keys('revoke', next.id)).toEqual({
      code: 0,
      stdout: '',
      stderr: `The key ${next.id} was revoked at 2026-11-20T22:10:06.000Z.\n`,
    });
    const byId = new Map((await listed()).map(({ id: one, ...rest }) => [one, rest]));
    expect(byId.get(id)).toMatchObject({ state: 'valid', expires_at: '2026-11-20T22:40:06.000Z', replaces: null });
    expect(byId.get(next.id)).toMatchObject({ state: 'revoked', expires_at: null, replaces: id });
  });

  test('takes the last day of all, and rotates its key', async () => {
    const database = ['--database', `sqlite:${folder.at('ever.db')}`];
    const made = await keys('create', '--name', 'for ever', '--expires', '9999-12-31', ...database);
    expect(made.stderr).toContain('It is valid until 9999-12-31T23:59:59.999Z');
    const { id } = readKey(made.stdout.trim())!;
    expect((await keys('rotate', id, ...database)).code).toBe(0);
    // All keys can still be read.
    const all = JSON.parse((await keys('list', '--json', ...database)).stdout) as { expires_at: string }[];
    expect(all.map(({ expires_at }) => expires_at).sort()).toEqual([
      '2026-11-21T22:10:06.000Z',
      '9999-12-31T23:59:59.999Z',
    ]);
  });

  test('prints a key for API_KEYS without a store', async () => {
    const database = `sqlite:${folder.at('none.db')}`;
    const { code, stdout, stderr } = await keys('create', '--name', 'x', '--no-store', '--database', database);
    expect([code, readKey(stdout.trim())?.mode, stderr]).toEqual([0, 'live', '']);
    expect(existsSync(folder.at('none.db'))).toBe(false);
  });

  test.each<[string, RegExp, number?]>([
    ['create', /--name/],
    // A blank that is not a space.
    ['create --name \u00a0', /Expected 1 to 100 characters/],
    // Of a variable that is not set.
    ...['name', 'scope', 'tenant', 'expires', 'updates', 'mode', 'database'].map((option): [string, RegExp] => [
      `create --name x --${option}=`,
      /Expected|Allowed/,
    ]),
    ['create --name x --scope write', /Expected read, update, manage/],
    ['create --name x --tenant a,b', /Expected 1 to 64 letters/],
    ['create --name x --expires soon', /Expected a time such as 30m, 24h or 90d/],
    ['create --name x --expires 2026-13-01', /Expected a day that exists/],
    ['create --name x --expires 2027-02-30', /Expected a day that exists/],
    ['create --name x --expires 2026-11-19', /--expires: Expected a time to come/],
    ['create --name x --expires 0m', /--expires: Expected a time to come/],
    ['create --name x --database memory:', /Set API_KEYS there/],
    ['create --name x --database mysql:x', /DATABASE_URL/],
    ['create --name x --updates 0/min', /Expected 1 to 1000000 updates per s, min or h/],
    ['create --name x --updates 1000001/h', /--updates/],
    ['create --name x --updates 5/min --no-store', /--updates: Expected a key in the store/],
    ['list --database sqlite:/no/such.db', /There is no store \/no\/such\.db/, 1],
    [`create --name x --database ${env.DATABASE_URL}/such.db`, /^The store .+such\.db/, 1],
    ['revoke AAAAAAAAAAAA', /There is no such key/, 1],
    ['revoke no-id', /Expected the id of a key/],
  ])('refuses %s', async (words, said, code = 64) => {
    const before = await listed();
    const stderr = expect.stringMatching(said) as unknown;
    expect(await keys(...words.split(' '))).toEqual({ code, stdout: '', stderr });
    expect(await listed()).toEqual(before);
  });

  test('writes no secret of a key that it can not read', async () => {
    const { stderr } = await keys('revoke', `esl_live_AAAAAAAAAAAA_secret!`);
    expect(stderr).toMatch(/AAAAAAAAAAAA_…/);
    expect(stderr).not.toContain('secret');
  });

  test('is completed, and works in its own process', async () => {
    const complete = async (...words: string[]) =>
      (await runHere(['complete', '--', ...words])).stdout.toString().trim().split('\n');
    expect(await complete('keys', '')).toEqual(['create', 'list', 'rotate', 'revoke', 'help']);
    expect(await complete('keys', 'create', '--mode', '')).toEqual(['live', 'test']);
    expect(await complete('keys', 'create', '--t')).toEqual(['--tenant']);
    expect(await complete('nothing', '')).toEqual(['']);
    const { code, stdout } = await run(['keys', 'list', '--json'], { env });
    expect([code, (JSON.parse(stdout.toString()) as object[]).length]).toEqual([0, 3]);
  });
});
