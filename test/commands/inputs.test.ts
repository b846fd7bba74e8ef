import { beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { cli } from '../support/cli.js';
import { share } from '../support/labels/share.js';
import { childEnvironment, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
/** Milliseconds. Starting a process takes some on a busy machine. */
const maxMs = 30_000;

/** How a shell makes things that are no usable file. */
const odd: Readonly<Record<string, string>> = {
  pipe: 'mkfifo "$0"',
  device: 'ln -s /dev/zero "$0"',
  folder: 'mkdir "$0"',
  missing: 'ln -s /nowhere "$0"',
  huge: 'dd if=/dev/null of="$0" bs=1 seek=1000000000',
  foreign: `printf '\\000\\001 not one of ours' > "$0"`,
};

beforeAll(() => {
  for (const [name, command] of Object.entries(odd)) {
    mkdirSync(folder.at(name));
    execFileSync('sh', ['-c', command, folder.at(`${name}/aims.json`)], { stdio: 'ignore' });
  }
});

async function end(args: readonly string[], env: Readonly<Record<string, string>> = {}, stdin?: string) {
  const words =
    stdin === undefined ? [cli, ...args] : ['-c', 'exec "$0" "$@" < "$FROM"', process.execPath, cli, ...args];
  const child = spawn(stdin === undefined ? process.execPath : 'sh', words, {
    env: { ...childEnvironment(), PORT: '0', DATABASE_URL: 'memory:', FROM: stdin, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxMs,
    killSignal: 'SIGKILL',
  });
  let [stderr, started] = ['', false];
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    if (!chunk.toString().startsWith('ESL simulator')) return;
    started = true;
    child.kill('SIGTERM');
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, started, lines: stderr.trimEnd().split('\n'), stderr };
}

describe('a start', () => {
  const settings = ['DEVICES_DIR', 'LAYOUTS_DIR', 'VENDORS_DIR'];
  test.each(
    share(
      settings.flatMap((variable) => Object.keys(odd).map((name) => [variable, name])),
      4,
    ),
  )(
    'with a %s that has a file that is %s ends with a line that names both',
    async (variable, name) => {
      const { code, started, lines } = await end(['serve'], { [variable]: folder.at(name), VENDORS: 'aims' });
      expect([code, started, lines.length]).toEqual([64, false, 1]);
      expect(lines[0]).toContain(variable);
      expect(lines[0]).toContain('aims.json');
    },
    maxMs,
  );

  const all = [...Object.keys(odd), 'absent'];
  // A folder is what the settings want, and a new database may be anywhere.
  const named = [...settings, 'DATABASE_URL'].flatMap((variable) =>
    all
      .filter((name) => !(variable === 'DATABASE_URL' ? /absent|missing/ : /folder/).test(name))
      .map((name) => [variable, name] as const),
  );
  test.each(share(named, 4))(
    'whose %s itself is %s ends with a line that names it, and changes nothing',
    async (variable, name) => {
      const path = folder.at(name === 'absent' ? 'absent' : `${name}/aims.json`);
      const value = variable === 'DATABASE_URL' ? `sqlite:${path}` : path;
      const { code, started, lines } = await end(['serve'], { [variable]: value });
      expect([variable === 'DATABASE_URL' ? 1 : 64, false, 1, lines]).toEqual([code, started, lines.length, lines]);
      expect(lines[0]).toContain(variable);
      expect(readdirSync(folder.at(name === 'absent' ? '.' : name)).filter((each) => /-(wal|shm)$/.test(each))).toEqual(
        [],
      );
    },
    maxMs,
  );

  test.each(['DELETE', 'WAL'])(
    'leaves the database of another program as it is, in the journal mode %s',
    async (mode) => {
      const path = folder.at(`places-${mode}.sqlite`);
      const database = new DatabaseSync(path);
      database.exec(
        `PRAGMA journal_mode = ${mode}; CREATE TABLE labels (id TEXT); INSERT INTO labels VALUES ('x'); PRAGMA user_version = 7`,
      );
      database.close();
      const md5 = () => createHash('md5').update(readFileSync(path)).digest('hex');
      const before = md5();
      const { code, lines } = await end(['serve'], { DATABASE_URL: `sqlite:${path}` });
      expect([code, lines]).toEqual([1, [expect.stringContaining('another program wrote it')]]);
      expect(md5()).toBe(before);
      expect(readdirSync(folder.path).filter((name) => name.startsWith(`places-${mode}.sqlite-`))).toEqual([]);
    },
    maxMs,
  );
});

describe('a command', () => {
  const device = ['--device', 'solum-m2-2.9-bwr'];
  const encoding = ['--encoding', 'ssd1680-bwr'];
  /** The arguments of each command that names a file, with the path in place of `@`. */
  const commands: readonly (readonly string[])[] = [
    ['validate', '@'],
    ['render', '--content', '@', ...device, '-o', '/dev/null'],
    ['render', ...device, '--layout', '@', '--name', 'a', '--price', '1.00', '--unit', '1 L', '-o', '/dev/null'],
    ['frame', 'encode', '@', ...device, ...encoding, '-o', '/dev/null'],
    ['frame', 'decode', '@', ...device, ...encoding, '-o', '/dev/null'],
    ['lint', '@', ...device],
    ['panel', 'replay', '@'],
    ['panel', 'import', 'saleae', '@', ...device, '-o', '/dev/null'],
    ['snapshots', '@'],
    ['compare', '@', '@'],
  ];
  const cases = commands.flatMap((args) => {
    const takesFolders = /^(snapshots|compare)$/.test(args[0]!);
    const names = Object.keys(odd).filter((name) => !(takesFolders && name === 'folder'));
    return names.map((name) => [args.slice(0, 3).join(' '), name, args] as const);
  });
  test.each(share(cases, 5))(
    '%s with a file that is %s ends with a few lines',
    async (_, name, args) => {
      const path = folder.at(`${name}/aims.json`);
      const { code, lines, stderr } = await end(args.map((word) => (word === '@' ? path : word)));
      expect([1, 64, 65]).toContain(code);
      expect(lines.length).toBeLessThan(4);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
    maxMs,
  );

  test.each([
    ['render', '--content', '-', ...device, '-o', '/dev/null'],
    ['frame', 'encode', '-', ...device, ...encoding, '-o', '/dev/null'],
    ['frame', 'decode', '-', ...device, ...encoding, '-o', '/dev/null'],
    ['lint', '-', ...device],
    ['panel', 'replay', '-'],
  ])(
    '%s %s %s bounds standard input',
    async (...args) => {
      const { code, lines } = await end(args, {}, '/dev/zero');
      const said = /^Expected at most \d+ MB for standard input but received more$/;
      expect([code, lines]).toEqual([1, [expect.stringMatching(said)]]);
    },
    maxMs,
  );
});
