import { beforeAll, describe, expect, test } from '@jest/globals';
import { share } from '../support/labels/share.js';
import { axe, eventually, useSite } from '../support/page.js';

const site = useSite();
beforeAll(async () => {
  await site.update();
});

/** Adds up how far what is seen moves, as browsers do for "cumulative layout shift", before anybody touches the page. */
const watchShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Each place with what is there once it is whole. */
const places = [
  ['/', '.paper img'],
  ['/wall', '.wall .actions .main:not([aria-disabled])'],
  ['/shelf', '.tile img'],
  ['/layouts', 'section:last-of-type .cards li img'],
  ['/layouts/standard', '.strip tr:last-child td:last-child img'],
  ['/shelf/default', '.page .timeline .words'],
] as const;

describe('a place that is opened for the first time, on a phone that is slow', () => {
  test.each(share(places, 3))(
    '%s does not move, sends no request that fails, and has no violation of axe',
    async (path, whole) => {
      const context = await site.browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const throughput = { downloadThroughput: 400_000, uploadThroughput: 100_000 };
      await session.send('Network.emulateNetworkConditions', { offline: false, latency: 20, ...throughput });
      await page.addInitScript(watchShifts);
      // On a busy machine, the pictures of the layouts take longer than a navigation may, so only what is waited for below counts.
      await page.goto(site.server.url + path, { waitUntil: 'commit' });
      await page.locator(whole).first().waitFor({ timeout: 45_000 });
      await eventually(async () => (await page.evaluate<number>('shifted')) < 0.1, true);
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(412);
      expect([await page.evaluate<number>('shifted').then((sum) => sum < 0.1), complaints]).toEqual([true, []]);
    },
  );
});
