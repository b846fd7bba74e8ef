import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { call, milk, temporaryFolder } from '../support/server.js';
import { freePort } from '../support/socket.js';

const run = promisify(execFile);
const folder = temporaryFolder();
// Readable by another user.
chmodSync(folder.path, 0o755);

/** A stage of the Dockerfile, in a folder instead of an image. */
interface Stage {
  readonly root: string;
  readonly env: Record<string, string>;
  workdir: string;
  user?: string;
  volume?: string;
  healthcheck?: readonly string[];
  command?: readonly string[];
}

/** The build context after `.dockerignore`. */
function makeContext(): string {
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [all, ...names] = patterns;
  expect([all, names.filter((name) => !/^![\w.-]+$/.test(name))]).toEqual(['*', []]);
  const context = join(folder.path, 'context');
  for (const name of names) cpSync(name.slice(1), join(context, name.slice(1)), { recursive: true });
  return context;
}

/** Follows the steps of the Dockerfile. An unknown instruction is an error. */
async function follow(context: string): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: '', env: {}, workdir: '/' };
  const lines = readFileSync('Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, '');
  for (const [, instruction = '', rest] of lines.matchAll(/^([A-Z]+) +(.*)$/gm)) {
    const words = rest!.split(/ +/);
    const last = words.at(-1)!;
    switch (instruction) {
      case 'FROM':
        expect(words[0]).toMatch(/^node:\d+-slim$/);
        stage = { root: join(folder.path, `stage-${stages.size}`), env: {}, workdir: '/' };
        stages.set(words[1] === 'AS' ? last : '', stage);
        break;
      case 'WORKDIR':
        stage.workdir = last;
        mkdirSync(join(stage.root, last), { recursive: true });
        break;
      case 'COPY': {
        const from = /^--from=(.+)/.exec(words[0]!)?.[1];
        const source = from === undefined ? context : stages.get(from)!.root;
        for (const name of words.slice(from === undefined ? 0 : 1, -1))
          copy(join(source, name), join(stage.root, resolve(stage.workdir, last)), last.endsWith('/'));
        break;
      }
      case 'RUN': {
        const options = { cwd: join(stage.root, stage.workdir), env: environment(stage) };
        if (rest === 'npm ci') await install(options);
        else await run('sh', ['-c', rest!], options);
        break;
      }
      case 'ENV':
        for (const word of words) stage.env[word.split('=')[0]!] = word.split('=')[1]!;
        break;
      case 'USER':
        stage.user = last;
        break;
      case 'VOLUME':
        stage.volume = last;
        break;
      case 'EXPOSE':
        expect(last).toBe(stage.env.PORT);
        break;
      case 'HEALTHCHECK':
        stage.healthcheck = JSON.parse(rest!.slice(rest!.indexOf('['))) as string[];
        break;
      case 'CMD':
        stage.command = JSON.parse(rest!) as string[];
        break;
      default:
        throw new Error(`Expected an instruction of the Dockerfile that this test knows but received ${instruction}`);
    }
  }
  return stage;
}

/**
 * Simulates `npm ci`, which takes 20 s: npm checks the lock and the needed packages, which are copies of those that it installed
 * here from the same lock.
 */
async function install(options: { readonly cwd: string; readonly env: Record<string, string> }): Promise<void> {
  await run('npm', ['ci', '--dry-run'], options);
  const modules = join(options.cwd, 'node_modules');
  mkdirSync(modules);
  const names = readdirSync('node_modules').filter((name) => name !== '.cache');
  const paths = names.map((name) => resolve('node_modules', name));
  // A gigabyte of hard links: later steps remove files, but write only npm's list.
  await run('cp', ['-al', ...paths, modules]).catch(() => run('cp', ['-a', ...paths, modules]));
  const list = '.package-lock.json';
  rmSync(join(modules, list));
  cpSync(join('node_modules', list), join(modules, list));
}

/** Like COPY: the content of a folder, or a file. */
function copy(from: string, to: string, toFolder: boolean): void {
  const isFolder = statSync(from).isDirectory();
  const target = toFolder && !isFolder ? join(to, basename(from)) : to;
  mkdirSync(isFolder ? target : dirname(target), { recursive: true });
  execFileSync('cp', ['-a', isFolder ? `${from}/.` : from, target]);
}

/** The environment of an image, and npm's cache. */
function environment({ env }: Stage, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH, HOME } = process.env;
  return { PATH: PATH!, HOME: HOME!, npm_config_prefer_offline: 'true', ...env, ...more };
}

describe('the Dockerfile', () => {
  test('followed in empty folders gives a healthy server that stores updates', async () => {
    const stage = await follow(makeContext());
    const cwd = join(stage.root, stage.workdir);
    expect(readdirSync(cwd).sort()).toEqual(['LICENSE', 'NOTICE', 'data', 'dist', 'node_modules', 'package.json']);
    expect(existsSync(join(cwd, 'node_modules', 'typescript'))).toBe(false);
    expect([stage.user, stage.env.HOST, stage.volume]).toEqual(['node', '0.0.0.0', '/app/data']);

    const port = await freePort();
    // The image's user "node"; only root can change the user.
    const user = process.getuid!() === 0 ? { uid: 1000, gid: 1000 } : {};
    const options = { cwd, ...user, env: environment(stage, { PORT: String(port), HOME: '/' }) };
    const healthy = () => {
      const [program, ...args] = stage.healthcheck!;
      return run(program!, args, options).then(
        () => true,
        () => false,
      );
    };
    expect(await healthy()).toBe(false);
    const [program, ...args] = stage.command!;
    const server = spawn(program!, args, { ...options, stdio: 'ignore' });
    try {
      while (server.exitCode === null && !(await healthy()));
      const { status, body } = await call(`http://127.0.0.1:${port}/api/esl/update`, { body: milk });
      expect([status, body.label.revision]).toEqual([200, 1]);
      expect(readdirSync(join(stage.root, stage.volume!))).toContain('esl.db');
      server.kill('SIGTERM');
      expect(await once(server, 'exit')).toEqual([0, null]);
    } finally {
      server.kill('SIGKILL');
    }
  }, 900_000);
});
