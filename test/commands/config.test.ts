import { describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../server/config.js';
import { failingStart, startServer, temporaryFolder } from '../support/server.js';

describe('the configuration', () => {
  test('of an empty environment is the documented default', () => {
    expect(readConfig({ PORT: '' })).toEqual({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: 'sqlite:data/esl.db',
      devicesDir: null,
      layoutsDir: null,
      rateLimit: 10,
      rateWindowS: 60,
      trustProxyHops: 0,
      corsOrigin: '*',
      simulate: true,
      refreshSpeed: 'instant',
      logLevel: 'warn',
    });
  });

  test('reads each variable', () => {
    expect(readConfig({ REFRESH_SPEED: 'real' }).refreshSpeed).toBe(1);
    expect(readConfig({ REFRESH_SPEED: '2.5' }).refreshSpeed).toBe(2.5);
    expect(readConfig({ SIMULATE: 'off' }).simulate).toBe(false);
    expect(readConfig({ CORS_ORIGIN: 'https://a.example, http://b.example:81' }).corsOrigin).toHaveLength(2);
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'postgres://localhost/esl'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', '1e3'],
    ['RATE_WINDOW_S', '0.5'],
    ['TRUST_PROXY_HOPS', 'all'],
    ['CORS_ORIGIN', 'shop.example'],
    ['CORS_ORIGIN', 'https://shop.example/path'],
    ['SIMULATE', 'yes'],
    ['REFRESH_SPEED', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s, naming the variable, the value and what was expected', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^Expected .+ for ${name} but received "${value}"$`),
    );
  });
});

test.each(['ALLOWED_HOSTS', 'API_KEYS', 'OEPL_PORT'])(
  'a start is refused with %s, which this version does not serve, and its value is not told',
  (name) => {
    expect(readConfig({ [name]: '' })).toEqual(readConfig({}));
    expect(() => readConfig({ [name]: 'secret' })).toThrow(
      `Expected no value, as this version does not serve it, for ${name} but received one`,
    );
  },
);

describe('a start that fails says why in one line', () => {
  const expectLine = async (env: Readonly<Record<string, string>>, line: RegExp): Promise<void> => {
    const { code, stdout, stderr } = await failingStart(env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  };

  test('for a wrong variable', () => expectLine({ RATE_LIMIT: 'ten' }, /for RATE_LIMIT but received "ten"/));

  test('for what would change the glyphs', () =>
    expectLine({ FREETYPE_PROPERTIES: 'truetype:interpreter-version=35' }, /no value for FREETYPE_PROPERTIES/));

  test('for a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expectLine({ PORT: String(port) }, new RegExp(`Port ${port} of 127.0.0.1 is taken`));
    other.close();
  });

  test('for an address that is not ours', () => expectLine({ HOST: '203.0.113.1' }, /no address 203\.0\.113\.1/));

  test('for a broken panel profile', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder.path, 'devices'));
    writeFileSync(join(folder.path, 'devices', 'mine.json'), '{"vendor": 1}');
    await expectLine(
      { DEVICES_DIR: join(folder.path, 'devices') },
      /mine\.json: Expected .+ for vendor but received 1/,
    );
    folder.remove();
  });

  test('for a store that is none', async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'esl.db');
    writeFileSync(file, 'no database '.repeat(1000));
    await expectLine({ DATABASE_URL: `sqlite:${file}` }, /^The store .+esl\.db can't be used: the file is damaged/);
    folder.remove();
  });

  test('for a folder of layouts that is not there', () =>
    expectLine({ LAYOUTS_DIR: '/no/such/folder' }, /\/no\/such\/folder/));
});

describe('a start', () => {
  test('prints one line with the address, and a stop ends with code 0', async () => {
    const server = await startServer();
    expect(server.output.stdout).toBe(`ESL simulator: http://localhost:${server.port}/\n`);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.output).toEqual({ stdout: `ESL simulator: http://localhost:${server.port}/\n`, stderr: '' });
  });

  test('names a variable that is nearly one of ours, and says nothing of those that others read', async () => {
    const others = { HOSTNAME: 'till', PORTAGE_NICENESS: '5', PGHOST: 'db', DB_PORT: '5432', LOGNAME: 'till' };
    const server = await startServer({ ...others, RATE_LIMT: '5', LOGLEVEL: 'debug', PORTS: '80' });
    await server.stop();
    const lines = server.output.stderr.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'The server does not read RATE_LIMT (did you mean RATE_LIMIT?)',
      'The server does not read LOGLEVEL (did you mean LOG_LEVEL?)',
      'The server does not read PORTS (did you mean PORT?)',
    ]);
  });
});
