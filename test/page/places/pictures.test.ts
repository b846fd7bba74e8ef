import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { share } from '../../support/labels/share.js';
import { drag, eventually, type Point, useSite } from '../../support/page.js';

const site = useSite();
beforeAll(async () => {
  await site.update();
});

async function openChooser(page: Page): Promise<void> {
  if (await page.locator('dialog').isVisible()) return;
  await page.getByRole('button', { name: 'Panel: ' }).first().click();
  await page.locator('dialog .small-picture img').first().waitFor();
}

/** Each place that shows pictures, and what opens more of them. */
const promotion = '/?layout=promotion&name=A&price=1';
const places: readonly (readonly [path: string, act?: (page: Page) => Promise<void>])[] = [
  ['/'],
  [promotion],
  [promotion, openChooser],
  ['/wall?maker=Hanshow'],
  ['/layouts'],
  ['/layouts/standard?box=0'],
  ['/shelf'],
  ['/shelf/default'],
];

/** The middle of some pictures, and points of the empty room in the stages, rails and grids that they are in. */
const starts = (page: Page): Promise<readonly Point[]> =>
  page.evaluate<readonly Point[]>(`(() => {
    const pictures = '.paper, .small-picture, .glass';
    const open = document.querySelector('dialog[open]') ?? document;
    const some = (points) => points.filter((_, i) => i % Math.ceil(points.length / 4) === 0);
    const shown = [...open.querySelectorAll(pictures)].map((picture) => picture.getBoundingClientRect());
    const middles = shown.map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
    const isSeen = ([x, y]) => document.elementFromPoint(x, y)?.closest(pictures);
    const isEmpty = ([x, y]) => {
      const found = document.elementFromPoint(x, y);
      const around = found?.closest('section, nav, dialog, [role=grid]');
      return around?.querySelector(pictures) && open.contains(found) &&
        !found.matches('dialog') && !found.closest('p, h1, h2, h3, a, button, label, input, pre, .cm-editor') && !/\\S/.test([...found.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(''));
    };
    const grid = [];
    for (let y = 4; y < innerHeight; y += 16) for (let x = 4; x < innerWidth; x += 24) grid.push([x, y]);
    return [...some(middles.filter(isSeen)), ...some(grid.filter(isEmpty))];
  })()`);

const selected = (page: Page): Promise<string> => page.evaluate<string>('getSelection().toString().trim()');

const all = [[375, 667] as const, [1280, 800] as const].flatMap((size) =>
  places.map((place) => [size, ...place] as const),
);
test.each(share(all, 6))(
  'a drag from a picture or from beside it selects no text at %j on %s',
  async (size, path, act = () => Promise.resolve()) => {
    const page = await site.open(path, { size });
    await act(page);
    const points = await starts(page);
    expect(points.length).toBeGreaterThan(4);
    const [width, height] = size;
    const found: unknown[] = [];
    for (const [x, y] of points)
      for (const to of [
        [width * 0.2, height * 0.8],
        [width - 4, 4],
      ] as const) {
        // It is no click.
        if (Math.hypot(to[0] - x, to[1] - y) < 150) continue;
        await act(page);
        await drag(page, [x, y], to);
        const text = await selected(page);
        if (text !== '') found.push([[x, y], to, text]);
        await page.evaluate('getSelection().empty()');
      }
    expect(found).toEqual([]);
  },
);

/** Texts beside pictures that a user may want to copy. */
const copied = [
  [promotion, '.stage .facts b'],
  [promotion, '.stage .facts span'],
  ['/', '.stage .intro h1'],
  ['/wall?maker=Hanshow', '.wall .caption .name'],
  ['/wall?maker=Hanshow', '.wall .caption .of'],
  ['/layouts', '.cards p'],
  ['/docs', 'main p'],
  ['/docs', 'main code'],
] as const;

describe('texts can be selected', () => {
  const copies = async (page: Page, selector: string) => {
    const text = page.locator(selector).first();
    // A page that is drawn once more meanwhile loses what is selected.
    await eventually(async () => {
      await text.click({ clickCount: 3, position: { x: 4, y: 8 } });
      return (await selected(page)) !== '';
    }, true);
  };
  test.each(share(copied, 2))('on %s: %s', async (path, selector) => {
    await copies(await site.open(path, { sight: selector }), selector);
  });

  test('those of a warning and of an error too', async () => {
    const page = await site.open();
    await page.locator('.update-bar .main').click();
    await copies(page, '.update-bar .rest');
  });
});

test('a dialog closes with a press beside it, and stays when a selection in it ends there', async () => {
  const page = await site.open(promotion, { size: [1280, 800] });
  await openChooser(page);
  const dialog = page.locator('dialog');
  const field = (await dialog.locator('input').first().boundingBox())!;
  await drag(page, [field.x + 40, field.y + 8], [4, 4]);
  expect(await dialog.isVisible()).toBe(true);
  await page.mouse.click(4, 4);
  await eventually(() => dialog.isVisible(), false);
});
