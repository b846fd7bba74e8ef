import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { openSimulator } from '../../server/library.js';
import { baselineStem } from '../../server/snapshots/names.js';
import { packedProject } from '../support/packed.js';
import { milkLabel as fields } from '../support/server.js';

const jest = resolve('node_modules/jest/bin/jest.js');
const vitest = resolve('node_modules/vitest/vitest.mjs');
const command = 'node_modules/esl-simulator/dist/bin/esl-sim.js';
const project = packedProject();
afterAll(() => {
  project.remove();
});

const milk = `import { openSimulator } from 'esl-simulator';
const simulator = await openSimulator();
const { PRICE: price = '3.50', SKU: sku = '4006381333931' } = process.env;
const fields = { product_name: 'Organic whole milk', price, unit: '1 L', sku, date: '2026-11-20' };
describe('the shelf', () => {
  test('shows milk', () => {
    expect(simulator.render(fields).png).toMatchLabelSnapshot();
    expect(simulator.render({ ...fields, device: 'waveshare-4.2-b' }).png).toMatchLabelSnapshot();
  });
  test.skip('shows cheese', () => {});
  if (process.env.MORE) test('shows more', () => expect(simulator.render(fields).png).toMatchLabelSnapshot());
});
`;
const module = JSON.stringify({ type: 'module' });

/** How the same tests are run by each runner, in a folder of its own. */
const runners = {
  'jest with modules': {
    folder: 'modules',
    files: {
      'modules/package.json': JSON.stringify({
        type: 'module',
        jest: { transform: {}, setupFilesAfterEnv: ['esl-simulator/jest'] },
      }),
      'modules/label.test.js': milk,
    },
    args: ['--experimental-vm-modules', '--no-warnings', jest],
    update: '-u',
    ci: { args: ['--ci'], env: {} },
    json: ['--json', '--outputFile', '../results.json'],
  },
  vitest: {
    folder: 'vite',
    files: {
      'vite/package.json': module,
      'vite/vitest.config.js': "export default { test: { globals: true, setupFiles: ['esl-simulator/vitest'] } };",
      'vite/label.test.js': milk,
    },
    args: [vitest, 'run'],
    update: '-u',
    ci: { args: [], env: { CI: 'true' } },
    json: ['--reporter', 'json', '--outputFile', '../results.json'],
  },
} as const;

describe.each(Object.entries(runners))('a project tested by %s', (_, { folder, files, args, update, ci, json }) => {
  const at = (...names: string[]) => join(project.path, folder, '__label_snapshots__', ...names);
  const baseline = at('label.test.js', 'the-shelf-shows-milk-1.png');
  const difference = at('.diff', 'label.test.js', 'the-shelf-shows-milk-1.png');

  beforeAll(() => {
    project.write(files);
  });

  test('writes new baselines', async () => {
    const { code, said } = await project.node(folder, args);
    expect([code, said]).toEqual([0, said]);
    expect(PNG.sync.read(readFileSync(baseline))).toMatchObject({ width: 296, height: 128 });
    expect(existsSync(at('label.test.js', 'the-shelf-shows-milk-2.png'))).toBe(true);
  });

  test('is told in words what differs; a CI run fails without a baseline, and writes none', async () => {
    const before = readFileSync(baseline);
    const { code, said } = await project.node(folder, [...args, ...ci.args], {
      ...ci.env,
      PRICE: '3.60',
      SKU: '',
      MORE: '1',
    });
    expect(code).toBe(1);
    for (const words of [
      'unit is unchanged but 8 px lower',
      'sku 4006381333931 is removed',
      'price 3.50 → 3.60',
      difference,
    ])
      expect(said).toContain(words);
    expect(readFileSync(baseline)).toEqual(before);
    expect(said).toContain('Expected a baseline __label_snapshots__/label.test.js/the-shelf-shows-more-1.png');
    expect(readdirSync(at('label.test.js'))).toEqual(['the-shelf-shows-milk-1.png', 'the-shelf-shows-milk-2.png']);
    // Three labels, twice as large, and what is between them.
    expect(PNG.sync.read(readFileSync(difference))).toMatchObject({ width: 3 * 2 * 296 + 2 * 8, height: 256 });
    expect(readFileSync(at('.diff', '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('accepts with -u what differs, and says by the results of the run what is obsolete', async () => {
    writeFileSync(at('label.test.js', 'the-shelf-shows-cheese-1.png'), readFileSync(baseline));
    writeFileSync(at('label.test.js', 'the-shelf-shows-butter-1.png'), readFileSync(baseline));
    const { code, said } = await project.node(folder, [...args, update, ...json], { PRICE: '3.60' });
    expect([code, said]).toEqual([0, said]);
    const now = (await openSimulator()).render({ ...fields, price: '3.60' });
    expect(readFileSync(baseline)).toEqual(now.png);
    expect(existsSync(difference)).toBe(false);

    const listed = await project.node('.', [command, 'snapshots', 'results.json', folder]);
    const obsolete = `${folder}/__label_snapshots__/label.test.js/the-shelf-shows-butter-1.png`;
    expect(listed).toEqual({ code: 0, said: `obsolete\t${obsolete}\n` });
    rmSync(join(project.path, folder, 'label.test.js'));
    const pruned = await project.node('.', [command, 'snapshots', 'results.json', folder, '--prune']);
    expect(pruned.said.trim().split('\n')).toHaveLength(4);
    expect(existsSync(baseline)).toBe(false);
  });
});

test('plain jest, without modules, compares images from elsewhere', async () => {
  const simulator = await openSimulator();
  project.write({
    'plain/package.json': JSON.stringify({
      jest: { setupFilesAfterEnv: ['esl-simulator/jest'], injectGlobals: false },
    }),
    'plain/label.png': simulator.render(fields).png,
    'plain/label.test.js': `const { readFileSync } = require('node:fs');
const { expect, jest, test } = require('@jest/globals');
jest.retryTimes(1);
test('no label', () => {
  expect(() => expect('text').toMatchLabelSnapshot()).toThrow('Expected the bytes of a PNG');
  expect(() => expect(Buffer.from('text')).toMatchLabelSnapshot()).toThrow('Expected a PNG');
});
test('label', () => {
  expect(readFileSync('label.png')).toMatchLabelSnapshot();
});`,
  });
  expect(await project.node('plain', [jest])).toMatchObject({ code: 0 });
  project.write({ 'plain/label.png': simulator.render({ ...fields, unit: '2 L' }).png });
  const { code, said } = await project.node('plain', [jest]);
  expect(code).toBe(1);
  expect(said).toContain('unit 1 L → 2 L');
  // Tried again, the test still asks for its first label.
  expect(existsSync(join(project.path, 'plain/__label_snapshots__/label.test.js/label-2.png'))).toBe(false);
});

test('names of tests that differ have files that differ', () => {
  const names = ['milk', 'Milk', 'milk!', 'milk?', 'milk (1 L)', 'a b', 'a-b', 'a  b', 'Käse', 'Kase', '牛乳', '☕'];
  const long = [`${'very '.repeat(30)}long`, `${'very '.repeat(30)}long too`];
  const stems = [...names, ...long].map(baselineStem);
  expect(new Set(stems).size).toBe(stems.length);
  for (const stem of stems) expect(stem).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,89}$/);
  expect(baselineStem('the shelf > shows milk')).toBe(baselineStem('the shelf shows milk'));
});
