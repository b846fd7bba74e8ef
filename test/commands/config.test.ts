import { describe, expect, test } from '@jest/globals';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, readConfig, variables } from '../../server/config.js';
import { makeKey } from '../../server/keys/text.js';
import { serve, startFailure } from '../../server/serve.js';
import { run } from '../support/cli.js';
import { failingStart, startServer, temporaryFolder } from '../support/server.js';

describe('the configuration', () => {
  test('of an empty environment is the documented default', () => {
    expect(readConfig({ PORT: '' })).toEqual({
      ...{ host: '127.0.0.1', port: 3000, oeplPort: null, databaseUrl: 'sqlite:data/esl.db' },
      ...{ devicesDir: null, layoutsDir: null, vendors: [], vendorsDir: null },
      ...{ rateLimit: 10, rateWindowS: 60, trustProxyHops: 0, allowedHosts: [], corsOrigin: '*', apiKeys: [] },
      ...{ simulate: true, webhooks: 'public', refreshSpeed: 'instant', lintStrict: false, logLevel: 'warn' },
    });
  });

  test('reads each variable (fault 18)', () => {
    for (const [variable, value, member, read] of [
      ['REFRESH_SPEED', 'real', 'refreshSpeed', 1],
      ['REFRESH_SPEED', '2.5', 'refreshSpeed', 2.5],
      ['PORT', '65535', 'port', 65_535],
      ['RATE_WINDOW_S', '1', 'rateWindowS', 1],
      ['SIMULATE', 'off', 'simulate', false],
      ['LINT', 'strict', 'lintStrict', true],
      ['ALLOWED_HOSTS', '*', 'allowedHosts', '*'],
      ['ALLOWED_HOSTS', 'esl.shop.example, [::2]:81', 'allowedHosts', ['esl.shop.example', '[::2]:81']],
      ['OEPL_PORT', '', 'oeplPort', null],
      ['OEPL_PORT', '0', 'oeplPort', 0],
      ['OEPL_PORT', '8080', 'oeplPort', 8080],
    ] as const)
      expect([variable, readConfig({ [variable]: value })[member]]).toEqual([variable, read]);
    expect(() => readConfig({ LINT: 'on' })).toThrow('Expected report or strict for LINT but received "on"');
    expect(readConfig({ CORS_ORIGIN: 'https://a.example, http://b.example:81' }).corsOrigin).toHaveLength(2);
  });

  const refused = {
    PORT: ['http', '65536', '-1'],
    DATABASE_URL: ['mysql', 'sqlite:', 'sqlite::memory:'],
    RATE_LIMIT: ['0', '1e3'],
    RATE_WINDOW_S: ['0.5'],
    TRUST_PROXY_HOPS: ['all'],
    ALLOWED_HOSTS: ['https://shop.example', 'shop.example,', 'shop.example:99999'],
    OEPL_PORT: ['auto'],
    CORS_ORIGIN: ['shop.example', 'https://shop.example/path'],
    SIMULATE: ['yes', 'constructor'],
    REFRESH_SPEED: ['0', '0.00000000001', '9'.repeat(400)],
    LINT: ['toString'],
    LOG_LEVEL: ['loud'],
  };
  test.each(Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'refuses %s=%s, naming the variable, the value and what was expected',
    (name, value) => {
      expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
      expect(() => readConfig({ [name]: value })).toThrow(
        new RegExp(`^Expected .+ for ${name} but received "${value}"$`),
      );
    },
  );
});

test('names in lists may have blanks around them', () => {
  expect(readConfig({ VENDORS: ' aims, pricer ' }).vendors).toEqual(['aims', 'pricer']);
});

test('a database server is named by its URL, which is not echoed when it is wrong, as it may have a password', () => {
  const urls = ['postgres://esl:secret@db/esl', 'postgresql://[::1]:5433/esl?sslmode=verify-full&sslrootcert=/a/b'];
  for (const url of urls) expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  for (const wrong of ['postgres://esl:secret@db', 'postgres:esl:secret@db/esl', 'pg://esl:secret@db/esl'])
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow(
      /^Expected memory:, sqlite:.+ or postgres:.+ for DATABASE_URL but received another$/,
    );
});

describe('an empty variable', () => {
  /** Those whose defaults protect no less than any value: a new variable needs a decision. */
  const harmless = [
    ...['HOST', 'PORT', 'OEPL_PORT', 'DEVICES_DIR', 'LAYOUTS_DIR', 'VENDORS', 'VENDORS_DIR', 'RATE_LIMIT'],
    ...['RATE_WINDOW_S', 'TRUST_PROXY_HOPS', 'ALLOWED_HOSTS', 'WEBHOOKS', 'REFRESH_SPEED', 'LOG_LEVEL'],
  ];

  test.each(variables.map((name) => [name]))('%s takes its default only where that protects no less', (name) => {
    const read = (value: string) => () => readConfig({ [name]: value });
    if (harmless.includes(name)) expect(read('')()).toEqual(readConfig({}));
    else
      for (const value of ['', ' ', '\t\n'])
        expect(read(value)).toThrow(new ConfigError(name, value, 'a value', `For the default, unset ${name}`));
  });

  test('of the store is refused by the commands, too', async () => {
    const { code, stdout, stderr } = await run(['keys', 'create', '--name', 'till'], { env: { DATABASE_URL: '' } });
    expect([code === 0, stdout.toString()]).toEqual([false, '']);
    expect(stderr).toContain('for DATABASE_URL but received ""');
  });

  test('is no key of a command', async () => {
    const args = ['panel', 'trmnl', '--server', 'http://localhost:9', '--token', ' ', '--once', '-o', 'unused'];
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([64, expect.stringContaining('Expected a key.')]);
  });
});

