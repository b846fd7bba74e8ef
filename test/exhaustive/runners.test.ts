import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { packedProject } from '../support/package/packed.js';
import { examples } from '../support/package/pages.js';
import { endAfterwards } from '../support/server.js';
import { testRunners } from '../support/package/runners.js';

testRunners('vitest', "Node's own test runner", 'Playwright Test');

const packages = 'test/exhaustive/node_modules';
const jest = resolve('node_modules/jest/bin/jest.js');
const commonjs = '@babel/plugin-transform-modules-commonjs';
const project = packedProject(
  Object.fromEntries(['ts-jest', 'typescript', commonjs].map((name) => [name, `${packages}/${name}`])),
);

/** The CommonJS example with imports, which a compiler converts to require(). */
const imported = examples['commonjs.test.js']!.replace(
  /const (.*) = require\('(.*)'\)/g,
  "import $1 from '$2'",
).replace(/^require\(('.*')\)/gm, 'import $1');

describe('the examples of the pages', () => {
  test.each(['vitest2', 'vitest', 'vitest4', 'vitest5'])(
    'pass with %s, whose types know the matchers',
    async (version) => {
      const folder = `${packages}/${version}`;
      const { version: installed } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
      expect(installed.split('.')[0]).toBe(/\d/.exec(version)?.[0] ?? '3');
      const other = packedProject({ vitest: folder }, endAfterwards);
      const code = examples['label.test.js']!;
      const wrong = '// @ts-expect-error no such matcher\nexpect(1).toMatchNothing();\n';
      const options = { strict: true, module: 'NodeNext', target: 'ES2022', noEmit: true, skipLibCheck: true };
      other.write({
        'package.json': '{ "type": "module" }',
        'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, types: ['node'] }, files: ['typed.ts'] }),
        'label.test.js': code,
        'typed.ts': code + wrong,
      });
      const ran = await other.node('.', [resolve(folder, 'vitest.mjs'), 'run']);
      const typed = await other.node('.', [resolve('test/exhaustive/node_modules/typescript/bin/tsc')]);
      expect([ran.code, ran.said]).toEqual([0, ran.said]);
      expect(ran.said).toContain('1 baseline written: __label_snapshots__/label.test.js/milk-1.png');
      expect(typed).toEqual({ code: 0, said: '' });
    },
  );

  test('pass with the modules of jest', async () => {
    const code = examples['label.test.js']!.replace('/vitest', '/jest').replace(
      "from 'vitest'",
      "from '@jest/globals'",
    );
    project.write({ 'modules/package.json': '{ "type": "module" }', 'modules/label.test.js': code });
    const ran = await project.node('modules', ['--experimental-vm-modules', '--no-warnings', jest]);
    expect([ran.code, ran.said]).toEqual([0, ran.said]);
  });

  test('pass with jest where a compiler makes CommonJS of imports: Babel, and ts-jest, which looks at types', async () => {
    const babel = ['babel-jest', { plugins: [commonjs] }];
    const typed = imported
      .replace('{ openSimulator }', '{ openSimulator, type Simulator }')
      .replace('let simulator', 'let simulator: Simulator');
    project.write({
      'compiled/package.json': JSON.stringify({ jest: { transform: { '\\.ts$': 'ts-jest', '\\.js$': babel } } }),
      'compiled/label.test.js': imported,
      'compiled/label.test.ts': `import { beforeAll, expect, test } from '@jest/globals';\n${typed}`,
    });
    const ran = await project.node('compiled', [jest]);
    expect([ran.code, ran.said]).toEqual([0, ran.said]);
    expect(ran.said).toMatch(/Tests: +4 passed/);
  });
});
