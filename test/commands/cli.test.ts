import { describe, expect, test } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadDevices } from '../../devices/index.js';
import { loadLayouts } from '../../renderer/index.js';
import { cli, expectEnd, run, runHere } from '../support/cli.js';
import { startServer, temporaryFolder } from '../support/server.js';
import { listening } from '../support/socket.js';

const { at } = temporaryFolder();

const device = loadDevices().get('solum-m2-2.9-bwr')!;
/** From a file. */
const profile = { ...device, id: undefined };

describe('esl-sim', () => {
  test('lists devices and layouts, own ones too', async () => {
    const env = { DEVICES_DIR: at('own') };
    mkdirSync(env.DEVICES_DIR);
    writeFileSync(join(env.DEVICES_DIR, 'mine.json'), JSON.stringify(profile));
    const devices = await runHere(['devices'], { env });
    expect(devices.stdout.toString()).toMatch(/^mine +296×128 +white black red +M2 2\.9.* oepl$/m);
    const found = await runHere(['devices', '--vendor', 'waveshare', '--colors', '3']);
    expect(found.stdout.toString()).toMatch(/^waveshare-4\.2-b +400×300 /m);
    await expectEnd(['devices', '--size', 'big'], 64, /^error: --size: Expected/);
    const layouts = await runHere(['layouts', '--json']);
    expect(JSON.parse(layouts.stdout.toString())).toEqual([...loadLayouts().values()]);
    rmSync(env.DEVICES_DIR, { recursive: true });
    await expectEnd(['devices'], 1, `ENOENT: no such file or directory, scandir '${env.DEVICES_DIR}'\n`, { env });
  });

  test('has one version, the package’s', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect((await run(['--version'])).stdout.toString()).toBe(`${version}\n`);
  });

  test.each<[string, string, Readonly<Record<string, string>>?]>([
    ['rendr', "error: unknown command 'rendr'\n(Did you mean render?)\n(--help lists the options)\n"],
    [
      'device trmnl --server http://localhost:2300 --once',
      'error: `esl-sim device trmnl` is now `esl-sim panel trmnl`; `esl-sim devices` lists the panels\n',
    ],
    // It would change the glyphs.
    ['devices', 'error: Expected no value for FREETYPE_PROPERTIES but received "x"\n', { FREETYPE_PROPERTIES: 'x' }],
  ])('refuses %s', async (words, stderr, env = {}) => {
    expect(await runHere(words.split(' '), { env })).toMatchObject({ code: 64, stderr });
  });

  test('teaches each command with examples and exit codes', async () => {
    const listed = (await runHere(['--help'])).stdout.toString();
    const names = Array.from(listed.split('Commands:')[1]!.matchAll(/^ {2}([a-z]+)/gm), ([, name]) => name!);
    expect(names).toEqual(expect.arrayContaining(['serve', 'render', 'devices', 'layouts', 'validate', 'completion']));
    for (const name of names.filter((one) => one !== 'help')) {
      const { code, stdout } = await runHere([name, '--help']);
      expect([name, code, stdout.toString()]).toEqual([
        name,
        0,
        expect.stringMatching(/^Usage: [\s\S]+\nExamples:\n {2}\S[\s\S]+\nExit codes:\n {2}0 {3}done\n/),
      ]);
    }
  });
});

describe('esl-sim serve', () => {
  test('serves until it is stopped', async () => {
    const server = await startServer({}, [cli, 'serve']);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.output).toEqual({ stdout: `ESL simulator: http://localhost:${server.port}/\n`, stderr: '' });
  });

  test('explains in one line why it can’t, in the words of the user: options win over variables', async () => {
    const other = createServer();
    const port = await listening(other);
    const env = { PORT: String(port), DATABASE_URL: 'memory:' };
    const message = `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or set`;
    expect(await run(['serve'], { env })).toMatchObject({ code: 1, stderr: `${message} PORT\n` });
    const wrong = { HOST: 'no-host.invalid', PORT: 'x', DATABASE_URL: 'sqlite:/dev/null/esl.db' };
    const words = ['serve', '--host', '127.0.0.1', '--port', String(port), '--database', 'memory:'];
    expect(await run(words, { env: wrong })).toMatchObject({ code: 1, stderr: `${message} --port\n` });
    other.close();
    await expectEnd(['serve', '--port', '65536'], 64, "'--port <n>' argument '65536' is invalid");
    const database = ['serve', '--port', '0', '--database', 'mysql:'];
    await expectEnd(database, 64, /^error: Expected memory:, .* for --database but received "mysql:"\n$/);
  });

  test('ends when it can’t start after its store was opened', async () => {
    const env = { DATABASE_URL: `sqlite:${at('esl.db')}`, DEVICES_DIR: at('none') };
    expect(await run(['serve'], { env })).toMatchObject({ code: 64, stderr: expect.stringContaining('none') });
  });
});

