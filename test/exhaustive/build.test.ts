import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { runs } from '../support/labels/share.js';
import { dataUri } from '../support/pictures/picture-files.js';
import { call, milkLabel, type RunningServer, startServer, temporaryFolder } from '../support/server.js';

/** A copy of the sources. */
const { path: cwd, at } = temporaryFolder();
beforeAll(() => {
  const sources = '.ci devices fonts renderer server package.json package-lock.json tsconfig.json'.split(' ');
  for (const name of sources) cpSync(name, at(name), { recursive: true });
  symlinkSync(resolve('node_modules'), at('node_modules'));
  // An empty studio takes a third of the time. Servers read all files of pages at the start.
  for (const file of ['app/main.tsx', 'styles/studio.css']) writeFileSync(at(`server/page/${file}`), '');
});
const startBuild = () => spawn(process.execPath, ['.ci/build.mjs', 'product'], { cwd, stdio: 'ignore' });
const build = async () => {
  expect(await once(startBuild(), 'close')).toEqual([0, null]);
};
/** The hashes of existing builds. */
const builds = () => readdirSync(at('.build')).filter((name) => /^[0-9a-f]{20}$/.test(name));

/** Runs `npm start`. Resolves when it listens. */
const start = () => startServer({}, ['.ci/build.mjs', 'start'], cwd);
const building = /^Building the server, the page and the command line …\n.*: \d+\.\d s\n$/;

/** Names and bytes of the files in `dist/` or a build. */
function contents(path: string): Record<string, string> {
  const files = readdirSync(at(path), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.endsWith('.sources.json'));
  return Object.fromEntries(paths.map((file) => [file.slice(at(path).length), readFileSync(file, 'latin1')]));
}

interface Cuts {
  readonly measured: { readonly cuts: Record<string, { cut: number }> };
}

/** Makes the letters of one script bolder, in a file that is read with the first of them. */
let changes = 0;
function changeSource(): void {
  const file = at('fonts/noto-sans-thai-700.json');
  const font = JSON.parse(readFileSync(file, 'utf8')) as Cuts;
  changes++;
  for (const size of Object.values(font.measured.cuts)) size.cut = 60 - changes;
  writeFileSync(file, JSON.stringify(font));
}

const photo = dataUri('jpeg', jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256, 60) }, 90).data);
const layout = (child: object) => ({
  title: 'T',
  description: 'D',
  root: { type: 'box', children: [{ type: 'price' }, child] },
});
/** Each loads new files: codes, a photo, fonts of other scripts, the compressor. */
const late = [
  { layout: 'barcode' },
  { layout: layout({ type: 'picture', source: photo, width: 40, height: 40 }) },
  { product_name: 'นมสดออร์แกนิก' },
  { product_name: '有機牛乳', locale: 'ja-JP' },
  { product_name: 'حليب عضوي 🥛' },
];

async function drawLate({ url }: RunningServer): Promise<(string | number)[]> {
  const answers: (string | number)[] = [];
  for (const fields of late) {
    const headers = { Accept: 'application/json' };
    const { status, body } = await call(`${url}/api/esl/preview`, { body: { ...milkLabel, ...fields }, headers });
    answers.push(status === 200 ? body.image.sha256 : JSON.stringify(body));
  }
  for (const path of ['/', '/docs', '/openapi.json', '/api/esl/example'])
    answers.push((await fetch(url + path)).status);
  return answers;
}

// Each builds several times: seconds, or a minute on a busy machine.
jest.setTimeout(180_000);

describe('a build', () => {
  test('is made by the first of two concurrent starts or by both, and by none after them', async () => {
    const both = await Promise.all([start(), start()]);
    for (const { output } of both) expect(output.stderr).toMatch(building);
    for (const server of both) expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const again = await start();
    expect(again.output.stderr).toBe('');
    for (const server of [...both, again]) expect(await server.stop()).toBe(0);
    expect(contents('dist')).toEqual(contents(`.build/${builds()[0]!}`));
  });

  test('is made again when a source is changed, added or removed, and not when its clock is', async () => {
    const made = async () => {
      await build();
      return builds();
    };
    const first = await made();
    expect(first).toHaveLength(1);
    writeFileSync(at('server/added.ts'), 'export const added = 1;\n');
    const second = await made();
    expect(second).not.toEqual(first);
    expect(existsSync(at('dist/server/added.js'))).toBe(true);
    writeFileSync(at('server/added.ts'), 'export const added = 1;\n');
    expect(await made()).toEqual(second);
    rmSync(at('server/added.ts'));
    expect(await made()).toEqual(first);
    expect(existsSync(at('dist/server/added.js'))).toBe(false);
  });

  test('that is killed at any moment leaves the old dist/ or the new one', async () => {
    const stages = ['product', 'dist', 'former'];
    for (let round = 0; round < runs(3); round++) {
      changeSource();
      const child = startBuild();
      const begun = at(`.build/${stages[round % 3]!}.${child.pid!}`);
      while (!existsSync(begun) && child.exitCode === null) await setTimeout(1);
      // Some files later in each round.
      for (let n = 0; n < round * 120; n++) await setImmediate();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      // It is missing between the two renames.
      if (!existsSync(at('dist'))) continue;
      const { product } = JSON.parse(readFileSync(at('dist/.sources.json'), 'utf8')) as { product: string };
      expect(contents('dist')).toEqual(contents(`.build/${product}`));
    }
    const server = await start();
    expect(await drawLate(server)).not.toContain(500);
    await server.stop();
    expect(readdirSync(at('.build')).filter((name) => /^(product|dist|former)\./.test(name))).toEqual([]);
  });

  test('disturbs no server that runs, whatever it loads late', async () => {
    const [one, control] = [await start(), await start()];
    const expected = await drawLate(control);
    expect(expected.filter((answer) => typeof answer === 'string' && answer.startsWith('{'))).toEqual([]);
    changeSource();
    const other = await start();
    changeSource();
    await build();
    expect(builds()).toHaveLength(3);
    expect(await drawLate(one)).toEqual(expected);
    const drawn = await drawLate(other);
    expect(drawn.map((answer, i) => answer === expected[i])).toEqual(expected.map((_, i) => i !== 2));
    for (const server of [one, control, other]) await server.stop();
    changeSource();
    await build();
    expect(builds()).toHaveLength(1);
  });
});

test('npm run quick shows a type error, and ends with 1', async () => {
  cpSync('test/price', at('test/price'), { recursive: true });
  writeFileSync(at('test/price/wrong.ts'), "export const wrong: number = 'text';\n");
  const quick = spawn(process.execPath, ['.ci/check.mjs', 'quick', 'price/forms'], { cwd });
  const [said] = await Promise.all([text(quick.stdout), once(quick, 'close')]);
  expect([quick.exitCode, said]).toEqual([1, expect.stringMatching(/test\/price\/wrong\.ts.* error TS2322: /)]);
});
