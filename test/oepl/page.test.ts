import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { oeplClient } from '../support/peers/oepl-client.js';
import { eventually, shownPixels, useBrowser } from '../support/page.js';
import { jpegOf } from '../support/pictures/jpeg-file.js';
import { startHere } from '../support/here.js';
import { call, milk, type RunningServer } from '../support/server.js';

const used = useBrowser();
let server: RunningServer;
beforeAll(async () => {
  server = await startHere({ OEPL_PORT: '0' });
});
afterAll(async () => {
  await server.stop();
});

test('what is uploaded is on the page’s shelf at once, until the next price', async () => {
  const client = oeplClient(/access point: (\S+)\/\n/.exec(server.output.stdout)![1]!);
  const page = await used.browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${server.url}/?show=shelf`);
  await page.locator('.paper img').waitFor();
  const before = (await shownPixels(page)) as string;
  const { mac } = (await client.tags())[0]!;
  await client.upload({
    mac,
    jpeg: jpegOf(296, 128, (x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? [0, 0, 0] : [255, 0, 0])),
  });
  await page.getByRole('img', { name: /^A picture that was uploaded/ }).waitFor();
  await eventually(async () => ![null, before].includes((await shownPixels(page)) as string | null), true);
  await page.reload();
  await page.getByRole('img', { name: /^A picture that was uploaded/ }).waitFor();
  await call(`${server.url}/api/esl/update`, { body: milk });
  await page.getByRole('img', { name: /^Organic whole milk, 3.50, 1 L/ }).waitFor();
  expect(complaints).toEqual([]);
});
