import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { packedProject } from '../support/package/packed.js';
import { examples } from '../support/package/readme-examples.js';

const compiler = resolve('node_modules/typescript/bin/tsc');

/** What the compiler says of files in a project made from nothing. */
async function compiled(files: Readonly<Record<string, string>>, options: object = {}, type = 'module') {
  const project = packedProject();
  const usual = { strict: true, module: 'NodeNext', target: 'ES2022', noEmit: true, skipLibCheck: true };
  const compilerOptions = { ...usual, ...options };
  project.write({
    'package.json': JSON.stringify({ type }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...compilerOptions, types: ['node'] },
      files: Object.keys(files),
    }),
    ...files,
  });
  const result = await project.node('.', [compiler]);
  project.remove();
  return result;
}

/** Uses the library, right and wrong. */
const library = `import { comparePngs, type LabelFields, openSimulator } from 'esl-simulator';
const fields: LabelFields = { price: '1.00', product_name: 'x', unit: 'y' };
// @ts-expect-error a price is a text
export const wrong: LabelFields = { price: 1, product_name: 'x', unit: 'y' };
const { png, sha256 } = (await openSimulator()).render(fields);
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
const modules = {
  'library.ts': library,
  'jest.test.ts': jest,
  'node.test.ts': node,
  'playwright.spec.ts': playwright,
};
/** What a CommonJS file has no await for. */
const late = (code: string) =>
  code.replace(
    'const simulator = await openSimulator();',
    'declare const simulator: import("esl-simulator").Simulator;',
  );
const commonJs = {
  'library.ts': late(library)
    .replace('(await openSimulator())', 'simulator')
    .replace('const { png', 'declare const simulator: import("esl-simulator").Simulator;\nconst { png'),
  'jest.test.ts': late(modules['jest.test.ts']),
  'node.test.ts': late(node),
  'playwright.spec.ts': playwright,
};

describe('the types of the package are those of its library, and know the matchers in the examples of the README and no other', () => {
  test('of modules', async () => {
    expect(await compiled(modules)).toEqual({ code: 0, said: '' });
  });

  test('of modules that a bundler resolves', async () => {
    const resolution = { module: 'ESNext', moduleResolution: 'Bundler' };
    expect(await compiled(modules, resolution)).toEqual({ code: 0, said: '' });
  });

  test.each(['Node16', 'NodeNext'])('of CommonJS, as %s resolves it', async (module) => {
    expect(await compiled(commonJs, { module }, 'commonjs')).toEqual({ code: 0, said: '' });
  });
});
