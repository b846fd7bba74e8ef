import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse as parseJsonc } from 'jsonc-parser';
import { PNG } from 'pngjs';
import { variables, vendorNames } from '../../server/config.js';
import type { IndexAnswer, LabelAnswer } from '../../server/http/answers.js';
import { vendors } from '../../server/vendors/index.js';
import { readmePictures } from '../support/labels/golden.js';
import { guidePages } from '../support/labels/layout-guide.js';
import { anchorsOf, type Block, blocks, linksOf, pages } from '../support/package/pages.js';
import { call, type RunningServer, startServer, temporaryFolder } from '../support/server.js';

const run = promisify(execFile);
const folder = temporaryFolder();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '1000', VENDORS: vendorNames.join(',') });
});

/** Turns a panel white. */
const driver = `import spidev
from RPi import GPIO
GPIO.setmode(GPIO.BCM)
GPIO.setup(25, GPIO.OUT)
GPIO.output(25, 0)
spi = spidev.SpiDev()
spi.open(0, 0)
def send(command, data=[]):
    GPIO.output(25, 0)
    spi.writebytes([command])
    GPIO.output(25, 1)
    spi.writebytes2(data)
send(0x10, [255] * 48000)
send(0x13, [255] * 48000)
send(0x04)
send(0x12)
`;
/** The reader’s own programs, which the examples of a page run. All other files are made by the examples. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/firmware-ci.md': { 'draw.py': driver },
};
/** Examples that need more than a test has, by their beginning. */
const elsewhere: Readonly<Record<string, string>> = {
  'npx esl-sim panel shim arduino': 'GxEPD2 and Adafruit’s library; test/panel/shims compiles a sketch',
  ...(spawnSync('python3', ['--version']).status === 0
    ? {}
    : { 'npx esl-sim panel shim python': 'python3, which is not installed' }),
};
/** Pages whose commands another test runs, and that test. */
const otherTests: Readonly<Record<string, string>> = { 'docs/in-ci.md': 'test/package/in-ci.test.ts' };

const beginsWith = (words: Readonly<Record<string, unknown>>, text: string): string | undefined =>
  Object.keys(words).find((word) => text.startsWith(word));
const shown = blocks.filter(
  ({ language, page, text }) => language === 'sh' && !otherTests[page] && beginsWith(elsewhere, text) === undefined,
);
const requests = shown.filter(({ text }) => text.startsWith('curl '));
const scripts = shown.filter(({ text }) => !text.startsWith('curl '));

/** The answer that a page shows for a request, maybe after its form for PowerShell. */
const answerTo = ({ next }: Block): Block | undefined =>
  next?.language === 'powershell' ? answerTo(next) : next?.language.startsWith('json') ? next : undefined;

/** The folder of a page. */
const placeOf = ({ page }: Block): string => folder.at(page.replaceAll(/\W/g, '-'));

/** Runs a text in the folder of its page. Ends what it has started. */
async function bash(block: Block, text: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const cwd = placeOf(block);
  if (!existsSync(cwd)) {
    mkdirSync(cwd);
    for (const [name, content] of Object.entries(given[block.page] ?? {})) writeFileSync(join(cwd, name), content);
  }
  const done = await run('timeout', ['60', 'bash', '-c', text], { cwd }).catch((error: unknown) => error);
  return { code: 0, ...(done as { code?: number; stdout: string; stderr: string }) };
}

/** Values that change in each run. */
const changing = new Set(
  'request_id updated_at date sha256 revision shown_revision refreshes since began_at ends_at'.split(' '),
);

/** Parts that differ between runs. */
function steady(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (changing.has(key) ? key : inner)));
}

/** The commands of a script: all of it if it starts a process in the background. */
const commandsOf = (text: string): readonly string[] =>
  / &$/m.test(text) ? [text] : text.replaceAll(/ *\\\n */g, ' ').split('\n');

