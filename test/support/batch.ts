import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { extract, type Header } from 'tar-stream';
import { splitRows, type RowBlock, type Format } from '../../server/batch/rows/split-rows.js';
import { type Reading, readRows } from '../../server/batch/rows/read-rows.js';
import { childEnvironment } from './server.js';
import { type Ran, runHere } from './cli.js';

const program = fileURLToPath(new URL('../../bin/esl-sim.js', import.meta.url));

export const panel = 'solum-m2-2.9-bwr';
/** The step of a label with enough space. */
export const step = { lines: {}, hidden: 0 };

/** `esl-sim batch` in its own process; `kilobytes` limits the size of its files. */
export function startBatch(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  kilobytes?: number,
): ChildProcess {
  const command = [process.execPath, program, 'batch', ...args];
  // --norc: with a socket as standard input, bash assumes a remote shell and reads .bashrc.
  const limit = ['bash', '--norc', '-c', `ulimit -f ${kilobytes} && exec "$@"`, 'bash'];
  const [file, ...rest] = kilobytes === undefined ? command : [...limit, ...command];
  return spawn(file!, rest, { env: { ...childEnvironment(), ...env } });
}

/** Runs `esl-sim batch`: in this process, unless the environment or a limit of file sizes is given. */
export async function batch(
  args: readonly string[],
  { stdin = '', env, kilobytes }: { stdin?: string; env?: Record<string, string>; kilobytes?: number } = {},
): Promise<Ran> {
  if (env === undefined && kilobytes === undefined) return runHere(['batch', ...args], { input: stdin });
  const child = startBatch(args, env, kilobytes);
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout!.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin!.on('error', () => undefined);
  child.stdin!.end(stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: Buffer.concat(stdout), stderr };
}

/** Expects a batch, or a part of one, to end with this error. */
export function expectEnd(running: Promise<unknown>, kind: string, message: string | RegExp): Promise<void> {
  const expected: unknown = typeof message === 'string' ? message : expect.stringMatching(message);
  return expect(running).rejects.toMatchObject({ kind, message: expected });
}

export interface ManifestEntry {
  readonly line: number;
  readonly device?: string;
  readonly file?: string;
  readonly sha256?: string;
  readonly warnings?: readonly { readonly code: string }[];
  readonly problems?: readonly { readonly field: string; readonly reason: string; readonly message: string }[];
}

export function entriesOf(manifest: string): ManifestEntry[] {
  return Array.from(manifest.matchAll(/.+(?=\n)/g), ([line]) => JSON.parse(line) as ManifestEntry);
}

export function filesOf(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('latin1')]),
  );
}

export function csvOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => `Label number ${i},${i}.50,1 L,${4_000_000 + i}\n`);
  return `product_name,price,unit,sku\n${lines.join('')}`;
}

export async function blocksOf(bytes: Buffer, format: Format, sizes: readonly number[] = []): Promise<RowBlock[]> {
  // oxlint-disable-next-line typescript/require-await -- a synchronous stream
  async function* chunks() {
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length] ?? bytes.length;
      yield new Uint8Array(bytes.subarray(at, (at += size)));
    }
  }
  const blocks: RowBlock[] = [];
  for await (const block of splitRows(chunks(), format)) blocks.push(block);
  return blocks;
}

export function rowsOf(blocks: readonly RowBlock[], reading: Reading) {
  return blocks.flatMap((block) => readRows(block, reading).map((row, i) => ({ line: block.lines[i]!, ...row })));
}

/** The members of an archive, as tar-stream reads them. */
export async function membersOf(
  tar: Uint8Array,
): Promise<readonly { readonly header: Header; readonly bytes: Buffer }[]> {
  const members = [];
  for await (const entry of Readable.from([Buffer.from(tar)]).pipe(extract()))
    members.push({ header: entry.header, bytes: await buffer(entry) });
  return members;
}

/** Open files of this process with `part` in their paths. */
export function openFiles(part: string): string[] {
  const open = readdirSync('/proc/self/fd').map((fd) => {
    const path = join('/proc/self/fd', fd);
    // The listed folder itself was open.
    return lstatSync(path, { throwIfNoEntry: false }) ? readlinkSync(path) : '';
  });
  return open.filter((path) => path.includes(part));
}
