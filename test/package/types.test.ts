import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { packedProject } from '../support/packed.js';

const compiler = resolve('node_modules/typescript/bin/tsc');

/** What the compiler says of files in a project made from nothing. `others` is as {@link packedProject} takes it. */
async function compiled(files: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) {
  const project = packedProject(others);
  const compilerOptions = { strict: true, module: 'NodeNext', target: 'ES2022', noEmit: true, skipLibCheck: true };
  project.write({
    'package.json': JSON.stringify({ type: 'module' }),
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

describe('the types of the package', () => {
  const [, example] = /```js\n\/\/ label.test.js\n([^`]*)```/.exec(readFileSync('README.md', 'utf8'))!;
  test.each([
    ['vitest', '3', 'vitest', 'vitest'],
    ['vitest', '4', 'vitest', 'vitest4'],
    ['jest', '30', '@jest/globals', '@jest/globals'],
  ])(
    'are those of its library, and know the matcher of %s %s in the example of the README and no other',
    async (matcher, major, runner, here) => {
      expect(readFileSync(`node_modules/${here}/package.json`, 'utf8')).toContain(`"version": "${major}.`);
      const code = example!.replace("'esl-simulator/vitest'", `'esl-simulator/${matcher}'`);
      const files = {
        'library.ts': library,
        'label.test.ts': `${code.replace("from 'vitest'", `from '${runner}'`)}
// @ts-expect-error no such matcher
expect(1).toMatchNothing();
`,
      };
      expect(await compiled(files, { [runner]: here })).toEqual({ code: 0, said: '' });
    },
  );
});
