import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { readConfig } from '../server/config.js';
import { readmePictures } from './support/golden.js';
import { type RunningServer, startServer, temporaryFolder } from './support/server.js';

const run = promisify(execFile);
const readme = readFileSync('README.md', 'utf8');
const folder = temporaryFolder();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

/** Each command of the README, and the JSON that it says is answered, in their order. */
const examples = Array.from(
  readme.matchAll(/```sh\n(curl [^`]*)\n```(?:\n\n```json\n([^`]*)\n```)?/g),
  ([, command, answer]) => ({ command: command!, answer }),
);

/** What differs from one run to the next. */
function steady(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      ['request_id', 'updated_at', 'date', 'sha256', 'revision'].includes(key) ? key : inner,
    ),
  );
}

describe('the README', () => {
  test('shows commands and answers', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
    expect(examples.filter(({ answer }) => answer).length).toBeGreaterThanOrEqual(2);
  });

  test.each(examples)('$command works and answers what it says', async ({ command, answer }) => {
    const address = command.replaceAll('localhost:3000', `localhost:${server.port}`);
    const { stdout } = await run('bash', ['-c', address], { cwd: folder.path });
    if (command.includes('-o label.png')) {
      expect(PNG.sync.read(readFileSync(join(folder.path, 'label.png'))).width).toBe(296);
    } else {
      const body: unknown = JSON.parse(stdout);
      expect(body).toHaveProperty('success', !answer?.includes('"success": false'));
      if (answer) expect(steady(body)).toEqual(steady(JSON.parse(answer)));
    }
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
    const named = Array.from(readme.matchAll(/^\| (`[A-Z_`, ]+) /gm), ([, cell]) => cell!.match(/[A-Z_]+/g)!).flat();
    const asked = new Set<string>();
    readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
    expect(named.sort()).toEqual([...asked].sort());
  });
});
