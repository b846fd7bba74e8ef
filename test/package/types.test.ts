import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { packedProject } from '../support/package/packed.js';
import { examples } from '../support/package/pages.js';

const compiler = resolve('node_modules/typescript/bin/tsc');

/** Right and wrong uses of the library. */
const library = `import { comparePngs, type LabelFields, openSimulator } from 'esl-simulator';
const fields: LabelFields = { price: '1.00', product_name: 'x', unit: 'y' };
// @ts-expect-error a price is a text
export const wrong: LabelFields = { price: 1, product_name: 'x', unit: 'y' };
const simulator = await openSimulator();
const { png, sha256 } = simulator.render(fields);
const compared = comparePngs(png, png);
if (!compared.match && compared.reason === 'pixels') compared.count.toFixed();
// @ts-expect-error no number
sha256.toFixed();
`;

const wrong = '// @ts-expect-error no such matcher\nexpect(1).toMatchNothing();\n';
const node = `${examples['label.test.mjs']!}
// @ts-expect-error no test
matchLabelSnapshot(1, new Uint8Array());
`;
const playwright = examples['label.spec.ts']! + wrong;
const jest =
  examples['label.test.js']!.replace('/vitest', '/jest').replace("from 'vitest'", "from '@jest/globals'") + wrong;
/** Code without top-level await, for CommonJS. */
const late = (code: string) =>
  code.replace(
    'const simulator = await openSimulator();',
    'declare const simulator: import("esl-simulator").Simulator;',
  );
const files = { 'library.ts': library, 'jest.test.ts': jest, 'node.test.ts': node, 'playwright.spec.ts': playwright };
const commonJs = { ...files, 'library.ts': late(library), 'jest.test.ts': late(jest), 'node.test.ts': late(node) };

describe('the types of the package are those of its library, and know the matchers in the examples of the pages and no other', () => {
  const project = packedProject();
  const inFolder = (folder: string, all: object) =>
    Object.fromEntries(Object.entries(all).map(([name, text]) => [`${folder}/${name}`, text as string]));
  project.write({
    'package.json': '{"type":"module"}',
    ...inFolder('modules', files),
    ...inFolder('commonjs', { 'package.json': '{"type":"commonjs"}', ...commonJs }),
  });

  test.each([
    ['NodeNext', 'NodeNext', ['modules', 'commonjs']],
    ['Node16', 'Node16', ['commonjs']],
    ['ESNext', 'Bundler', ['modules']],
  ])('as module %s with the resolution %s sees them in %j', async (module, moduleResolution, include) => {
    const usual = { strict: true, target: 'ES2022', noEmit: true, skipLibCheck: false, types: ['node'] };
    const config = { compilerOptions: { ...usual, module, moduleResolution }, include };
    project.write({ [`${module}.json`]: JSON.stringify(config) });
    expect(await project.node('.', [compiler, '--project', `${module}.json`])).toEqual({ code: 0, said: '' });
  });
});
