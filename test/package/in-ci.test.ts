import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { openSimulator } from '../../server/library.js';
import { writeRecord } from '../../server/snapshots/record.js';
import { run } from '../support/cli.js';
import { milkLabel, temporaryFolder } from '../support/server.js';

const text = readFileSync('docs/in-ci.md', 'utf8');
const action = parse(readFileSync('action.yml', 'utf8')) as { inputs: Record<string, { default: string }> };
const folder = temporaryFolder();

test('each line of esl-sim in docs/in-ci.md runs, and ends as documented', async () => {
  const simulator = await openSimulator();
  const put = (name: string, bytes: Uint8Array | string) => {
    mkdirSync(join(folder.path, name, '..'), { recursive: true });
    writeFileSync(join(folder.path, name), bytes);
  };
  put('prices.csv', 'product_name,price,unit\nOrganic whole milk,3.60,1 L\n');
  put('expected/0000002.png', simulator.render(milkLabel).png);
  put('run.json', '{"testResults":[]}');
  put('a.test.js', '');
  put('__label_snapshots__/.diff/a.test.js/milk-1.actual.png', simulator.render(milkLabel).png);
  const failed = { testName: 'milk', ordinal: 1, whole: false, used: ['milk-1.png'], time: Date.now() };
  writeRecord(join(folder.path, 'a.test.js'), { complete: false, tests: [failed] });
  const lines = [...new Set(Array.from(text.matchAll(/npx esl-sim ([^`'"\n>]*)/g), ([, line]) => line!.trim()))];
  // Drawing comes first, accepting last.
  const sorted = lines.toSorted((a, b) => order(a) - order(b));
  const ends: [string, number | null][] = [];
  for (const line of sorted) ends.push([line, (await run(line.split(' '), { cwd: folder.path })).code]);
  expect(ends).toEqual([
    ['batch prices.csv --device solum-m2-2.9-bwr --date 2026-11-20 --out actual', 0],
    ['compare expected actual --report report.html --junit junit.xml', 66],
    ['compare expected actual --json', 66],
    ['snapshots --report report.html', 66],
    ['snapshots run.json', 0],
    ['compare expected actual --accept', 0],
  ]);
});

function order(line: string): number {
  return line.startsWith('batch') ? 0 : line.endsWith('--accept') ? 2 : 1;
}

test('docs/in-ci.md has the inputs and their defaults as action.yml has them, and YAML that can be read', () => {
  const rows = Array.from(text.matchAll(/^\| `([a-z-]+)` +\| (?:`([^`]*)`)?/gm), ([, name, value]) => [
    name,
    value ?? '',
  ]);
  const inputs = Object.entries(action.inputs).map(([name, input]) => [name, name === 'token' ? '' : input.default]);
  expect(rows).toEqual(inputs);
  const blocks = Array.from(text.matchAll(/```yaml\n([^]*?)```/g), ([, block]) => block!);
  expect(blocks.map((block) => typeof parse(block))).toEqual(['object', 'object', 'object']);
});

test('our own workflow leaves out each file that needs the browser where it does not run', () => {
  const { env } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as { env: { NEED_THE_BROWSER: string } };
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const needing = files.filter((file) =>
    /\b(useSite|useBrowser|sharedBrowser|launchBrowser)\(/.test(readFileSync(join('test', file), 'utf8')),
  );
  expect(needing.length).toBeGreaterThan(20);
  const leftOut = files.filter((file) => new RegExp(env.NEED_THE_BROWSER).test(`/dist/test/${file}`));
  expect(needing.filter((file) => !leftOut.includes(file))).toEqual([]);
  expect(leftOut.filter((file) => !needing.includes(file) && !file.startsWith('page/'))).toEqual([]);
});

test('docs/in-ci.md keeps the reports where labels differ, and no others than the commands write', () => {
  const [, gitlab, azure] = Array.from(text.matchAll(/```yaml\n([^]*?)```/g), ([, block]) => parse(block!) as object);
  expect(gitlab).toMatchObject({
    labels: { artifacts: { when: 'always', paths: ['report.html', 'actual'], reports: { junit: 'junit.xml' } } },
  });
  const { steps } = azure as { steps: readonly Readonly<Record<string, unknown>>[] };
  const kept = steps.filter((step) => !('script' in step));
  const whenever = { condition: 'succeededOrFailed()' };
  expect(kept).toMatchObject([
    { ...whenever, inputs: { testResultsFiles: 'junit.xml' } },
    { ...whenever, publish: 'report.html' },
  ]);
  const [, jenkins] = /```groovy\n([^]*?)```/.exec(text)!;
  expect(jenkins).toMatch(
    /post \{\s+always \{\s+junit 'junit.xml'\s+archiveArtifacts artifacts: 'report.html', allowEmptyArchive/,
  );
});
