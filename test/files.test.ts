import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { onFileChanges } from '../server/files/file-changes.js';
import { readInput, readText, readWhole } from '../server/files/read-file.js';
import { placePieces, writeWhole } from '../server/files/write-file.js';
import { temporaryFolder } from './support/server.js';

const { at } = temporaryFolder();

test('a file that cannot be written is named by its own name, and leaves nothing', () => {
  expect(() => {
    writeWhole(at('absent', 'a.png'), Buffer.from('a'));
  }).toThrow(`ENOENT: no such file or directory, open '${at('absent', 'a.png')}'`);
  function* pieces() {
    yield 'half';
    throw new Error('the rest is gone');
  }
  expect(() => {
    placePieces(at('of', 'half.png'), pieces());
  }).toThrow('the rest is gone');
  expect(readdirSync(at('of'))).toEqual([]);
});

describe('an input', () => {
  const chunk = Buffer.alloc(1e6, 'x');
  const stdin = (megabytes: number, more: string) => ({
    stdin: Readable.from([...Array.from({ length: megabytes }, () => chunk), Buffer.from(more)]),
  });

  test.each([
    ['json', 16],
    ['picture', 64],
    ['run', 64],
    ['trace', 256],
  ] as const)('of the kind %s is refused beyond %d MB, from a file as from standard input', async (kind, megabytes) => {
    writeFileSync(at('large'), '');
    truncateSync(at('large'), megabytes * 1e6 + 1);
    const refused = (path: string, received: string) =>
      `Expected at most ${megabytes} MB for ${path} but received ${received}`;
    expect(() => readWhole(at('large'), kind)).toThrow(refused(at('large'), `${megabytes + 1} MB`));
    await expect(readInput('-', stdin(megabytes, 'x'), kind)).rejects.toThrow(refused('standard input', 'more'));
  });

  test('of the largest size is read whole, from a file as from standard input', async () => {
    writeFileSync(at('largest'), '');
    truncateSync(at('largest'), 16e6);
    expect(readWhole(at('largest'), 'json')).toHaveLength(16e6);
    const read = await readInput('-', stdin(15, 'y'.repeat(1e6)), 'json');
    expect([read.length, read.toString('latin1', 15e6 - 1, 15e6 + 1)]).toEqual([16e6, 'xy']);
    expect(await readInput(at('largest'), stdin(0, 'y'), 'json')).toHaveLength(16e6);
  });

  test('has no byte order mark where its text is read', () => {
    writeFileSync(at('marked'), '\ufeffa\ufeffb');
    expect(readText(at('marked'), 'json')).toBe('a\ufeffb');
  });
});

test('work after a change waits for the work before it', async () => {
  writeFileSync(at('watched'), '0');
  const stop = new AbortController();
  let [runs, running, most] = [0, 0, 0];
  await onFileChanges([at('watched')], stop.signal, async () => {
    most = Math.max(most, ++running);
    writeFileSync(at('watched'), `${++runs} more`);
    await wait(300);
    running--;
    if (runs >= 3) stop.abort();
  });
  expect([runs, most]).toEqual([3, 1]);
});
