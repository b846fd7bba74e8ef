import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { openSimulator } from '../../../server/library.js';
import { launchOptions } from '../browser.js';
import { packedProject } from './packed.js';
import { examples } from './pages.js';

const example = (name: string) => ({ [name]: examples[name]! });

const jest = resolve('node_modules/jest/bin/jest.js');
const vitestPackage = 'test/exhaustive/node_modules/vitest';
const vitest = resolve(vitestPackage, 'vitest.mjs');
const playwright = resolve('node_modules/@playwright/test/cli.js');
const command = 'node_modules/esl-simulator/dist/bin/esl-sim.js';
/** A runner's syntax for tests. */
interface Dialect {
  readonly head: string;
  readonly test: (name: string, code: string) => string;
  /** Statements that match a label, and a label on each panel. */
  readonly one: (png: string, options?: string) => string;
  readonly many: (fields: string, devices: string) => string;
  readonly more?: string;
}

/** The same tests for each runner. */
const tests = ({ head, test: one, one: ask, many, more = '' }: Dialect) => `${head}
const { PRICE: price = '3.50', SKU: sku = '4006381333931', DATE: date = '2026-11-20', MORE, FEWER } = process.env;
const fields = { product_name: 'Organic whole milk', unit: '1 L', price: '3.50', date: '2026-11-20' };
const big = { ...fields, device: 'waveshare-4.2-b' };
const milk = { ...fields, price, sku };
${one(
  'shows milk',
  `${ask('simulator.render(milk).png')}
  ${ask('simulator.render(big).png', "'milk on the big tag'")}
  if (!FEWER) ${ask('simulator.render(big).png')}`,
)}
${one('is masked', ask('simulator.render({ ...fields, date }).png', "{ mask: ['date'] }"))}
${one('is on panels', many('fields', "['solum-m2-2.9-bwr', 'waveshare-4.2-b']"))}
if (MORE) ${one('shows more', ask('simulator.render(fields).png'))}
${more}`;

const expectDialect = {
  test: (name: string, code: string) => `test(${JSON.stringify(name)}, async () => {\n  ${code}\n});`,
  one: (png: string, options = '') => `expect(${png}).toMatchLabelSnapshot(${options});`,
  many: (fields: string, devices: string) => `await expect(${fields}).toMatchLabelSnapshots(${devices});`,
};

/** More tests for jest and vitest: equal names, concurrent tests, and retries. */
const twins = `for (const each of [fields, big]) test('twin', () => expect(simulator.render(each).png).toMatchLabelSnapshot());
const tick = () => new Promise((done) => setTimeout(done, 5));
const atOnce = (product_name, ask) => async () => {
  for (const unit of ['1 L', '2 L']) {
    await tick();
    ask(simulator.render({ ...fields, product_name, unit }).png);
  }
};
let attempts = 0;
const again = () => {
  expect(simulator.render(fields).png).toMatchLabelSnapshot();
  if (++attempts === 1) throw new Error('again');
  expect(simulator.render(big).png).toMatchLabelSnapshot();
};
`;
const jestMore = `${twins}
for (const name of ['a', 'b']) test.concurrent('at once ' + name, atOnce(name, (png) => expect(png).toMatchLabelSnapshot()));
describe('tried', () => {
  jest.retryTimes(1);
  test('again', again);
});
`;
const vitestMore = `${twins}
for (const name of ['a', 'b'])
  test.concurrent('at once ' + name, ({ expect }) => atOnce(name, (png) => expect(png).toMatchLabelSnapshot())());
describe('tried', () => {
  test('again', { retry: 1 }, again);
});
`;
const twinBaselines = 'twin-1 twin.2-1 at-once-a-1 at-once-a-2 at-once-b-1 at-once-b-2 tried-again-1 tried-again-2'
  .split(' ')
  .map((name) => `${name}.png`);

