import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { share } from '../../support/labels/share.js';
import { eventually, useSite } from '../../support/page.js';

const site = useSite();
beforeAll(async () => {
  await site.update();
});

/** Addresses of each place, with large and small content, and what is there when it is complete. */
const addresses = [
  ['/?device=trmnl-og', '.preview .paper img'],
  ['/?device=solum-m3-1.6-bwr', '.preview .paper img'],
  ['/wall?maker=Hanshow', '.wall img'],
  ['/layouts', '.cards img'],
  ['/layouts/standard', '.editor .outline'],
  ['/shelf', '.tile img'],
] as const;
const widths = [375, 768, 1024, 1280, 1366, 1440, 1920, 2560];

/** The controls of the page that can be seen. */
const controls = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a, button, select, input, .connection')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[hidden]'))
    .map((each) => [each.tagName, each.ariaLabel ?? each.innerText].join(' ').replaceAll(/\\s+/g, ' ').trim())`);

describe('each place has the same controls as if it was loaded, whatever was there before', () => {
  const pairs = addresses.flatMap((from, i) => addresses.flatMap((to, k) => (i === k ? [] : [[from, to] as const])));
  const all = widths.flatMap((width, turn) => share(pairs, 10, turn).map((pair) => [width, ...pair] as const));
  const back = [1280, addresses[5], addresses[0]] as const;
  test.each([back, ...all])('at %d, from %s to %s', async (width, [from, fromSight], [to, sight]) => {
    const page = await site.open({ viewport: { width, height: 800 } }, site.server.url + to, sight);
    const isShown = async (): Promise<boolean> =>
      (await page.locator('.connection[data-state=waiting]:not([hidden])').count()) === 0;
    await eventually(isShown, true);
    const loaded = await controls(page);
    expect(loaded).toContain('BUTTON Share');
    // Away within the page, and back.
    await page.evaluate(`(() => {
      const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(from)} });
      document.body.append(link);
      link.click();
      link.remove();
    })()`);
    await page.locator(fromSight).first().waitFor();
    await page.goBack();
    await page.locator(sight).first().waitFor();
    await eventually(() => controls(page), loaded);
  });
});