describe('the examples of the README and of docs/', () => {
  test('are there', () => {
    expect(requests.length).toBeGreaterThanOrEqual(9);
    expect(requests.filter(answerTo).length).toBeGreaterThanOrEqual(3);
    expect(scripts.length).toBeGreaterThanOrEqual(7);
    for (const [page, file] of Object.entries(otherTests)) expect(readFileSync(file, 'utf8')).toContain(page);
  });

  test.each(requests)('$page: $text works and answers what it says', async (block) => {
    const { text } = block;
    const command = text.replaceAll('localhost:3000', `localhost:${server.port}`);
    const { stdout } = await bash(block, `${command} -w '\n%{http_code}'`);
    const [body, status] = [stdout.slice(0, stdout.lastIndexOf('\n')), Number(stdout.slice(-3))];
    const documented = answerTo(block);
    const answer = documented && (parseJsonc(documented.text) as { success: boolean });
    expect([status, status < 400]).toEqual([status, answer?.success !== false]);
    if (text.includes('-o label.png')) {
      expect(PNG.sync.read(readFileSync(join(placeOf(block), 'label.png'))).width).toBe(296);
    } else if (documented?.language === 'json') expect(steady(JSON.parse(body))).toEqual(steady(answer));
    else if (answer) expect(JSON.parse(body)).toMatchObject(answer);
  });

  test('show the hash of the pixels', async () => {
    const answers = requests.flatMap((one) => answerTo(one)?.text ?? []).filter((text) => text.includes('"sha256"'));
    expect(answers.length).toBeGreaterThan(0);
    for (const { label, image } of answers.map((text) => JSON.parse(text) as LabelAnswer)) {
      const { product_name, price, unit, date, sku } = label.content!;
      const body = { product_name, price, unit, date, sku, device: label.device, layout: label.layout };
      const drawn = await call(`${server.url}/api/esl/preview`, { body, headers: { Accept: 'application/json' } });
      expect(drawn.body.image.sha256).toBe(image!.sha256);
    }
  });

  test('stop in a shell where a command fails that makes a value of a variable', () => {
    const commands = readdirSync('server/commands', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join('server/commands', name), 'utf8'));
    const texts = [...pages.values(), readFileSync('CONTRIBUTING.md', 'utf8'), ...commands];
    const lines = texts.flatMap((text) => text.match(/^.*\b[A-Z]\w*=\$\((?!\().*$/gm) ?? []);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    // `export A=$(b)` and `A=$(b) c` succeed where b fails, and leave A empty.
    expect(lines.filter((line) => !/^[\s'"]*[A-Z]\w*=\$\([^)]*\) && /.test(line))).toEqual([]);
    const powerShell = [...pages.values()].flatMap((text) => text.match(/^\$env:\w+ = npx .*$/gm) ?? []);
    expect(powerShell.length).toBeGreaterThanOrEqual(1);
    for (const line of powerShell) expect(line).toMatch(/^(\$env:\w+) = .*; if \(!\1\) \{ throw /);
  });

  test('for PowerShell are the requests before them', () => {
    const invocations = blocks.filter(({ next }) => next?.language === 'powershell');
    expect(invocations.length).toBeGreaterThanOrEqual(3);
    for (const { text, next } of invocations) {
      const [, method, uri, header, value, body] =
        /^Invoke-RestMethod -Method (\w+) -Uri http:\/\/(\S+)(?: -Headers @\{ (\w+) = "([^"]*)" \})? -ContentType 'application\/json' -Body '([^']*)'$/.exec(
          next!.text,
        )!;
      const key = header ? ` -H "${header}: ${value!.replace('$env:', '$')}"` : '';
      expect(text).toBe(
        `curl -X ${method!.toUpperCase()} ${uri!}${key} -H 'Content-Type: application/json' -d '${body!}'`,
      );
    }
    expect(blocks.filter(({ language }) => language === 'powershell')).toHaveLength(invocations.length);
  });

  test.each(scripts)('$page: $text runs and ends as it says', async (block) => {
    const { text, next } = block;
    const said = next?.language === '' ? next.text : '';
    const timeless = (words: string) => words.replace(/ in [0-9.]+ s \([0-9,]+\/s\)/, '').trim();
    let printed = '';
    for (const command of commandsOf(text)) {
      const own = command.replaceAll('npx esl-sim', `"${process.execPath}" "${resolve('dist/bin/esl-sim.js')}"`);
      const { code, stderr } = await bash(block, own);
      printed += stderr;
      const expected = said !== '' && stderr !== '' ? 65 : 0;
      expect([command, code, code === expected ? '' : stderr]).toEqual([command, expected, '']);
    }
    if (said !== '') expect(timeless(printed)).toBe(timeless(said));
  });
});

describe('the README and docs/', () => {
  const documents = new Map(pages);
  for (const path of ['CHANGELOG.md', 'CONTRIBUTING.md', 'devices/README.md', ...guidePages])
    documents.set(path, readFileSync(path, 'utf8'));

  test('have links to files and headings that exist', () => {
    const broken = [...documents].flatMap(([path, text]) =>
      linksOf(path, text)
        .filter(({ to, anchor }) => {
          if (!existsSync(to)) return true;
          return anchor !== '' && !anchorsOf(documents.get(to) ?? readFileSync(to, 'utf8')).has(anchor);
        })
        .map(({ link }) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
    expect(linksOf('README.md', pages.get('README.md')!).length).toBeGreaterThan(15);
  });

  test('are named in code and in the changelog by paths that exist', () => {
    const sources = ['server', 'renderer', 'devices', 'test', '.ci']
      .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)))
      .filter((path) => /\.([cm]?[jt]s|py|h|cpp)$/.test(path) && !path.includes('node_modules'));
    const named = [...sources, 'CHANGELOG.md', 'action.yml', 'package.json'].flatMap((path) =>
      Array.from(readFileSync(path, 'utf8').matchAll(/(?<![\w/])docs\/[\w-]+\.(?:md|schema\.json)/g), ([name]) => name),
    );
    expect([...new Set(named)].filter((name) => !existsSync(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test('have an index, and a README that is read in three minutes', () => {
    const listed = linksOf('docs/index.md', pages.get('docs/index.md')!).map(({ to }) => to);
    expect(listed).toEqual(expect.arrayContaining([...pages.keys()].filter((path) => path !== 'docs/index.md')));
    const readme = pages.get('README.md')!;
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_288);
    expect(readme.split('\n').length).toBeLessThanOrEqual(250);
  });

  test('list every endpoint but the files of pages', async () => {
    const listed = Array.from(pages.get('docs/http-api.md')!.matchAll(/^\| `([A-Z]+ \/[^`]*)` /gm), ([, one]) => one!);
    const { endpoints } = (await call(`${server.url}/api`)).body as unknown as IndexAnswer;
    const others = new Set(
      Object.values(vendors).flatMap(({ routes }) =>
        routes.flatMap((route) => route.paths.map((path) => path.replaceAll(/:(\w+)/g, '{$1}'))),
      ),
    );
    const served = endpoints.filter(({ path }) => !others.has(path)).map(({ method, path }) => `${method} ${path}`);
    expect(listed.sort()).toEqual(served.filter((endpoint) => !/^GET \/(page|docs)\//.test(endpoint)).sort());
  });

  test('name every call of other systems', () => {
    const page = pages.get('docs/other-systems.md')!;
    const faces = readdirSync('server/oepl/routes').map((name) => readFileSync(`server/oepl/routes/${name}`, 'utf8'));
    const paths = [
      ...Object.values(vendors).flatMap(({ routes }) => routes.flatMap((route) => route.paths)),
      ...faces.flatMap((text) => Array.from(text.matchAll(/path: '(\/[^']+)'/g), ([, path]) => path!)),
    ];
    const lastWord = (path: string) => path.split('/').findLast((part) => part !== '' && !part.startsWith(':'))!;
    expect(paths.map(lastWord).filter((word) => !new RegExp(`\\b${word.replace('.', '\\.')}\\b`).test(page))).toEqual(
      [],
    );
    expect(paths.length).toBeGreaterThan(80);
  });

  test('give addresses of the studio and of pictures that exist', async () => {
    const addresses = [...pages.values()].flatMap((text) => text.match(/<http:\/\/localhost:3000[^>]*>/g) ?? []);
    expect(addresses.length).toBeGreaterThanOrEqual(4);
    for (const address of new Set(addresses)) {
      const { status } = await fetch(address.slice(1, -1).replace('3000', String(server.port)));
      expect([address, status]).toEqual([address, 200]);
    }
  });

  test.each(readmePictures)('show in $path what the product draws', async ({ path, draw }) => {
    expect([...pages].flatMap(([page, text]) => linksOf(page, text).map(({ to }) => to))).toContain(path);
    const kept = PNG.sync.read(readFileSync(path));
    const drawn = PNG.sync.read(await draw());
    expect([kept.width, kept.height]).toEqual([drawn.width, drawn.height]);
    expect(Buffer.compare(kept.data, drawn.data)).toBe(0);
  });

  test('name every setting of the server', () => {
    const settings = pages.get('docs/settings.md')!;
    const cells = Array.from(settings.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm), ([, cell]) => cell!);
    expect(cells.flatMap((cell) => cell.match(/[A-Z_]+/g)!).sort()).toEqual([...variables].sort());
  });
});