describe('an older Node', () => {
  const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly engines: { readonly node: string };
  };
  /** An npm script with an empty program. */
  const before = (script: string) => [...scripts[script]!.split(' ').slice(1, 3), '-e', '0'];
  /** A program's output in a Node that claims this version. */
  const saidIn = (version: string, words: readonly string[]) => {
    const fake = at('fake-node.cjs');
    writeFileSync(
      fake,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', fake, ...words], { encoding: 'utf8' });
    return [status, stdout, stderr];
  };

  test.each([
    ['esl-sim', [cli]],
    ['npm start', before('start')],
    ['npm test', before('test')],
    ['require', [join('dist', 'commonjs', 'server', 'library.js')]],
    ['require of a matcher', [join('dist', 'commonjs', 'server', 'snapshots', 'node.js')]],
  ])('ends %s with one line', (_, words) => {
    const needed = engines.node.replace('>=', '');
    for (const version of ['20.14.0', '18.20.8'])
      expect(saidIn(version, words)).toEqual([1, '', `Node ${needed} or later is needed, but this is ${version}\n`]);
  });

  test('is known by a file that it can read, and newer ones are let in', () => {
    for (const file of [cli, '.ci/needed-node.cjs'])
      expect(readFileSync(file, 'utf8').replace(/^(#!|\/\/).*/gm, '')).not.toMatch(
        /=>|`|\?[.?]|\b(const|let|class|await|export)\b|import /,
      );
    for (const version of ['20.15.0', '22.0.0']) expect(saidIn(version, [cli, '--version'])[0]).toBe(0);
  });
});

test('the completion of zsh offers the completions that it has read', async () => {
  const script = (await runHere(['completion', 'zsh'])).stdout.toString();
  const [, list] = /local -a (\w+)/.exec(script)!;
  expect(script).toContain(`compadd -- $${list!};`);
});

test.each(['bash', 'zsh', 'fish'])('the completion of %s asks for the words up to the cursor', async (shell) => {
  const script = (await runHere(['completion', shell])).stdout.toString();
  expect(script).toMatch(/\(esl-sim complete -- [^)]/);
  expect((await runHere(['validate', '--help'])).stdout.toString()).toContain('esl-sim validate [options] <files...>');
});

describe('the completion of bash', () => {
  /** A real bash's completions after `line`. */
  async function offered(line: string, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    const bin = at('bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'esl-sim'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 });
    const script = `source <(esl-sim completion bash)
      complete -p esl-sim | grep -q -- '-F _esl_sim' || exit 9
      read -ra COMP_WORDS <<< "$1"; [[ $1 == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
      _esl_sim; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { PATH = '' } = process.env;
    const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', line], {
      env: { PATH: `${bin}:${PATH}`, ...env },
    });
    return stdout.split('\n').filter((word) => word !== '');
  }

  test('offers the candidates for the place, including own panels', async () => {
    const env = { DEVICES_DIR: at('completed') };
    mkdirSync(env.DEVICES_DIR);
    writeFileSync(join(env.DEVICES_DIR, 'ours-1.json'), '{}');
    expect(await offered('esl-sim render --name Milk --device ours', env)).toEqual(['ours-1']);
    expect(await offered('esl-sim validate my')).toEqual([]);
  });

  test.each([
    ['v', 'validate'],
    ['render --lo', '--locale'],
    ['render --view ', 'ink panel tag'],
    ['render -d solum-m2-2.6', 'solum-m2-2.6-bwr'],
    ['render -d hanshow-2.6', 'hanshow-2.6-bwry hanshow-2.66-bwr'],
    ['render --layout pro', 'produce promotion'],
  ])('knows after %j: %j', async (words, expected) => {
    const { stdout } = await runHere(['complete', '--', ...words.split(' ')]);
    expect(stdout.toString().trim().replaceAll('\n', ' ')).toBe(expected);
  });
});

const onLinux = existsSync('/proc/self') ? test : test.skip;

// There mkdir says ENOENT for a folder that exists, on which Node's own recursion never ends.
onLinux(
  'a folder that the system does not make is an error, not an endless wait',
  () => {
    const rows = at('one.csv');
    writeFileSync(rows, 'product_name,price,unit\nMilk,3.50,1 L\n');
    const started = [
      ['panel', 'shim', 'python', '/proc/none/shim'],
      ['batch', rows, '-d', 'solum-m2-2.9-bwr', '-o', '/proc/none'],
      ['serve', '--port', '0', '--database', 'sqlite:/proc/none/esl.db'],
    ].map((args) => spawnSync(process.execPath, [cli, ...args], { timeout: 60_000, killSignal: 'SIGKILL' }));
    for (const { status, stderr } of started)
      expect([status, stderr.toString()]).toEqual([expect.any(Number), expect.stringContaining('/proc/none')]);
  },
  200_000,
);

const whereFull = existsSync('/dev/full') ? test : test.skip;

whereFull('a full disk at standard output is said', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'devices'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect([status, stderr.toString()]).toEqual([
    1,
    'Expected to write standard output but received: ENOSPC: no space left on device, write\n',
  ]);
});

test('files that are too large are refused before they are read', async () => {
  const big = at('big.json');
  writeFileSync(big, '');
  truncateSync(big, 3 * 1024 ** 3);
  const panel = ['-d', 'solum-m2-2.9-bwr'];
  for (const [args, most] of [
    [['panel', 'replay', big], 256],
    [['panel', 'import', 'saleae', big, '-d', 'waveshare-7.5-v2'], 256],
    [['frame', 'encode', big, ...panel], 64],
    [['frame', 'decode', big, ...panel], 64],
    [['lint', big], 16],
    [['validate', big], 16],
    [['render', ...panel, '-l', big, '--name', 'Milk', '--price', '1.00', '--unit', '1 L'], 16],
  ] as const)
    await expectEnd(
      args,
      1,
      new RegExp(`^(\\S+: )?Expected at most ${most} MB for \\S+big.json but received 3222 MB\\n$`),
    );
  rmSync(big);
});
