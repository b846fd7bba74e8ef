import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../support/server.js';

test('npm start reports a read-only folder in one line', () => {
  const { path } = temporaryFolder();
  for (const name of ['devices', 'fonts', 'renderer', 'server', 'package.json', 'package-lock.json', 'tsconfig.json'])
    symlinkSync(resolve(name), join(path, name));
  cpSync('.ci', join(path, '.ci'), { recursive: true });
  // No user, not even root, can create this folder.
  writeFileSync(join(path, '.build'), '');
  const { status, stderr } = spawnSync(process.execPath, ['.ci/build.mjs', 'start'], { cwd: path, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Expected a folder to write in at \S+ but received EEXIST: .*\. Give this user the right .*\n$/,
  );
  expect(stderr).toContain(path);
});

test('a build depends on the names and contents of sources, not on their times', async () => {
  const { filesOf, hashOf } = (await import(pathToFileURL(resolve('.ci/builds.mjs')).href)) as {
    filesOf: (path: string) => string[];
    hashOf: (files: readonly string[]) => string;
  };
  const { path } = temporaryFolder();
  const hash = () => hashOf(filesOf(path));
  const put = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
  };
  put('a.ts', 'a');
  const first = hash();
  put('b.ts', 'b');
  const second = hash();
  put('b.ts', 'c');
  const third = hash();
  expect(new Set([first, second, third]).size).toBe(3);
  put('b.ts', 'b');
  utimesSync(join(path, 'b.ts'), 0, 0);
  expect(hash()).toBe(second);
  rmSync(join(path, 'b.ts'));
  expect(hash()).toBe(first);
});
