import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { packed } from '../support/package/packed.js';
import { temporaryFolder } from '../support/server.js';

/**
 * Runs a program of a package of `test/exhaustive`. It prints to a file, as `process.exit` would lose data in a pipe.
 * @returns its output, also after a failure
 */
function printed(name: string, program: string, ...args: readonly string[]): string {
  const { path } = temporaryFolder();
  const output = join(path, 'output');
  const file = openSync(output, 'w');
  const script = join('test', 'exhaustive', 'node_modules', name, program);
  // With CI, there are colours in files, too.
  const env = { ...process.env, CI: '', NO_COLOR: '1' };
  spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', file, 'inherit'], env });
  closeSync(file);
  const text = readFileSync(output, 'utf8');
  return text;
}

interface Problem {
  readonly kind: string;
  readonly entrypoint?: string;
  readonly resolutionKind?: string;
}

describe('the package', () => {
  test('has no fault that publint finds', () => {
    expect(printed('publint', 'src/cli.js', 'run', packed())).toMatch(/All good!\s*$/);
  });

  // The profile omits the module resolution before "exports", of Node 10: it finds only the first entry point, and TypeScript 6
  // warns of it.
  test('has types that are found however a project looks for them', () => {
    const args = [packed(), '--profile', 'node16', '--format', 'json'];
    const report = JSON.parse(printed('@arethetypeswrong/cli', 'dist/index.js', ...args)) as {
      readonly analysis: { readonly problems: readonly Problem[] };
    };
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, object | string>;
    };
    const modules = Object.keys(exports).filter(
      (name) => !/"require"|commonjs|\.json/.test(JSON.stringify(exports[name])),
    );
    // An ES module can't be required by TypeScript's old rules; its users import it.
    expect(report.analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual(
      modules.map((entrypoint) => ({ kind: 'CJSResolvesToESM', entrypoint, resolutionKind: 'node16-cjs' })),
    );
  });
});
