import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { temporaryFolder } from '../server.js';

/** A copy of the sources, for the tests of a file that build. */
export interface Checkout {
  readonly path: string;
  /** The path of a file or folder in it. */
  readonly at: (path: string) => string;
  readonly startBuild: () => ChildProcess;
  readonly build: () => Promise<void>;
  /** The hashes of the builds that are there. */
  readonly builds: () => readonly string[];
}

export function useCheckout(): Checkout {
  const { path, remove } = temporaryFolder();
  const at = (inner: string) => join(path, inner);
  beforeAll(() => {
    const sources = '.ci devices fonts renderer server package.json package-lock.json tsconfig.json'.split(' ');
    for (const name of sources) cpSync(name, at(name), { recursive: true });
    symlinkSync(resolve('node_modules'), at('node_modules'));
    // A studio of nothing takes a third of the time. No server loads it late: it reads all files of pages when it starts.
    writeFileSync(at('server/page/app/main.tsx'), '');
    writeFileSync(at('server/page/styles/studio.css'), '');
  });
  afterAll(remove);
  const startBuild = () => spawn(process.execPath, ['.ci/build.mjs', 'product'], { cwd: path, stdio: 'ignore' });
  return {
    path,
    at,
    startBuild,
    build: async () => {
      expect(await once(startBuild(), 'close')).toEqual([0, null]);
    },
    builds: () => readdirSync(at('.build')).filter((name) => /^[0-9a-f]{20}$/.test(name)),
  };
}
