import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { useCheckout } from '../support/package/checkout.js';
import { temporaryFolder } from '../support/server.js';

const { at, build, builds } = useCheckout();

test('npm start says in one line that it may not write in the folder', () => {
  const { path, remove } = temporaryFolder();
  for (const name of ['devices', 'fonts', 'renderer', 'server', 'package.json', 'package-lock.json', 'tsconfig.json'])
    symlinkSync(resolve(name), join(path, name));
  cpSync('.ci', join(path, '.ci'), { recursive: true });
  // No user may make a folder of this name, root neither.
  writeFileSync(join(path, '.build'), '');
  const { status, stderr } = spawnSync(process.execPath, ['.ci/build.mjs', 'start'], { cwd: path, encoding: 'utf8' });
  remove();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Expected a folder to write in at \S+ but received EEXIST: .*\. Give this user the right .*\n$/,
  );
  expect(stderr).toContain(path);
});

test('a build is made anew when a source is changed, added or removed, and not when its clock is', async () => {
  const made = async () => {
    await build();
    return builds();
  };
  const first = await made();
  expect(first).toHaveLength(1);
  writeFileSync(at('server/added.ts'), 'export const added = 1;\n');
  const second = await made();
  expect(second).not.toEqual(first);
  expect(existsSync(at('dist/server/added.js'))).toBe(true);
  writeFileSync(at('server/added.ts'), 'export const added = 1;\n');
  expect(await made()).toEqual(second);
  rmSync(at('server/added.ts'));
  expect(await made()).toEqual(first);
  expect(existsSync(at('dist/server/added.js'))).toBe(false);
});
