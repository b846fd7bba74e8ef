import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { share } from '../support/labels/share.js';
import { eventually, press, useSite } from '../support/page.js';

const site = useSite();
beforeAll(async () => {
  await site.update();
});

/** Each place; those with a label last. */
const places = [
  '/docs',
  '/',
  '/?layout=promotion',
  '/wall?maker=Hanshow',
  '/shelf',
  '/shelf/default',
  '/layouts',
  '/layouts/standard',
];

const openAt = (path: string, width: number, height: number): Promise<Page> =>
  site.open(path, { size: [width, height], hasTouch: true, isMobile: true });

/** What is narrower or lower than 44 CSS pixels, except links in sentences, and fields that a click elsewhere moves to. */
const smallTargets = `[...document.querySelectorAll('nav a, .link, button, input, select, textarea, summary, .button')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches('.unseen, .unseen *, .mark, .title'))
  .flatMap((each) => {
    const target = /^(checkbox|radio)$/.test(each.type) ? each.closest('label') : each;
    const { width, height } = target.getBoundingClientRect();
    const around = getComputedStyle(target, '::before');
    const [wide, high] = around.position === 'absolute' ? [around.width, around.height].map(parseFloat) : [0, 0];
    const size = [Math.max(width, wide), Math.max(height, high)];
    const name = each.ariaLabel ?? target.innerText;
    return width > 1 && Math.min(...size) < 44 ? [name.slice(0, 30) + ' ' + size.map(Math.round).join('×')] : [];
  })`;

/** The share of the first label on the page that is in the window and below no bar. */
const seenShare = `(() => {
  const picture = document.querySelector('.paper img, .wall img, .tile img, .cards img');
  const { left, top, width, height } = picture.getBoundingClientRect();
  const steps = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
  const seen = steps.filter((step) => {
    const above = document.elementsFromPoint(left + width / 2, top + height * step);
    const at = above.findIndex((each) => each === picture);
    return at >= 0 && !above.slice(0, at).some((each) => each.matches('.dock, nav, header'));
  });
  return width < 60 ? 0 : seen.length / steps.length;
})()`;

test.each(share(places, 3))(
  'on a phone, %s has targets of 44 pixels, tabs that fill their columns, and no overflow',
  async (path) => {
    const page = await openAt(path, 360, 740);
    expect(await page.evaluate('[innerWidth, document.documentElement.scrollWidth]')).toEqual([360, 360]);
    await eventually(() => page.evaluate(smallTargets), []);
    const tabs = await page.locator('nav.places a').all();
    const widths = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())!.width));
    expect(Math.round(widths.reduce((sum, width) => sum + width, 0))).toBe(360);
  },
);

test('on a phone, the bar of Preview covers nothing at the end of the page', async () => {
  const page = await openAt('/?unit=2+L', 375, 740);
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const gap = `document.querySelector('.update-bar').getBoundingClientRect().top -
    document.querySelector('.code-drawer').getBoundingClientRect().bottom`;
  await eventually(async () => (await page.evaluate<number>(gap)) > -1, true, 5000);
  await press(page.locator('.code-drawer'), 'Code');
  await page.locator('.code-drawer pre').waitFor();
});

test('on a phone, the menus of the editor are inside the window', async () => {
  const page = await openAt('/layouts/standard', 375, 740);
  const sides = async (selector: string): Promise<boolean> => {
    const { x, width } = (await page.locator(selector).boundingBox())!;
    return x >= 0 && x + width <= 375;
  };
  await press(page, 'File');
  expect(await sides('.bar .sheet')).toBe(true);
  await page.keyboard.press('Escape');
  const row = page.getByRole('treeitem').nth(2);
  await row.click({ button: 'right', position: { x: 330, y: 10 } });
  expect(await sides('.context-menu')).toBe(true);
});

// 1280 × 900 at 200 %, a phone on its side, and a low window of a large screen.
const lowWindows = ['640x450', '740x360', '1280x450'];
test.each(
  share(
    places.slice(1).flatMap((path) => lowWindows.map((size) => [path, size] as const)),
    4,
  ),
)('%s shows a label in a low window of %s', async (path, size) => {
  const [width, height] = size.split('x').map(Number) as [number, number];
  const page = await openAt(path, width, height);
  const least = /^\/(shelf|wall|layouts$)/.test(path) ? 0.25 : 0.99;
  await eventually(async () => (await page.evaluate<number>(seenShare)) >= least, true, 5000);
});

test('in forced colours, what is chosen looks chosen', async () => {
  const page = await site.open('/?layout=promotion', { forcedColors: 'active' });
  const look = (selector: string, property: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);
  // The colour that the browser has for it.
  await page.evaluate(`document.querySelector('.skip').style.backgroundColor = 'Highlight'`);
  const highlight = await look('.skip', 'backgroundColor');
  for (const chosen of ['.segments label:has(:checked)', '.picture-option:has(:checked)'])
    expect([await look(chosen, 'backgroundColor'), await look(chosen, 'forcedColorAdjust')]).toEqual([
      highlight,
      'none',
    ]);
  const border = (tab: string): Promise<string> => look(`nav.places ${tab}`, 'borderBottomColor');
  expect(await border('a:not([aria-current])')).not.toBe(await border('a[aria-current]'));
  const inks = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.inks i')].map((each) => getComputedStyle(each).backgroundColor)",
  );
  expect(new Set(inks).size).toBe(inks.length);
});
