import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { ExitCode, Io } from '../../server/commands/io.js';
import { runProgram } from '../../server/commands/program.js';
import { childEnvironment } from './server.js';

export const cli = fileURLToPath(new URL('../../bin/esl-sim.js', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export async function run(
  args: readonly string[],
  { env = {}, cwd, input = '' }: { env?: Readonly<Record<string, string>>; cwd?: string; input?: string } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env: { ...childEnvironment(), ...env }, stdio: 'pipe' });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr: stderr.toString() };
}

interface RunHere {
  readonly env?: Io['env'];
  /** The working folder of this process during the run. */
  readonly cwd?: string;
  readonly input?: string;
  /** Standard input, in place of `input`. */
  readonly stdin?: PassThrough;
  readonly terminal?: boolean;
  readonly interruption?: AbortSignal;
  /** Receives the text of standard error as it is written. */
  readonly onError?: (text: string) => unknown;
}

/** Runs `esl-sim` in this process. @returns its output and exit code */
export async function runHere(
  args: readonly string[],
  { env = {}, cwd = '.', input = '', stdin: given, terminal = false, interruption, onError }: RunHere = {},
): Promise<Ran> {
  const [stdin, stdout, stderr] = [given ?? new PassThrough(), new PassThrough(), new PassThrough()];
  if (onError) stderr.on('data', (chunk: Buffer) => onError(chunk.toString()));
  if (!given) stdin.end(input);
  // Read concurrently: the command waits for a slow reader.
  const written = Promise.all([buffer(stdout), buffer(stderr)]);
  let code: ExitCode = 0;
  const before = process.cwd();
  process.chdir(cwd);
  await runProgram(args, {
    stdin,
    stdout: Object.assign(stdout, { isTTY: terminal }),
    stderr,
    env,
    cores: 1,
    clock: () => new Date('2026-11-20T22:10:06Z'),
    interruption: () => interruption ?? new AbortController().signal,
    end: (given) => {
      code = given;
    },
  });
  process.chdir(before);
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, stdout: out, stderr: err.toString() };
}

/** Expects `esl-sim` to end with this code, and with a text in standard error. */
export async function expectEnd(
  args: readonly string[],
  code: number,
  said: string | RegExp,
  options: RunHere = {},
): Promise<void> {
  const ran = await runHere(args, options);
  const text: unknown = typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said);
  expect([args, ran.code, ran.stderr]).toEqual([args, code, text]);
}