describe('API_KEYS', () => {
  const [one, two, three] = [makeKey('live'), makeKey('test'), makeKey('live')];

  test('lists keys, with scopes and a tenant where they are given', () => {
    const { apiKeys } = readConfig({ API_KEYS: `${one.text}, ${two.text}:update+read@north,${three.text}@south` });
    expect(apiKeys.map(({ id, mode, scopes, tenant }) => [id, mode, scopes, tenant])).toEqual([
      [one.id, 'live', ['read', 'update', 'manage'], ''],
      [two.id, 'test', ['update', 'read'], 'north'],
      [three.id, 'live', ['read', 'update', 'manage'], 'south'],
    ]);
    expect(JSON.stringify(apiKeys)).not.toContain(one.text.slice(22));
  });

  test.each([
    ['secret', 'a whole key of esl-sim keys create as entry 1'],
    [`${one.text},${two.text.slice(0, -1)}`, 'a whole key of esl-sim keys create as entry 2'],
    [`${one.text},`, 'a whole key of esl-sim keys create as entry 2'],
    [`${one.text}:write`, 'scopes of read, update, manage, with + between them as entry 1'],
    [`${one.text}:toString`, 'scopes of read, update, manage, with + between them as entry 1'],
    [`${one.text}:`, 'scopes of read, update, manage, with + between them as entry 1'],
    [`${one.text}@a b`, 'a tenant of letters, digits, dots and dashes as entry 1'],
    [`${one.text}@`, 'a tenant of letters, digits, dots and dashes as entry 1'],
    [`${one.text},${one.text}:read`, 'a key that is not listed before as entry 2'],
  ])('is refused when an entry is wrong, and its value is not echoed (%#)', (API_KEYS, expected) => {
    expect(() => readConfig({ API_KEYS })).toThrow(new ConfigError('API_KEYS', null, expected));
    expect(() => readConfig({ API_KEYS })).toThrow(/^[^_]*API_KEYS[^_]*$/);
  });
});

test('a port that is taken is reported with its variable', () => {
  const line = (port: number, env: Readonly<Record<string, string>>) =>
    startFailure(Object.assign(new Error('taken'), { code: 'EADDRINUSE', port }), env);
  expect(line(81, { PORT: '80', OEPL_PORT: '81' })).toMatch(/^Port 81 .* set OEPL_PORT$/);
  expect(line(80, { PORT: '80', OEPL_PORT: '81' })).toMatch(/^Port 80 .* set PORT$/);
  expect(line(3000, { OEPL_PORT: '3000' })).toMatch(/set PORT$/);
});

test.each([
  [{ code: 'EADDRINUSE', port: 81 }, 'Port 81 of ::1 is taken. Stop what listens there, or set PORT'],
  [
    { code: 'EACCES', syscall: 'listen', port: 81 },
    'Port 81 of ::1 needs rights that this user does not have. Set PORT above 1023',
  ],
  [{ code: 'EACCES', syscall: 'open', path: '/a' }, 'unknown'],
  [{ code: 'EADDRNOTAVAIL' }, 'This machine has no address ::1. Set HOST'],
  [{ code: 'ENOTFOUND' }, 'This machine has no address ::1. Set HOST'],
  [{ code: 'EMFILE' }, 'The server may open too few files. Raise the limit, such as with ulimit -n 4096'],
  [{ code: 'ENFILE' }, 'The server may open too few files. Raise the limit, such as with ulimit -n 4096'],
  [{ name: 'StoreBusy' }, 'DATABASE_URL: the database broke down while the server started. Start again'],
  [{ name: 'StoreError' }, 'DATABASE_URL: unknown'],
  ...['ConfigError', 'DeviceError', 'FontError', 'LayoutError'].map((name) => [{ name }, 'unknown'] as const),
  [{}, 'Error: unknown\n    at stack'],
] as const)('a start that fails with %j is explained', (error, line) => {
  const failure = Object.assign(new Error('unknown'), { stack: 'Error: unknown\n    at stack' }, error);
  expect(startFailure(failure, { HOST: '::1', PORT: '80', OEPL_PORT: '79' })).toBe(line);
});

