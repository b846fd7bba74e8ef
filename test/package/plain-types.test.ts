import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  comparePngs,
  decodePng,
  frameOfPng,
  loadDevices,
  openSimulator,
  withoutMetadata,
} from '../../server/library.js';
import { milkLabel, temporaryFolder } from '../support/server.js';
import { atSize } from '../support/labels/share.js';
import { packed } from '../support/package/packed.js';

const project = temporaryFolder();
const packages = ['esl-simulator', 'esl-label'];
const homeOf = (name: string) => join(project.path, 'node_modules', name);
for (const name of packages) mkdirSync(homeOf(name), { recursive: true });
execFileSync('tar', ['xzf', resolve(packed()), '-C', homeOf('esl-simulator'), '--strip-components', '1']);
execFileSync(process.execPath, ['.ci/packages.mjs', homeOf('esl-label')]);

/** Compilers by version. `npm run exhaustive` installs the others. */
const compilers = atSize(
  ['node_modules/typescript'],
  [
    'node_modules/typescript',
    ...['typescript', 'typescript59', 'typescript56', 'typescript54'].map(
      (name) => `test/exhaustive/node_modules/${name}`,
    ),
  ],
).map((path) => {
  const { version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { version: string };
  return [version, resolve(path, 'bin/tsc')] as const;
});

/** Module, resolution, and the type of the project's package. */
const settings = [
  ['NodeNext', 'NodeNext', 'module'],
  ['NodeNext', 'NodeNext', 'commonjs'],
  ['Node16', 'Node16', 'module'],
  ['Node16', 'Node16', 'commonjs'],
  ['ESNext', 'Bundler', 'module'],
] as const;
/** TypeScript 7 does not know it, and 6 reports it as deprecated. */
const oldSettings = ['CommonJS', 'Node10', 'commonjs'] as const;

const cases = compilers.flatMap(([version, compiler]) =>
  [...settings, ...(version.startsWith('5.') ? [oldSettings] : [])].map(
    ([module, resolution, type]) => [version, type, module, resolution, compiler] as const,
  ),
);

/** Uses of a package: all of its declarations without a test runner. */
const uses = (name: string) => `import { comparePngs, openSimulator, type RenderedLabel } from '${name}';
import { matchLabelSnapshot } from '${name}/node';
export * from '${name}';
export async function check(): Promise<Uint8Array> {
  const { png }: RenderedLabel = (await openSimulator()).render({ price: '1.00', product_name: 'x', unit: 'y' });
  const compared = comparePngs(png, new Uint8Array(png));
  if (!compared.match && compared.reason === 'pixels') compared.count.toFixed();
  await matchLabelSnapshot({ after: () => undefined }, png);
  // @ts-expect-error a price is a text
  (await openSimulator()).render({ price: 1, product_name: 'x', unit: 'y' });
  return png;
}
`;

describe('without types of Node, strict and with skipLibCheck: false,', () => {
  test.each(cases)(
    'TypeScript %s compiles both packages in a %s with %s, %s',
    (_, type, module, resolution, compiler) => {
      writeFileSync(join(project.path, 'package.json'), JSON.stringify({ type }));
      const compilerOptions = {
        ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, types: [] },
        ...{ target: 'ES2022', lib: ['ES2022'], module, moduleResolution: resolution },
      };
      for (const name of packages) writeFileSync(join(project.path, `${name}.ts`), uses(name));
      const files = packages.map((name) => `${name}.ts`);
      writeFileSync(join(project.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      let printed = '';
      try {
        execFileSync(process.execPath, [compiler], { cwd: project.path, encoding: 'utf8' });
      } catch (error) {
        printed = (error as { readonly stdout: string }).stdout;
      }
      expect(printed).toBe('');
    },
  );
});

test.each(packages)(
  'no declaration of %s names a type of Node, or arrays as only TypeScript 5.7 knows them',
  (name) => {
    const declarations = readdirSync(homeOf(name), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.d\.[cm]?ts$/.test(file),
    );
    expect(declarations.length).toBeGreaterThan(100);
    const naming = declarations.flatMap((file) => {
      const code = readFileSync(join(homeOf(name), file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
      const found = /\bBuffer\b|\bNodeJS\b|['"]node:|['"](fs|stream|http|events|buffer)['"]|types="node"|\dArray</.exec(
        code,
      );
      return found ? [`${file}: ${found[0]}`] : [];
    });
    expect(naming).toEqual([]);
  },
);

test('functions whose declarations take a Uint8Array take one that is no Buffer', async () => {
  const { png } = (await openSimulator()).render(milkLabel);
  const bytes = new Uint8Array(png);
  const device = loadDevices().get('solum-m2-2.9-bwr')!;
  expect(comparePngs(bytes, bytes).match).toBe(true);
  expect(decodePng(bytes)).toEqual(decodePng(png));
  expect(frameOfPng(bytes, device)).toEqual(frameOfPng(png, device));
  expect(withoutMetadata(bytes)).toEqual(withoutMetadata(png));
});
