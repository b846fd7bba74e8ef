import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { packed } from '../support/package/packed.js';

/** Runs a program of a package of `test/exhaustive`. @returns what it prints, whether it finds problems or not */
async function printed(name: string, program: string, ...args: readonly string[]): Promise<string> {
  const path = join('test', 'exhaustive', 'node_modules', name, program);
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args]).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  return stdout;
}

interface Problem {
  readonly kind: string;
  readonly entrypoint?: string;
  readonly resolutionKind?: string;
}

describe('the package', () => {
  test('has no fault that publint finds', async () => {
    expect(await printed('publint', 'src/cli.js', 'run', packed())).toMatch(/All good!\s*$/);
  });

  // The profile leaves out how TypeScript looked for modules before "exports", as Node 10 does: it finds no entry point but the
  // first, Node has not looked like that since version 12, and TypeScript 6 warns of it.
  test('has types that are found however a project looks for them', async () => {
    const args = [packed(), '--profile', 'node16', '--format', 'json'];
    const report = JSON.parse(await printed('@arethetypeswrong/cli', 'dist/index.js', ...args)) as {
      readonly analysis: { readonly problems: readonly Problem[] };
    };
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, object | string>;
    };
    const modules = Object.keys(exports).filter(
      (name) => !/"require"|commonjs|\.json/.test(JSON.stringify(exports[name])),
    );
    // What is a module only can't be required by TypeScript's old rules; its users import it.
    expect(report.analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual(
      modules.map((entrypoint) => ({ kind: 'CJSResolvesToESM', entrypoint, resolutionKind: 'node16-cjs' })),
    );
  });
});
