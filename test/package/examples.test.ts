import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as library from '../../server/library.js';
import { packedProject } from '../support/packed.js';
import { milk } from '../support/server.js';

const project = packedProject();
afterAll(() => {
  project.remove();
});
const own = join(project.path, 'node_modules', 'esl-simulator', 'dist');

/** The examples in the declarations of the package, by what they are of. */
const examples = new Map<string, string>();
for (const file of readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts')))
  for (const [, example, name] of readFileSync(join(own, file), 'utf8').matchAll(
    /^ *\* @example\n((?: *\*(?!\/).*\n)+) *\*\/\n *(?:export declare )?(?:async |function )*(\w+)/gm,
  ))
    examples.set(name === 'toMatchLabelSnapshot' ? file : name!, example!.replaceAll(/^ *\* ?/gm, ''));

/** Imports the files that it is given, and prints what each says on the console, or how it fails. */
const runner = `import { format } from 'node:util';
const { log } = console;
const said = {};
for (const name of process.argv.slice(2)) {
  const lines = (said[name] = []);
  console.log = (...values) => lines.push(format(...values));
  await import(\`./\${name}.mjs\`).catch((error) => lines.push(error.stack));
}
log(JSON.stringify(said));
`;

describe('the documentation', () => {
  test('has an example of each function and matcher', () => {
    const functions = Object.entries(library).filter(
      ([, value]) => typeof value === 'function' && !(value.prototype instanceof Error),
    );
    expect(functions.length).toBeGreaterThan(15);
    expect([...examples.keys()]).toEqual(expect.arrayContaining(functions.map(([name]) => name)));
    for (const file of ['server/snapshots/vitest.d.ts', 'commonjs/server/snapshots/jest.d.ts'])
      expect([...examples.keys()]).toContain(file);
  });

  test('has examples that run, without a package that has an install script, and print what they say', async () => {
    const modules = [...examples].filter(([name]) => !name.includes('/'));
    project.write({ 'run.mjs': runner, ...Object.fromEntries(modules.map(([name, code]) => [`${name}.mjs`, code])) });
    const { said } = await project.node('.', ['run.mjs', ...modules.map(([name]) => name)]);
    const expected = modules.map(([name, code]) => [
      name,
      Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => line),
    ]);
    expect(JSON.parse(said)).toEqual(Object.fromEntries(expected));
    expect(expected.filter(([, lines]) => lines!.length === 0)).toEqual([]);
    expect(readdirSync(join(project.path, 'node_modules'))).not.toContain('@photostructure');
    const { png } = (await library.openSimulator()).render({ ...milk, date: '2026-11-20' });
    expect(readFileSync(join(project.path, 'label.png'))).toEqual(png);
  });

  test.each([
    [
      'jest',
      'commonjs/server/snapshots/jest.d.ts',
      ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'],
    ],
    ['vitest', 'server/snapshots/vitest.d.ts', ['node_modules/vitest/vitest.mjs', 'run']],
  ])('has an example of the matcher for %s that passes', async (name, file, [...args]) => {
    const settings = { type: 'module', jest: { transform: {} } };
    project.write({
      [`${name}/package.json`]: JSON.stringify(settings),
      [`${name}/label.test.js`]: examples.get(file)!,
    });
    const runnerArgs = args.map((arg) => (arg.startsWith('node_modules') ? resolve(arg) : arg));
    const { code, said } = await project.node(name, runnerArgs);
    expect([code, said]).toEqual([0, said]);
    expect(readdirSync(join(project.path, name, '__label_snapshots__', 'label.test.js'))).toEqual(['milk-1.png']);
  });
});
