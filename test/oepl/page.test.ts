import { test } from '@jest/globals';
import { accessPointOf, oeplClient } from '../support/peers/oepl-client.js';
import { eventually, shownPixels, useSite } from '../support/page.js';
import { jpegOf } from '../support/pictures/jpeg-file.js';

const site = useSite({ OEPL_PORT: '0' });

test('the page shows an upload immediately, until the next price', async () => {
  const client = oeplClient(accessPointOf(site.server));
  const page = await site.open('/?show=shelf');
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
  await site.update();
  await page.getByRole('img', { name: /^Organic whole milk, 3.50, 1 L/ }).waitFor();
});