test('a start with an empty API_KEYS fails, and does not open the server', async () => {
  const { code, stdout, stderr } = await failingStart({ API_KEYS: '' });
  expect([code, stdout, stderr]).toEqual([
    1,
    '',
    'Expected a value for API_KEYS but received "". For the default, unset API_KEYS\n',
  ]);
});

describe('a failed start is explained in one line', () => {
  const expectLine = async (env: Readonly<Record<string, string>>, line: RegExp): Promise<void> => {
    const stderr = expect.stringMatching(new RegExp(`^(?!.*\n.)[^]*${line.source}`)) as unknown;
    expect(await failingStart(env)).toEqual({ code: 1, stdout: '', stderr });
  };

  /** The same in this process, without a start. Other tests check a process's report of a failure. */
  const expectRefusal = async (env: Readonly<Record<string, string>>, line: RegExp): Promise<void> => {
    const [said, stdout] = [[] as string[], { write: (text: string) => said.push(text) }];
    const failure = await serve({
      env: { DATABASE_URL: 'memory:', PORT: '0', ...env },
      stdout,
      clock: () => new Date(),
    }).then(
      () => 'It has started',
      (error: unknown) => startFailure(error, env),
    );
    expect([failure, said]).toEqual([expect.stringMatching(line), []]);
    expect(failure).not.toContain('\n');
  };

  test('for what would change the glyphs', () =>
    expectRefusal({ FREETYPE_PROPERTIES: 'truetype:interpreter-version=35' }, /no value for FREETYPE_PROPERTIES/));

  test('for a font whose file is gone (fault 35)', async () => {
    const hidden = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { existsSync } = fs;
      fs.existsSync = (path) => !/unifont/.test(path) && existsSync(path);
      syncBuiltinESMExports();`;
    await expectLine(
      { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hidden)}` },
      /Expected the file @fontsource\/unifont\S+ for the font unifont but found none\. .+/,
    );
  });

  test('for an address that is not ours', () => expectLine({ HOST: '203.0.113.1' }, /no address 203\.0\.113\.1/));

  test('for an invalid key', () =>
    expectRefusal({ API_KEYS: 'secret' }, /^Expected a whole key .*as entry 1 for API_KEYS but received another$/));

  const { path: folder, at } = temporaryFolder();
  const shipped = {
    DEVICES_DIR: 'devices/waveshare-4.2-b.json',
    LAYOUTS_DIR: 'renderer/layout/documents/minimal.json',
  };
  describe.each(Object.entries(shipped))('for %s', (variable, source) => {
    test.each([
      ['that does not exist', '/no/such/folder', `a folder that exists for ${variable} but received ".+"\\. Create it`],
      ['that is a file', 'file', `a folder for ${variable} but received ".+/file"\\. Name the folder`],
      ['with a file that is wrong', 'wrong', `valid files for ${variable} but .+/wrong"\\. .+/a\\.json: Expected `],
      [
        'with a folder named like a file',
        'deep',
        `a folder with files only .+ for ${variable} but .+Rename the folder`,
      ],
      [
        'with a file whose name is no id',
        'named',
        `files named by .+ for ${variable} but .+/named"\\. Rename "my file`,
      ],
    ])('%s', async (_, name, line) => {
      for (const one of ['wrong', 'named', 'deep/a.json']) mkdirSync(at(one), { recursive: true });
      writeFileSync(at('file'), '');
      writeFileSync(at('wrong/a.json'), '{"vendor": 1}');
      copyFileSync(source, at('named/my file.json'));
      await expectRefusal({ [variable]: resolve(folder, name) }, new RegExp(`^Expected ${line}`));
    });
  });

  test('for an invalid store', async () => {
    const file = at('esl.db');
    writeFileSync(file, 'no database '.repeat(1000));
    await expectRefusal(
      { DATABASE_URL: `sqlite:${file}` },
      /^DATABASE_URL: The store .+esl\.db can't be used: the file is damaged/,
    );
    await expectRefusal({ DATABASE_URL: `sqlite:${file}/more.db` }, /^DATABASE_URL: The store .+ Name another path in/);
    await expectRefusal({ DATABASE_URL: `sqlite:${folder}` }, /^DATABASE_URL: The store .+ the path is no folder/);
  });
});

describe('a start', () => {
  test('prints one line with the address, names variables that are nearly ours, and a stop ends it with code 0', async () => {
    const others = { HOSTNAME: 'till', PORTAGE_NICENESS: '5', PGHOST: 'db', DB_PORT: '5432', LOGNAME: 'till' };
    const server = await startServer({ ...others, RATE_LIMT: '5', LOGLEVEL: 'debug', PORTS: '80' });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.output.stdout).toBe(`ESL simulator: http://localhost:${server.port}/\n`);
    const lines = server.output.stderr.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'The server does not read RATE_LIMT (did you mean RATE_LIMIT?)',
      'The server does not read LOGLEVEL (did you mean LOG_LEVEL?)',
      'The server does not read PORTS (did you mean PORT?)',
    ]);
  });
});