interface Runner {
  readonly file: string;
  readonly files: () => Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly baselines?: readonly string[];
  /** Options of an accepting run, and of a CI run. */
  readonly update: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> };
  readonly ci: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> };
  /** The advice for a missing baseline, and for a changed label. */
  readonly write: string;
  readonly accept: string;
  readonly json?: readonly string[];
  /** Whether the runner's summary counts the labels. */
  readonly counts?: true;
}

/** The page's label during a run. */
let shop: Server;

const runners = {
  'jest as it comes': {
    file: 'label.test.js',
    files: () => ({
      'package.json': '{}',
      ...example('commonjs.test.js'),
      'label.test.js': tests({
        ...expectDialect,
        head: `require('esl-simulator/jest');
let simulator;
beforeAll(async () => (simulator = await require('esl-simulator').openSimulator()));`,
        // Jest 30 waits for hooks before concurrent tests.
        more: jestMore,
      }),
    }),
    args: [jest],
    baselines: twinBaselines,
    update: { args: ['-u'] },
    ci: { args: ['--ci'] },
    write: 'a CI run writes none: run the test without --ci',
    accept: 'run the test with -u',
    json: ['--json', '--outputFile', 'run.json'],
    counts: true,
  },
  vitest: {
    file: 'shelf.test.js',
    files: () => ({
      'package.json': '{ "type": "module" }',
      'vitest.config.js': "export default { test: { globals: true, setupFiles: ['esl-simulator/vitest'] } };",
      ...example('label.test.js'),
      ...example('milk.test.js'),
      'shelf.test.js': tests({
        ...expectDialect,
        head: "const simulator = await (await import('esl-simulator')).openSimulator();",
        more: vitestMore,
      }),
    }),
    args: [vitest, 'run'],
    baselines: twinBaselines,
    update: { args: ['-u'] },
    ci: { env: { CI: 'true' } },
    write: 'vitest writes none where CI is set: run the test without CI, or with -u',
    accept: 'run the test with -u',
    json: ['--reporter', 'json', '--outputFile', 'run.json'],
  },
  "Node's own test runner": {
    // Node.js 22 and later runs folders that are named like tests.
    file: 'shelf.test.mjs.labels',
    files: () => ({
      'package.json': '{}',
      ...example('label.test.mjs'),
      'shelf.test.mjs': tests({
        head: `import { test } from 'node:test';
import { openSimulator } from 'esl-simulator';
import { matchLabelSnapshot, matchLabelSnapshots } from 'esl-simulator/node';
const simulator = await openSimulator();`,
        test: (name, code) => `test(${JSON.stringify(name)}, async (t) => {\n  ${code}\n});`,
        one: (png, options) => `matchLabelSnapshot(t, ${png}${options ? `, ${options}` : ''});`,
        many: (fields, devices) => `await matchLabelSnapshots(t, ${fields}, ${devices});`,
        more: "for (const each of [fields, big]) test('twin', (t) => matchLabelSnapshot(t, simulator.render(each).png));",
      }),
    }),
    args: ['--test'],
    baselines: ['twin-1.png', 'twin.2-1.png'],
    update: { env: { UPDATE_SNAPSHOTS: '1' } },
    ci: { env: { CI: 'true' } },
    write: 'none is written where CI is set: run the test without CI, or with UPDATE_SNAPSHOTS=1',
    accept: 'run the test with UPDATE_SNAPSHOTS=1',
  },
  'Playwright Test': {
    file: 'shelf.spec.js',
    files: () => {
      const use = {
        baseURL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
        launchOptions: launchOptions(),
      };
      return {
        'package.json': '{}',
        'playwright.config.js': `module.exports = { workers: 1, reporter: 'list', use: ${JSON.stringify(use)} };`,
        ...example('label.spec.ts'),
        'shelf.spec.js': tests({
          ...expectDialect,
          head: `const { expect, test } = require('esl-simulator/playwright');
const { openSimulator } = require('esl-simulator');
let simulator;
test.beforeAll(async () => {
  simulator = await openSimulator();
});`,
          one: (png, options = '') => `await expect(${png}).toMatchLabelSnapshot(${options});`,
          more: `test('made by the page', async ({ page }) => {
  await page.setContent('<p>No label</p><img>');
  const bytes = simulator.render(fields).png.toString('base64');
  await page.locator('img').evaluate(async (image, bytes) => {
    await new Promise((done) => setTimeout(done, 50));
    image.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))]));
  }, bytes);
  await expect(page.locator('img')).toMatchLabelSnapshot('blob');
  await page.locator('img').evaluate((image, bytes) => (image.src = 'data:image/png;base64,' + bytes), bytes);
  await expect(page.locator('img')).toMatchLabelSnapshot('data');
  await expect(expect(page.locator('p')).toMatchLabelSnapshot()).rejects.toThrow('Expected an <img>');
  // The page shows the label a little later.
  await page.locator('img').evaluate((image, bytes) => {
    image.src = 'data:image/png;base64,' + bytes.other;
    setTimeout(() => (image.src = 'data:image/png;base64,' + bytes.awaited), 150);
  }, { other: simulator.render(big).png.toString('base64'), awaited: bytes });
  await expect(page.locator('img')).toMatchLabelSnapshot('data');
});`,
        }),
      };
    },
    args: [playwright, 'test'],
    baselines: ['blob.png', 'data.png'],
    update: { args: ['--update-snapshots'] },
    ci: { env: { CI: 'true' } },
    write:
      'none is written where CI is set, or with --update-snapshots=none: run the test without CI, or with --update-snapshots',
    accept: 'run the test with --update-snapshots',
  },
} satisfies Readonly<Record<string, Runner>>;
export type RunnerName = keyof typeof runners;

