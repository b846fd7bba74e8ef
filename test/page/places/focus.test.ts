import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { share } from '../../support/labels/share.js';
import { press, useSite } from '../../support/page.js';

const site = useSite();
beforeAll(async () => {
  await site.update();
});

/** Updates the label, and opens the answer: the bar below the form is as high as it gets. */
async function fillBar(page: Page): Promise<void> {
  await page.locator('.update-bar .main').click();
  await press(page.locator('.update-bar'), '200');
  await page.locator('.update-bar .raw').waitFor();
  await page.locator('.skip').focus();
}

/** Each place, and what is done there first. */
const places: readonly (readonly [path: string, act?: (page: Page) => Promise<void>])[] = [
  ['/'],
  ['/', fillBar],
  ['/?device=hanshow-2.13-bwr-high&name=x&price=1.00&locale=ar-SA'],
  ['/?device=solum-m3-12.2-bwr&name=x&price=1.00&locale=ar-SA'],
  ['/?layout=promotion&name=A&price=1'],
  ['/wall?maker=Hanshow'],
  ['/layouts'],
  ['/layouts/standard?box=0'],
  ['/shelf'],
  ['/shelf/default'],
  ['/docs'],
];

/** Small phones, phones upright and sideways, tablets, zoomed windows, and computers. */
const sizes = [
  ...['320x480', '320x568', '360x640', '375x553', '375x667', '667x375'],
  ...['640x450', '768x1024', '1000x540', '1024x600', '1280x800'],
].map((size) => size.split('x').map(Number) as [number, number]);

/** What has the focus; with what covers its corners or middle if that is sticky or fixed, or if it is out of the window. */
const focused = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  const at = document.activeElement;
  if (at === document.body) return resolve(null);
  const isBar = (found) => ['sticky', 'fixed'].includes(getComputedStyle(found).position);
  const target = at.closest('label') ?? at;
  const { left, top, width, height } = target.getBoundingClientRect();
  const hidden = [[0.1, 0.2], [0.9, 0.2], [0.5, 0.5], [0.1, 0.8], [0.9, 0.8]].flatMap(([across, down]) => {
    const [x, y] = [left + width * across, top + height * down];
    const found = document.elementFromPoint(x, y);
    if (!found) return ['outside'];
    for (let each = found; each && !each.contains(at); each = each.parentElement)
      if (isBar(each)) return [each.className];
    return [];
  });
  const name = (at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent).trim().slice(0, 40);
  // Where Tab comes round: the element counts, as names may be there twice.
  const seen = (window.seen ??= []);
  if (!seen.includes(at)) seen.push(at);
  resolve({ name, at: seen.indexOf(at), hidden });
})))`;

interface Focused {
  readonly name: string;
  readonly at: number;
  readonly hidden: readonly string[];
}

const all = sizes.flatMap(([width, height]) => places.map(([path, act]) => [width, height, path, act] as const));
test.each(share(all, 15))(
  'no bar covers the focused element at %d × %d on %s',
  async (width, height, path, act = () => Promise.resolve()) => {
    const page = await site.open(path, { size: [width, height] });
    await act(page);
    const wrong: string[] = [];
    for (const key of ['Tab', 'Shift+Tab']) {
      const known = new Set<number>();
      for (let lost = 0; ;) {
        await page.keyboard.press(key);
        const now = await page.evaluate<Focused | null>(focused);
        // A page that is still loading may replace what had the focus at first.
        if (!now && known.size < 2 && lost++ < 3) continue;
        if (!now || known.has(now.at)) break;
        known.add(now.at);
        if (now.hidden.length > 0) wrong.push(`${key}: ${now.name} ${now.hidden.join(', ')}`);
      }
      expect(known.size).toBeGreaterThan(5);
    }
    expect(wrong).toEqual([]);
  },
);
