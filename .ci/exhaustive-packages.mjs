// Installs the packages for `npm run exhaustive` and for tools, unless they are newer than their lock in test/exhaustive/.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = 'test/exhaustive';
const lock = `${folder}/package-lock.json`;
const installed = `${folder}/node_modules/.package-lock.json`;

export function installExhaustivePackages() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write(`Installing the packages of ${folder} …\n`);
  const { status } = spawnSync('npm', ['ci', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`Expected npm ci in ${folder} to succeed but it ended with ${status}`);
}

const { resolve: pathOf } = createRequire(resolve(folder, 'package.json'));

/** Installs the packages if necessary, and imports one of them. */
export async function importExhaustive(name) {
  installExhaustivePackages();
  const module = await import(pathToFileURL(pathOf(name)).href);
  return module.default ?? module;
}

if (process.argv[1] === import.meta.filename) installExhaustivePackages();
