import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openSimulator } from '../../server/library.js';
import { temporaryFolder } from '../support/server.js';
import { rowsOf } from '../support/tables/table.js';

const tools = resolve('test/exhaustive/node_modules');
const project = temporaryFolder();
const at = (...names: string[]) => join(project.path, ...names);

const bread = { product_name: 'Vollkornhaferbrot 한글', price: '3.50', unit: '1 L' };
const fields = { ...bread, date: '2026-11-20', locale: 'de-DE' };
const shop = '{ "name": "shop", "version": "1.0.0", "type": "module" }';
const draw = `import { openSimulator } from 'esl-label';
const { sha256 } = (await openSimulator()).render(${JSON.stringify(fields)});
console.log(sha256);
`;
const typed = (runner: string, from: string) => `import { openSimulator } from 'esl-label';
import 'esl-label/${runner}';
import { expect } from '${from}';
const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L', date: '2026-11-20' };
export async function check() {
  const simulator = await openSimulator();
  expect(simulator.render(milk)).toMatchLabelSnapshot();
  expect(simulator.render(milk).png).toMatchLabelSnapshot({ name: 'a', mask: ['date'] });
  await expect(milk).toMatchLabelSnapshot();
  await expect(milk).toMatchLabelSnapshots(['solum-m2-2.9-bwr']);
  // @ts-expect-error no such option
  expect(milk).toMatchLabelSnapshot({ names: 'a' });
  // @ts-expect-error no such matcher
  expect(1).toMatchNothing();
}
`;

const run = (program: string, ...args: string[]): string => runIn(project.path, program, ...args);

function runIn(cwd: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([0, stdout + stderr]);
  return stdout;
}

/** The path of the packed package. */
function packed(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return resolve(`dist/packages/esl-label-${version}.tgz`);
}

/** Packed and installed as by a user, from the registry. */
beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'packages'], { stdio: 'ignore' });
  writeFileSync(at('package.json'), shop);
  run('npm', 'install', '--no-audit', '--no-fund', packed());
  writeFileSync(at('draw.mjs'), draw);
}, 300_000);

describe('esl-label, installed from its file,', () => {
  test('takes at most 60 MB and 12 packages', () => {
    expect(run('npm', 'ls', '--all', '--parseable').trim().split('\n').length - 1).toBeLessThanOrEqual(12);
    expect(Number(run('du', '-sm', 'node_modules').split('\t')[0])).toBeLessThanOrEqual(60);
  });

  test.each([
    ['Node', process.execPath, []],
    ['Bun', join(tools, '@oven/bun-linux-x64/bin/bun'), []],
    ['Deno', join(tools, '@deno/linux-x64-glibc/deno'), ['run', '--allow-all']],
  ])('draws the same pixels in %s', async (_, program, args) => {
    const { sha256 } = (await openSimulator()).render(fields);
    expect(run(program, ...args, 'draw.mjs').trim()).toBe(sha256);
  });

  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const yarnSettings = `nodeLinker: pnp\nenableTelemetry: false\nnpmRegistryServer: '${registry}'\nunsafeHttpWhitelist: ['*']\n`;
  test.each([
    ['pnpm', 'pnpm/bin/pnpm.cjs', [], {}],
    [
      'Yarn, in Plug’n’Play',
      '@yarnpkg/cli-dist/bin/yarn.js',
      ['node'],
      { '.yarnrc.yml': yarnSettings, 'yarn.lock': '' },
    ],
  ])('draws the same pixels after an installation by %s', async (_, manager, node, files) => {
    const other = temporaryFolder();
    const written = { 'package.json': shop, 'draw.mjs': draw, ...files };
    for (const [name, text] of Object.entries(written)) writeFileSync(join(other.path, name), text);
    const program = join(tools, manager);
    runIn(other.path, process.execPath, program, 'add', `esl-label@file:${packed()}`);
    const { sha256 } = (await openSimulator()).render(fields);
    const drawn = runIn(other.path, process.execPath, ...(node.length > 0 ? [program, ...node] : []), 'draw.mjs');
    expect(drawn.trim()).toBe(sha256);
  });

  const compilers = ['typescript', 'typescript59'].map((name) => join(tools, name, 'bin/tsc'));
  const usual = ['--strict', '--target', 'es2022', '--noEmit', '--types', 'node', '--skipLibCheck', 'false'];
  test.each([
    ['vitest3', 'vitest', 'vitest'],
    ['vitest4', 'vitest', 'vitest4'],
    ['vitest5', 'vitest', 'vitest5'],
    ['jest', 'jest', ''],
  ])(
    'has types for %s that compile with skipLibCheck: false',
    (name, runner, from) => {
      const modules = at('node_modules');
      // Copies of what the runner's types import: links would lead out of the project.
      const copied = new Set<string>();
      const home = from === '' ? resolve('node_modules') : tools;
      const add = (source: string, to: string) => {
        if (copied.has(to) || !existsSync(source)) return;
        copied.add(to);
        cpSync(source, join(modules, to), { recursive: true, dereference: true });
        addDependencies(source);
      };
      const addDependencies = (source: string) => {
        const { dependencies = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
          dependencies?: Record<string, string>;
        };
        for (const each of Object.keys(dependencies)) {
          const own = join(source, 'node_modules', each);
          if (existsSync(own)) addDependencies(own);
          else add(join(home, each), each);
        }
      };
      if (from === '') add(resolve('node_modules/@jest/globals'), '@jest/globals');
      else {
        add(join(tools, from), 'vitest');
        // Version 5 leaves it to the project.
        add(join(tools, 'vite'), 'vite');
      }
      add(resolve('node_modules/@types/node'), '@types/node');
      writeFileSync(at(`${name}.ts`), typed(runner, runner === 'jest' ? '@jest/globals' : 'vitest'));
      for (const compiler of compilers)
        for (const [module, resolution] of rowsOf('nodenext → nodenext | node16 → node16 | esnext → bundler')) {
          const options = [...usual, '--module', module, '--moduleResolution', resolution];
          run(process.execPath, compiler, ...options, `${name}.ts`);
        }
      for (const each of copied) rmSync(join(modules, each), { recursive: true, force: true });
      expect(readdirSync(modules)).toContain('esl-label');
    },
    300_000,
  );
});
