import { beforeAll, describe, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { share } from '../../support/labels/share.js';
import { eventually, follow, useSite } from '../../support/page.js';

const site = useSite();
beforeAll(async () => {
  await site.update();
});

/** Addresses of each place, with large and small content, and a label or what else is there when it is complete. */
const addresses = [
  ['/?device=trmnl-og', '.preview .paper img'],
  ['/?device=solum-m3-1.6-bwr', '.preview .paper img'],
  ['/wall?maker=Hanshow', '.wall img'],
  ['/layouts', '.cards img'],
  ['/layouts/standard', '.editor .outline'],
  ['/shelf', '.tile img'],
] as const;
const widths = [375, 768, 1024, 1280, 1366, 1440, 1920, 2560];

/** The controls of the page that can be seen, without panels that are still drawn. */
const controls = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a, button:not(.small-label), select, input, .connection')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[hidden]'))
    .map((each) => [each.tagName, each.ariaLabel ?? each.innerText].join(' ').replaceAll(/\\s+/g, ' ').trim())`);

/** The same once nothing is loading. */
async function settled(page: Page): Promise<readonly string[]> {
  for (let before = await controls(page); ;) {
    await page.waitForTimeout(400);
    const now = await controls(page);
    if (now.length > 0 && now.join() === before.join()) return now;
    before = now;
  }
}

describe('each place has the same controls as if it was loaded, whatever was there before', () => {
  const all = widths.flatMap((width) => addresses.map(([to, sight]) => [to, width, sight] as const));
  const large = [addresses[0][0], 1280, addresses[0][1]] as const;
  test.each([large, ...share(all, 12)])('%s at %d', async (to, width, sight) => {
    const page = await site.open(to, { sight, size: [width, 800] });
    const loaded = await settled(page);
    for (const [from, fromSight] of addresses) {
      // Away within the page, and back.
      await follow(page, from);
      await page.locator(fromSight).first().waitFor();
      await page.goBack();
      await page.locator(sight).first().waitFor();
      await eventually(() => controls(page), loaded, 5000);
    }
  });
});
