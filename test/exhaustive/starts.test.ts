import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { type PostgresServer, sharedPostgres } from '../support/postgres/server.js';
import { startTcpProxy } from '../support/postgres/tcp-proxy.js';
import { failingStart, temporaryFolder } from '../support/server.js';
import { listening } from '../support/socket.js';

/** The longest start that fails, in milliseconds. */
const longest = 15_000;
const { at } = temporaryFolder();
/** Reads what comes, so that its connections end with their clients. */
const taken = createServer((socket) => socket.on('error', () => undefined).resume());
let port = 0;
let postgres: PostgresServer;
beforeAll(async () => {
  [port, postgres] = await Promise.all([listening(taken), sharedPostgres()]);
  mkdirSync(at('wrong'));
  writeFileSync(at('wrong/a.json'), '{"vendor": 1}');
});
afterAll(() => {
  taken.close();
});

async function failsInOneLine(env: Readonly<Record<string, string>>, line: RegExp): Promise<void> {
  const start = performance.now();
  const { code, stdout, stderr } = await failingStart(env);
  expect(performance.now() - start).toBeLessThan(longest);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
}

const hidden = encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { existsSync } = fs;
  fs.existsSync = (path) => !/unifont/.test(path) && existsSync(path);
  syncBuiltinESMExports();`);
const failures: readonly (readonly [string, RegExp, () => Readonly<Record<string, string>>])[] = [
  ['a folder of panels that is not there', /DEVICES_DIR/, () => ({ DEVICES_DIR: '/no/such/folder' })],
  ['a wrong panel', /DEVICES_DIR.+a\.json/, () => ({ DEVICES_DIR: at('wrong') })],
  ['a wrong layout', /LAYOUTS_DIR.+a\.json/, () => ({ LAYOUTS_DIR: at('wrong') })],
  ['a port that is taken', /set PORT$/m, () => ({ PORT: String(port) })],
  ['a port of the access point that is taken', /set OEPL_PORT$/m, () => ({ OEPL_PORT: String(port) })],
  ['an address of another machine', /203\.0\.113\.1/, () => ({ HOST: '203.0.113.1' })],
  ['a wrong number', /RATE_LIMIT/, () => ({ RATE_LIMIT: 'ten' })],
  ['a wrong key', /API_KEYS/, () => ({ API_KEYS: 'secret' })],
  ['other glyphs', /FREETYPE_PROPERTIES/, () => ({ FREETYPE_PROPERTIES: 'truetype:interpreter-version=35' })],
  ['a font that is gone', /unifont/, () => ({ NODE_OPTIONS: `--import=data:text/javascript,${hidden}` })],
];
const stores: readonly (readonly [string, (name: string) => string | Promise<string>])[] = [
  ['memory', () => 'memory:'],
  ['SQLite', (name) => `sqlite:${at(`${name.replaceAll(' ', '-')}.db`)}`],
  ['PostgreSQL', () => postgres.create()],
];

describe.each(stores)('with a store in %s, a start ends with code 1 and one line', (_, open) => {
  test.each(failures)('for %s', async (name, line, env) => {
    await failsInOneLine({ DATABASE_URL: await open(name), ...env() }, line);
  });
});

describe('a start with PostgreSQL ends with code 1 and one line', () => {
  test('when the server accepts connections and never answers', async () => {
    const url = (await postgres.create()).replace(`:${postgres.port}/`, `:${port}/`);
    await failsInOneLine({ DATABASE_URL: url }, /^DATABASE_URL: The store postgres:/);
  });

  test('when the server stops answering at any time of the start', async () => {
    for (const ms of [0, 100, 200, 300, 500]) {
      const proxy = await startTcpProxy(postgres.port);
      const url = (await postgres.create()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
      const failing = failsInOneLine({ DATABASE_URL: url, DEVICES_DIR: '/no/such/folder' }, /DEVICES_DIR|DATABASE_URL/);
      setTimeout(() => {
        proxy.freeze(true);
      }, ms);
      await failing;
      await proxy.close();
    }
  }, 120_000);
});
