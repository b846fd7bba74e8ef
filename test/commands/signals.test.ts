import { describe, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { cli } from '../support/cli.js';
import { childEnvironment, endAfterwards, temporaryFolder } from '../support/server.js';

const { at } = temporaryFolder();
const [pipe, otherPipe] = [at('pipe'), at('other-pipe')];
const device = ['--device', 'solum-m2-2.9-bwr'];

/**
 * Commands that run until a signal, with what they wait for: a pipe that no program writes to, standard input, or changes. Commands that
 * read a pipe whole end without a writer: see `commands/inputs`.
 */
const commands: readonly (readonly [string, readonly string[]])[] = [
  ['serve', ['serve', '--port', '0', '--database', 'memory:']],
  ['batch of a pipe', ['batch', pipe, '--input-format', 'csv', ...device, '--out', at('out')]],
  ['batch of standard input', ['batch', '-', '--input-format', 'csv', ...device, '--out', at('in')]],
  ['batch --watch', ['batch', at('rows.csv'), ...device, '--out', at('watched'), '--watch']],
  ['lint of a pipe', ['lint', otherPipe, '--input-format', 'csv', ...device]],
  ['lint of standard input', ['lint', '-', ...device]],
  ['render of standard input', ['render', ...device, '--content', '-', '-o', at('label.png')]],
  ['frame of standard input', ['frame', 'decode', '-', ...device, '-o', at('frame.png')]],
  ['panel listen', ['panel', 'listen', '--device', 'waveshare-7.5-v2', '--tcp', '0']],
  ['panel replay of standard input', ['panel', 'replay', '-', ...device, '--out', at('replayed')]],
  ['panel trmnl', ['panel', 'trmnl', '--server', 'http://127.0.0.1:9', '--out', at('trmnl')]],
];

/** Runs a command, sends it one signal, and resolves with its end. */
async function stopped(args: readonly string[], signal: 'SIGINT' | 'SIGTERM') {
  const child = spawn(process.execPath, [cli, ...args], { env: childEnvironment(), stdio: 'pipe' });
  endAfterwards(() => child.kill('SIGKILL'));
  const [said, ended] = [text(child.stderr), once(child, 'close') as Promise<[number | null, string | null]>];
  child.stdout.resume();
  await Promise.race([ended, delay(5_000)]);
  const before = { code: child.exitCode, signal: child.signalCode };
  const begin = performance.now();
  child.kill(signal);
  const [code, endedBy] = await ended;
  return { before, code, endedBy, said: await said, ms: performance.now() - begin };
}

(platform() === 'win32' ? describe.skip : describe)('one signal ends', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'every command within five seconds: %s',
    async (signal) => {
      for (const folder of ['out', 'in', 'watched', 'trmnl', 'replayed']) mkdirSync(at(folder), { recursive: true });
      for (const path of [pipe, otherPipe]) execFileSync('sh', ['-c', 'test -p "$0" || mkfifo "$0"', path]);
      writeFileSync(at('rows.csv'), 'product_name,price,unit\nMilk,1.00,1 L\n');
      const ends = commands.map(async ([name, args]) => {
        const { before, code, endedBy, said, ms } = await stopped(args, signal);
        // Without a handler, the signal itself ends a command.
        const isDescribed = code === 0 || endedBy === signal || said !== '';
        return { name, before, isDescribed, isFast: ms < 5_000, said: before.code === null && isDescribed ? '' : said };
      });
      const before = { code: null, signal: null };
      expect(await Promise.all(ends)).toEqual(
        commands.map(([name]) => ({ name, before, isDescribed: true, isFast: true, said: '' })),
      );
    },
    60_000,
  );
});