/** Tests of the matchers with these runners, each in a new project. */
export function testRunners(...names: readonly RunnerName[]): void {
  const project = packedProject(names.includes('vitest') ? { vitest: vitestPackage } : {});
  beforeAll(async () => {
    const butter = { product_name: 'Butter', price: '5.49', unit: '250 g', date: '2026-11-20' };
    const { png } = (await openSimulator()).render(butter);
    shop = createServer(({ url }, response) => {
      response.setHeader('Content-Type', url!.endsWith('.png') ? 'image/png' : 'text/html');
      response.end(url!.endsWith('.png') ? png : '<img alt="Shelf label" src="/labels/butter.png" width="99">');
    });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    shop.close();
  });

  describe.each(names.map((name) => [name, runners[name]] as const))(
    'a project made from nothing, tested by %s,',
    (name, runner: Runner) => {
      const { file, files, args, baselines = [], update, ci, json = [], counts } = runner;
      const folder = name.replace(/\W+/g, '-');
      const at = (...names: string[]) => join(project.path, folder, '__label_snapshots__', ...names);
      const run = (how: Runner['ci'], env: Readonly<Record<string, string>> = {}) =>
        project.node(folder, [...args, ...(how.args ?? [])], { ...how.env, ...env });
      const usual = ['is-masked-1.png', 'milk-on-the-big-tag.png', 'shows-milk-1.png', 'shows-milk-2.png'];
      const before = [...usual, ...baselines].sort();
      const pngs = () =>
        readdirSync(at(file))
          .filter((each) => each.endsWith('.png'))
          .sort();
      const sizeOf = (path: string) => {
        const { width, height } = PNG.sync.read(readFileSync(path));
        return [width, height];
      };

      test('writes new baselines, says which, and finds them equal', async () => {
        project.write(Object.fromEntries(Object.entries(files()).map(([path, code]) => [`${folder}/${path}`, code])));
        const first = await run({});
        expect([first.code, first.said]).toEqual([0, first.said]);
        expect(pngs()).toEqual(before);
        expect(readdirSync(at(file, 'is-on-panels-1')).sort()).toEqual(['solum-m2-2.9-bwr.png', 'waveshare-4.2-b.png']);
        expect(first.said).toContain(`${before.length + 2} baselines written: __label_snapshots__/${file}/`);
        if (counts) expect(first.said).toMatch(/^Snapshots: +\d+ written, (?:\d+ passed, )?\d+ total$/m);
        // Each test file reports it, including the examples of pages.
        const testFiles = Object.keys(files()).filter((path) => /\.(test|spec)\./.test(path));
        expect(first.said.match(/\d baselines? written: /g)).toHaveLength(testFiles.length);
        expect(sizeOf(at(file, 'shows-milk-1.png'))).toEqual([296, 128]);
        expect(sizeOf(at(file, 'milk-on-the-big-tag.png'))).toEqual([400, 300]);
      });

      test('reports differences in words, with pictures; a CI run writes no baseline', async () => {
        const kept = readFileSync(at(file, 'shows-milk-1.png'));
        rmSync(at(file, 'is-on-panels-1', 'waveshare-4.2-b.png'));
        const { code, said } = await run(ci, { PRICE: '3.60', SKU: '', DATE: '2026-11-21', MORE: '1' });
        expect(code).toBe(1);
        for (const words of ['sku 4006381333931 is removed', 'price 3.50 → 3.60', runner.write, runner.accept])
          expect(said).toContain(words);
        expect(said).not.toContain('baselines written');
        expect(said).not.toContain('date 2026');
        expect(said).toContain('1 of 2 panels differs from is-on-panels-1:');
        expect(said).toContain(`Expected a baseline __label_snapshots__/${file}/shows-more-1.png`);
        expect(pngs()).toEqual(before);
        expect(readFileSync(at(file, 'shows-milk-1.png'))).toEqual(kept);

        const [strip, actual] = ['shows-milk-1.png', 'shows-milk-1.actual.png'].map((each) => at('.diff', file, each));
        expect(said).toContain(strip!);
        // Three labels at scale 2, and the gaps.
        expect(sizeOf(strip!)).toEqual([3 * 2 * 296 + 2 * 8, 256]);
        expect(readFileSync(at('.diff', file, 'shows-milk-1.expected.png'))).toEqual(kept);
        expect(sizeOf(actual!)).toEqual([296, 128]);
        expect(sizeOf(at('.diff', file, 'shows-milk-1.difference.png'))[0]).toBe(296);
        for (const each of ['shows-more-1.actual.png', 'is-on-panels-1/waveshare-4.2-b.actual.png']) {
          expect(said).toContain(at('.diff', file, each));
          expect(existsSync(at('.diff', file, each))).toBe(true);
        }
        expect(readFileSync(at('.diff', '.gitignore'), 'utf8')).toBe('*\n');
      });

      test('accepts what differs, and can list what is obsolete', async () => {
        const accepting = { ...update, args: [...(update.args ?? []), ...json] };
        const { code, said } = await run(accepting, { PRICE: '3.60', FEWER: '1' });
        expect([code, said]).toEqual([0, said]);
        const milk = { product_name: 'Organic whole milk', unit: '1 L', sku: '4006381333931' };
        const now = (await openSimulator()).render({ ...milk, price: '3.60', date: '2026-11-20' });
        expect(readFileSync(at(file, 'shows-milk-1.png'))).toEqual(now.png);
        expect(existsSync(at('.diff', file, 'shows-milk-1.png'))).toBe(false);
        expect(existsSync(at('.diff', file, 'shows-milk-1.actual.png'))).toBe(false);

        project.write({ [`${folder}/__label_snapshots__/gone.test.js/milk-1.png`]: now.png });
        const results = json.length > 0 ? ['run.json', '.'] : [];
        const listed = await project.node(folder, [join(project.path, command), 'snapshots', ...results]);
        const names = (listed.said.match(/__label_snapshots__.*/g) ?? []).map((path) => path.replaceAll('\\', '/'));
        expect([listed.code, names]).toEqual([
          66,
          ['gone.test.js/milk-1.png', `${file}/shows-milk-2.png`].map((path) => `__label_snapshots__/${path}`).sort(),
        ]);
      });
    },
  );
}
