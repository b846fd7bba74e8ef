import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { launchBrowser, launchOptions, sharedBrowser } from '../support/browser.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();

/** A browser whose first launches end otherwise: a program that counts its launches. */
function dying(name: string, launches: number, end: string) {
  const [program, count] = [folder.at(name), folder.at(`${name}.count`)];
  const options = launchOptions();
  writeFileSync(
    program,
    `#!/bin/sh\necho >> '${count}'\n[ $(wc -l < '${count}') -le ${launches} ] && ${end}\nexec '${options.executablePath}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  const counted = () => (existsSync(count) ? readFileSync(count, 'utf8').length : 0);
  return { options: { ...options, executablePath: program }, counted };
}
const killed = 'kill -SEGV $$';

describe('a browser that a signal kills when it starts', () => {
  test('is launched again', async () => {
    const { options, counted } = dying('twice', 2, killed);
    const browser = await launchBrowser(options);
    expect(browser.isConnected()).toBe(true);
    // Chromium itself may be killed once more.
    expect(counted()).toBeGreaterThanOrEqual(3);
    await browser.close();
  });

  test('is launched five times at most', async () => {
    const { options, counted } = dying('always', 100, killed);
    await expect(launchBrowser(options)).rejects.toThrow(/signal=SIGSEGV/);
    expect(counted()).toBe(5);
  });
});

test('a browser that ends by itself is not launched again', async () => {
  const { options, counted } = dying('failing', 100, 'exit 3');
  await expect(launchBrowser(options)).rejects.toThrow(/exitCode=3/);
  expect(counted()).toBe(1);
});

test('a failed launch is not kept for the next test file, nor is a browser that has ended', async () => {
  const earlier = await sharedBrowser();
  await earlier.close();
  const { options, counted } = dying('shared', 1, 'exit 3');
  await expect(sharedBrowser(options)).rejects.toThrow(/exitCode=3/);
  const [one, other] = await Promise.all([sharedBrowser(options), sharedBrowser(options)]);
  expect([one === other, one.isConnected()]).toEqual([true, true]);
  expect(counted()).toBeGreaterThanOrEqual(2);
  await one.close();
  expect((await sharedBrowser()).isConnected()).toBe(true);
});
