import { readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { onFileChanges } from '../server/files/file-changes.js';
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
