import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll } from '@jest/globals';

/** A new project with the packed package, as after `npm install --ignore-scripts`. */
export interface PackedProject {
  readonly path: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  /** Runs Node in a folder of the project. @returns its output, also after a failure */
  node(
    folder: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ code: number; said: string }>;
}

/** Packages with install scripts: the library and the matchers must work without the scripts. */
const withInstallScripts = new Set(['@photostructure']);

/**
 * The path of the packed dist/. Packing takes four seconds, so it runs once per build. The next build removes the file.
 */
export function packed(): string {
  const { product } = JSON.parse(readFileSync(join('dist', '.sources.json'), 'utf8')) as { product: string };
  const archive = join('.build', `${product}.tgz`);
  if (existsSync(archive)) return archive;
  const folder = mkdtempSync(join('.build', 'packing-'));
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const name = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  renameSync(join(folder, name), archive);
  rmSync(folder, { recursive: true });
  return archive;
}

/**
 * Unpacks the package into a project with the packages of this repository.
 * @param others folders of packages that are missing in node_modules, or in another version, by name
 * @param atEnd registers the removal of the project: by default after the tests of the file
 */
export function packedProject(
  others: Readonly<Record<string, string>> = {},
  atEnd: (remove: () => void) => void = afterAll,
): PackedProject {
  const path = mkdtempSync(join(tmpdir(), 'esl-packed-'));
  atEnd(() => {
    rmSync(path, { recursive: true, force: true });
  });
  const modules = join(path, 'node_modules');
  const own = join(modules, 'esl-simulator');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['xzf', packed(), '-C', own, '--strip-components', '1']);
  const link = (name: string) => {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve(others[name] ?? join('node_modules', name)), join(modules, name));
  };
  for (const name of Object.keys(others)) if (!existsSync(join('node_modules', name))) link(name);
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') || withInstallScripts.has(name)) continue;
    if (name.startsWith('@')) for (const inner of readdirSync(join('node_modules', name))) link(`${name}/${inner}`);
    else link(name);
  }

  return {
    path,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
      }
    },
    node: (folder, nodeArgs, env = {}) =>
      new Promise((done) => {
        // CI changes the behaviour of runners; NODE_OPTIONS are those of this test; Playwright refuses to run within jest.
        const own = { CI: '', NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: undefined, JEST_WORKER_ID: undefined };
        const plain = { ...process.env, ...own, ...env };
        const child = execFile(
          process.execPath,
          nodeArgs,
          { cwd: join(path, folder), env: plain },
          (_, stdout, stderr) => {
            done({ code: child.exitCode ?? 1, said: stdout + stderr });
          },
        );
      }),
  };
}
