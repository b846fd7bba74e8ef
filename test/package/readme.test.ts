import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { variables } from '../../server/config.js';
import type { IndexAnswer, LabelAnswer } from '../../server/http/answers.js';
import { readmePictures } from '../support/labels/golden.js';
import { call, type RunningServer, startServer } from '../support/server.js';
import { useFolder } from '../support/use-server.js';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const folder = useFolder();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function bash(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const done = await run('bash', ['-c', line], { cwd: folder.path }).catch((error: unknown) => error);
  return { code: 0, ...(done as { code?: number; stdout: string; stderr: string }) };
}

/** The README's requests and their JSON responses, in order. */
const examples = Array.from(
  readme.matchAll(/```sh\n(curl [^`]*)\n```(?:\n\n```json\n([^`]*)\n```)?/g),
  ([, command, answer]) => ({ command: command!, answer }),
);

/** The calls of the command line, and their output. */
const calls = Array.from(
  readme.matchAll(/```sh\n([^`]*npx esl-sim [^`]*)\n```(?:\n\n```\n([^`]*)\n```)?/g),
  ([, command, said]) => ({ command: command!, said: said ?? '' }),
);

/** Values that change in each run. */
const changing = new Set(
  'request_id updated_at date sha256 revision shown_revision refreshes since began_at ends_at'.split(' '),
);

/** Parts that differ between runs. */
function steady(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (changing.has(key) ? key : inner)));
}

describe('the README', () => {
  test('shows commands and answers', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
    expect(examples.filter(({ answer }) => answer).length).toBeGreaterThanOrEqual(2);
  });

  test.each(examples)('$command works and answers what it says', async ({ command, answer }) => {
    const address = command.replaceAll('localhost:3000', `localhost:${server.port}`);
    const { stdout } = await bash(address);
    if (command.includes('-o label.png')) {
      expect(PNG.sync.read(readFileSync(join(folder.path, 'label.png'))).width).toBe(296);
    } else {
      const body: unknown = JSON.parse(stdout);
      expect(body).toHaveProperty('success', !answer?.includes('"success": false'));
      if (answer) expect(steady(body)).toEqual(steady(JSON.parse(answer)));
    }
  });

  test('prints the hash of the pixels', async () => {
    const answers = examples.flatMap(({ answer }) => (answer?.includes('"sha256"') ? [answer] : []));
    const shown = answers.map((answer) => JSON.parse(answer) as LabelAnswer);
    expect(shown.length).toBeGreaterThan(0);
    for (const { label, image } of shown) {
      const { product_name, price, unit, date, sku } = label.content!;
      const body = { product_name, price, unit, date, sku, device: label.device, layout: label.layout };
      const drawn = await call(`${server.url}/api/esl/preview`, { body, headers: { Accept: 'application/json' } });
      expect(drawn.body.image.sha256).toBe(image!.sha256);
    }
  });

  test('shows the first command for PowerShell, too', () => {
    const [, uri, body] =
      /```powershell\nInvoke-RestMethod -Method Post -Uri http:\/\/(\S+) .*-Body '([^']*)'\n```/.exec(readme)!;
    const { command } = examples[0]!;
    expect(command).toBe(`curl -X POST ${uri} -H 'Content-Type: application/json' -d '${body}'`);
  });

  test('lists every endpoint but the files of pages', async () => {
    const listed = Array.from(readme.matchAll(/^\| `([A-Z]+ \/[^`]*)` /gm), ([, endpoint]) => endpoint!);
    const { endpoints } = (await call(`${server.url}/api`)).body as unknown as IndexAnswer;
    const served = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(listed.sort()).toEqual(served.filter((endpoint) => !/^GET \/(page|docs)\//.test(endpoint)).sort());
  });

  test('shows calls of the command line', () => {
    expect(calls.length).toBeGreaterThanOrEqual(3);
  });

  test.each(calls)('$command says what it says', async ({ command, said }) => {
    const own = command.replaceAll('npx esl-sim', `"${process.execPath}" "${resolve('dist/bin/esl-sim.js')}"`);
    const { code, stderr } = await bash(own);
    const timeless = (text: string) => text.replace(/ in [0-9.]+ s \([0-9,]+\/s\)/, '').trim();
    expect([code, timeless(stderr)]).toEqual([said === '' ? 0 : 65, timeless(said)]);
  });

  test('gives the address of a picture that exists', async () => {
    const addresses = readme.match(/<http:\/\/localhost:3000[^>]*>/g)!;
    for (const address of addresses) {
      const { status } = await fetch(address.slice(1, -1).replace('3000', String(server.port)));
      expect([address, status]).toEqual([address, 200]);
    }
  });

  test.each(readmePictures)('shows in $path what the product draws', async ({ path, draw }) => {
    expect(readme).toContain(`](${path})`);
    const shown = PNG.sync.read(readFileSync(path));
    const drawn = PNG.sync.read(await draw());
    expect([shown.width, shown.height]).toEqual([drawn.width, drawn.height]);
    expect(Buffer.compare(shown.data, drawn.data)).toBe(0);
  });

  test('names every setting of the server', () => {
    const cells = Array.from(readme.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm), ([, cell]) => cell!);
    expect(cells.flatMap((cell) => cell.match(/[A-Z_]+/g)!).sort()).toEqual([...variables].sort());
  });
});
