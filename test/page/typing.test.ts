import { beforeAll, expect, test } from '@jest/globals';
import { atSize } from '../support/labels/share.js';
import { eventually, holdNext, press, says, shownPixels, useSite } from '../support/page.js';
import { call } from '../support/server.js';

const site = useSite();
const { open, previewPixels } = site;

// Without an article number, which a first visit would draw.
beforeAll(async () => {
  await site.put('labels/default');
});

/** Notes the price in the text of each picture that appears. */
const watch = `(() => {
  globalThis.seen = [];
  new MutationObserver(() => {
    const image = document.querySelector('.paper img');
    const price = /, ([0-9.]+), /.exec(image?.alt ?? '')?.[1];
    if (price && seen.at(-1) !== price) seen.push(price);
  }).observe(document.querySelector('.room'), { subtree: true, childList: true, attributes: true });
})()`;

test('what is typed is drawn in order, with answers that are late at random, and none goes back', async () => {
  const page = await open();
  await page.route('**/api/esl/preview', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    await route.continue().catch(() => undefined);
  });
  await page.evaluate(watch);
  const keys = atSize(15, 50);
  for (let cents = 10; cents < 10 + keys; cents++) {
    await page.getByLabel('Price', { exact: true }).fill(`1.${cents}`);
    await page.waitForTimeout(100);
  }
  await eventually(() => shownPixels(page), await previewPixels({ price: `1.${9 + keys}` }));
  const prices = await page.evaluate<string[]>('seen');
  expect(prices.length).toBeGreaterThan(2);
  expect(prices).toEqual([...prices].sort());
});

test('each key is drawn within 100 ms, not counting the time that the server and the machine take', async () => {
  const page = await open('/', { hasClock: true });
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let cents = 10; cents < atSize(13, 60); cents++) {
    await page.getByLabel('Price', { exact: true }).fill(`2.${cents}`);
    await page.clock.runFor(100);
    // The clock is paused: a timer that starts after the answer never fires, however short it is.
    await page.getByRole('img', { name: `, 2.${cents}, ` }).waitFor();
  }
});

/** What a server may answer to an update, or nothing; how the studio calls it. */
const refusals = [
  { status: 400, code: 'VALIDATION_ERROR', title: 'Refused: look at the fields' },
  { status: 429, code: 'RATE_LIMIT_EXCEEDED', title: 'Refused: too many updates' },
  { status: 500, code: 'SERVER_ERROR', title: 'Not done: the server failed' },
  { status: 503, code: 'SERVER_ERROR', title: 'Not done: the server failed' },
  { status: 0, code: '', title: 'No connection' },
] as const;

test('a refusal stays until the next answer or until it is closed, whatever previews come after it, and in what order', async () => {
  const page = await open();
  await page.route('**/api/esl/preview', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
    await route.continue().catch(() => undefined);
  });
  let now: (typeof refusals)[number] = refusals[0];
  const errors = [{ field: 'price', reason: 'format', message: 'Expected another price' }];
  await page.route('**/api/esl/update', (route) => {
    const { status, code } = now;
    const body = { code, title: 'No', detail: 'Nothing was stored.', request_id: 'req_1' };
    return status === 0 ? route.abort() : route.fulfill({ status, json: status === 400 ? { ...body, errors } : body });
  });
  const price = page.getByLabel('Price', { exact: true });
  const alert = page.locator('.update-bar').getByRole('alert');
  let shown = 0;
  const times = atSize(5, 100);
  for (let i = 0; i < times; i++) {
    now = refusals[i % refusals.length]!;
    await price.fill(`3.${10 + (i % 90)}`);
    await press(page, 'Update the label');
    await alert.getByText(now.title).waitFor();
    for (const euros of [4, 5]) await price.fill(`${euros}.${10 + (i % 90)}`);
    await eventually(
      async () => (await page.locator('.paper img').getAttribute('alt'))?.includes(`5.${10 + (i % 90)}`),
      true,
    );
    if ((await alert.getByText(now.title).isVisible()) && (await alert.count()) === 1) shown++;
    if (i % 3 === 0) await alert.getByRole('button', { name: 'Close' }).click();
    expect(await alert.count()).toBe(i % 3 === 0 ? 0 : 1);
  }
  expect(shown).toBe(times);
});

test('one update is sent, however often the button is pressed before the answer', async () => {
  const page = await open();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/esl/update')) sent.push(request.method());
  });
  const answer = await holdNext(page, '**/api/esl/update');
  const button = page.getByRole('button', { name: 'Update the label' });
  await button.dblclick();
  await page.getByLabel('Price', { exact: true }).press('Enter');
  await answer.answered;
  await answer.release();
  await says(page, 'Displayed on default');
  expect(sent).toEqual(['POST']);
});

test('a server that is gone is said, and what was typed is drawn when it is back', async () => {
  const page = await open();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByLabel('Price', { exact: true }).fill('9.90');
  await says(page.locator('.update-bar'), 'No connection');
  await page.unroute('**/api/**');
  await eventually(() => shownPixels(page), await previewPixels({ price: '9.90' }));
  await page.locator('.update-bar').getByText('No connection').waitFor({ state: 'detached' });
});

test('files with a hash are kept for ever, compressed as the browser asks; places that are not there are not found', async () => {
  const html = await fetch(site.server.url, { headers: { 'Accept-Encoding': 'identity' } });
  const names = Array.from((await html.text()).matchAll(/\/page\/[\w.-]+-[A-Z0-9]{8}\.(?:js|css)/g), ([name]) => name);
  expect(names).toHaveLength(2);
  for (const [accept, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const { headers } = await fetch(site.server.url + names[0]!, { headers: { 'Accept-Encoding': accept } });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
      encoding,
      expect.stringContaining('Accept-Encoding'),
    ]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect(html.headers.get('cache-control')).toBe('no-cache');
  expect((await call(`${site.server.url}/nowhere`)).status).toBe(404);
});

test('the first load is less than 120 KB', async () => {
  const page = await open();
  const bytes = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/page/')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(120_000);
});
