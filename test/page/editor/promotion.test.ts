import { describe, expect, test } from '@jest/globals';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type Point, says, useSite } from '../../support/page.js';

/** The promotion of the studio's design from nothing, with real events. Each step leaves a picture. */
const pictures = join('.build', 'promotion');
const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>',
  ),
};

const site = useSite();

/**
 * Counts as a user would. By mouse, a click, a drag, a typed text and the choice in the system's dialog for files are one action
 * each, a double click two. By keyboard, each key is one, also those held (Ctrl), of words and of the file's name.
 */
class Hands {
  count = 0;
  #steps = 0;
  constructor(
    readonly page: Page,
    readonly folder: string,
  ) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // From the start: the key that opens the dialog may come before Playwright intercepts it.
    page.on('filechooser', () => undefined);
  }

  async click(on: Locator): Promise<void> {
    await on.click();
    await this.#done(1);
  }

  async doubleClick(at: Point): Promise<void> {
    await this.page.mouse.dblclick(...at);
    await this.#done(2);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.#done(1);
  }

  async drag(from: Locator, to: Point): Promise<void> {
    const { x, y, width, height } = (await from.boundingBox())!;
    await this.page.mouse.move(x + width / 2, y + height / 2);
    await this.page.mouse.down();
    for (const steps of [3, 3]) await this.page.mouse.move(...to, { steps });
    await this.page.mouse.up();
    await this.#done(1);
  }

  async keys(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    await this.#done(keys.flatMap((key) => key.split('+')).length);
  }

  /** Presses Tab until an element has the focus. */
  async tabTo(name: string): Promise<void> {
    const focused = (at = 'document.activeElement') =>
      this.page.evaluate<string>(`(${at}.getAttribute('aria-label') ?? ${at}.textContent).trim()`);
    let tabs = 0;
    for (; tabs < 40 && (await focused()) !== name; tabs++) await this.page.keyboard.press('Tab');
    await this.#done(tabs);
  }

  /** @param open opens the system's dialog, where the name of the file costs `actions` */
  async choose(open: () => Promise<unknown>, actions: number): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), open()]);
    await chooser.setFiles(logo);
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.#done(actions);
  }

  async #done(actions: number): Promise<void> {
    this.count += actions;
    this.#steps++;
    const name = `${String(this.#steps).padStart(2, '0')}-after-${this.count}.png`;
    await this.page.screenshot({ path: join(this.folder, name) });
  }
}

const row = (page: Page, name: string) => page.locator('.tree .name').getByText(name, { exact: true });
const palette = (page: Page, kind: string) => page.getByRole('button', { name: `Add ${kind}`, exact: true });

/** The rectangle of a box on the label, once the picture shows it. */
async function boxAt(page: Page, place: number) {
  const outline = page.locator('.outline').nth(place);
  await outline.waitFor();
  return (await outline.boundingBox())!;
}

/** Waits until all panels are drawn without an error. Two squares are too narrow for readable bars; nothing else is cut. */
async function drawnOnAll(page: Page): Promise<void> {
  await says(page, '6 of 27 do not show all');
  expect(await page.locator('.strip .small-picture img').count()).toBe(27);
  for (const panel of ['Pricer HD S', 'SoluM M3 1.6'])
    expect(await page.getByRole('button', { name: new RegExp(`^${panel}.*, does not show all$`) }).count()).toBe(3);
  expect(await page.locator('.problems .answer, .outline[data-hatched]').count()).toBe(0);
}

async function saved(page: Page): Promise<void> {
  await says(page, /^Saved as version \d$/);
  expect(await page.getByText(/can’t be drawn on/).count()).toBe(0);
  const banner = [{ text: 'Week 48 offer' }, { text: '{phrase.percent_off}' }, { type: 'picture' }];
  const prices = [{ field: 'data.previous_price', strike: 'accent' }, { type: 'price' }];
  expect((await site.api('layouts/weekend-offer')).body.layout).toMatchObject({
    data: { previous_price: { type: 'price', required: true } },
    root: {
      children: [
        { type: 'box', fill: 'accent', children: banner },
        { type: 'box', direction: 'row', children: prices },
        { type: 'barcode' },
      ],
    },
  });
  await site.remove('layouts/weekend-offer');
}

describe('the promotion from nothing', () => {
  test('takes at most 25 actions by mouse', async () => {
    const page = await site.open('/layouts');
    const hands = new Hands(page, join(pictures, 'mouse'));
    await hands.click(page.getByRole('button', { name: 'New layout' }));
    await hands.click(page.getByRole('button', { name: 'Begin' }));
    await hands.click(palette(page, 'Box'));
    await hands.click(page.getByRole('button', { name: 'Accent: Filled with' }));
    await hands.click(palette(page, 'Text'));
    const banner = await boxAt(page, 2);
    await hands.doubleClick([banner.x + 8, banner.y + banner.height / 2]);
    await hands.type('Week 48 offer');
    await hands.click(palette(page, 'Text'));
    await hands.click(palette(page, 'Picture'));
    await hands.choose(() => page.getByLabel('Picture file').click(), 2);
    await hands.click(row(page, 'Label'));
    await hands.click(palette(page, 'Price'));
    const price = await boxAt(page, 5);
    await hands.drag(palette(page, 'Price'), [price.x + 10, price.y + price.height / 2]);
    const label = await boxAt(page, 0);
    await hands.drag(palette(page, 'Code'), [label.x + 40, label.y + label.height - 4]);
    await drawnOnAll(page);
    await hands.click(page.getByRole('button', { name: 'Save version 1' }));
    await saved(page);
    expect(hands.count).toBeLessThanOrEqual(25);
  });

  test('takes at most 90 keys', async () => {
    const page = await site.open('/layouts');
    const hands = new Hands(page, join(pictures, 'keys'));
    await hands.tabTo('New layout');
    await hands.keys('Enter');
    await page.getByLabel('Name').waitFor();
    await hands.keys('Enter');
    await page.locator('.overlay').waitFor();
    await hands.keys('b', 'Enter');
    await hands.tabTo('Accent: Filled with');
    await hands.keys('Space', 'Escape');
    await hands.keys('t', 'F2', ...'Week 48 offer'.split(''), 'Enter');
    await hands.keys('t', 'i');
    await page.getByRole('dialog').waitFor();
    await hands.choose(() => page.keyboard.press('Space'), 1 + logo.name.length + 1);
    await hands.keys('Escape', 'Escape', 'p', 'Control+g', 'p', 'Alt+ArrowUp', 'Escape', 'Escape', 'c');
    await drawnOnAll(page);
    await hands.keys('Control+s');
    await saved(page);
    expect(hands.count).toBeLessThanOrEqual(90);
  });
});
