import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeFont } from '../../fonts/index.js';
import * as library from '../../server/library.js';
import { atSize } from '../support/labels/share.js';
import { packedProject } from '../support/package/packed.js';
import { milk } from '../support/server.js';

const vitest = 'test/exhaustive/node_modules/vitest';
const project = packedProject(atSize<Readonly<Record<string, string>>>({}, { vitest }));
const own = join(project.path, 'node_modules', 'esl-simulator', 'dist');

type Matchers = Readonly<Record<string, readonly [string, ...string[]]>>;
/** The modules of the matchers: declarations, and commands for their tests. */
const matchers: Matchers = {
  jest: ['commonjs/server/snapshots/jest.d.ts', '--experimental-vm-modules', '--no-warnings', 'jest/bin/jest.js'],
  node: ['server/snapshots/node.d.ts', '--test'],
  playwright: ['server/snapshots/playwright.d.ts', '@playwright/test/cli.js', 'test'],
  ...atSize<Matchers>({}, { vitest: ['server/snapshots/vitest.d.ts', resolve(vitest, 'vitest.mjs'), 'run'] }),
};

/** The examples in a file of declarations, by the name of the export. */
function examplesIn(file: string): ReadonlyMap<string, string> {
  const found = readFileSync(join(own, file), 'utf8').matchAll(
    /^ *\* @example\n((?: *\*(?!\/).*\n)+) *\*\/\n *(?:export declare )?(?:async |function )*(\w+)/gm,
  );
  return new Map(Array.from(found, ([, example, name]) => [name!, example!.replaceAll(/^ *\* ?/gm, '')]));
}

/** Examples of drawing functions. */
const examples = new Map(
  readdirSync(own, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts') && !name.startsWith('commonjs') && !name.includes('snapshots'))
    .flatMap((file) => [...examplesIn(file)]),
);

/** Imports files, and prints the console output or the error of each. */
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
  test('has an example of each function', () => {
    const functions = Object.entries(library).filter(
      ([, value]) => typeof value === 'function' && !(value.prototype instanceof Error),
    );
    expect(functions.length).toBeGreaterThan(15);
    expect([...examples.keys()]).toEqual(expect.arrayContaining(functions.map(([name]) => name)));
  });

  test('has examples that run without packages with install scripts, and print what they promise', async () => {
    const modules = [...examples];
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

  test.each(Object.entries(matchers))('has an example of each matcher for %s that passes', async (name, given) => {
    const [file, ...args] = given;
    const settings = { type: 'module', jest: { transform: {} } };
    const code = [...examplesIn(file)];
    expect(code.map(([matcher]) => matcher)).toEqual([
      expect.stringMatching(/atchLabelSnapshot$/),
      expect.stringMatching(/atchLabelSnapshots$/),
      expect.stringMatching(/assLabelLint$/),
    ]);
    project.write({
      [`${name}/package.json`]: JSON.stringify(settings),
      ...Object.fromEntries(code.map(([matcher, text]) => [`${name}/${matcher}.test.js`, text])),
    });
    const runnerArgs = args.map((arg) => (/\.m?js$/.test(arg) ? resolve('node_modules', arg) : arg));
    const { code: exit, said } = await project.node(name, runnerArgs);
    expect([exit, said]).toEqual([0, said]);
    expect(
      readdirSync(join(project.path, name, '__label_snapshots__')).filter((each) => each !== '.diff'),
    ).toHaveLength(2);
  });
});

test('an optional font is used if it is installed in the measured version', async () => {
  const { file, measured } = describeFont('noto-sans-jp-500');
  const other = readFileSync(join('fonts', 'files', describeFont('inter-500').file));
  project.write({
    'japanese.mjs': `import { openSimulator } from 'esl-simulator';
const root = { type: 'box', children: [{ type: 'text', text: '{product_name}', size: 40 }] };
const label = { product_name: '有機牛乳', price: '258.00', unit: '1 L', locale: 'ja-JP', currency: 'JPY', layout: { title: 'T', description: 'D', root } };
console.log((await openSimulator()).render(label).sha256);`,
  });
  const drawn = async () => (await project.node('.', ['japanese.mjs'])).said;
  const without = await drawn();
  expect(without).toMatch(/^[0-9a-f]{64}\n$/);
  // The size in bytes identifies the version: zeros after another font suffice.
  for (const [bytes, isUsed] of [
    [measured.bytes + 1, false],
    [measured.bytes, true],
  ] as const) {
    project.write({ [`node_modules/${file}`]: Buffer.concat([other], bytes) });
    expect([bytes, (await drawn()) !== without]).toEqual([bytes, isUsed]);
  }
});
