import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { plainLayoutDir } from '../../support/layouts/plain.js';
import { atSize, share } from '../../support/labels/share.js';
import { axe, eventually, keys, says, useSite } from '../../support/page.js';

const site = useSite({ LAYOUTS_DIR: plainLayoutDir });

/** What has the focus: its name for a screen reader; nothing for a row of the tree, which is called like a field. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const at = document.activeElement;
    if (at.getAttribute('role') === 'treeitem') return '';
    const label = at.labels?.[0]?.textContent ?? '';
    return (at.getAttribute('aria-label') ?? (label || at.textContent)).trim();
  })()`);
}

/** Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let i = 0; i < 90; i++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press(key);
  }
  expect(await focused(page)).toBe(name);
}

/** Chooses in a list by typing how the choice begins. */
async function choose(page: Page, field: string, choice: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(choice);
}

async function addBy(page: Page, kind: string): Promise<void> {
  await tabTo(page, `Add ${kind}`);
  await page.keyboard.press('Enter');
}

/** From anywhere in the properties to the tree, and with keys there to a row. */
async function inTree(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.keyboard.press('Escape');
  await eventually(() => page.evaluate('document.activeElement.getAttribute("role")'), 'treeitem');
  for (const key of keys) await page.keyboard.press(key);
}

const names = (page: Page) => page.getByRole('treeitem').allTextContents();

describe('the keyboard alone', () => {
  test('makes a promotion layout from nothing', async () => {
    const page = await site.open('/layouts');
    await tabTo(page, 'New layout');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Name');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Keys only');
    await page.keyboard.press('Enter');
    await page.locator('.overlay').waitFor();

    await addBy(page, 'Text');
    await addBy(page, 'Price');
    await addBy(page, 'Price');
    await choose(page, 'Price', 'Price before');
    await choose(page, 'Struck through in', 'Acc');
    await inTree(page);
    expect(await names(page)).toEqual(['Layout', 'LabelColumn', 'Product name', 'Price', 'Price before']);

    // The price before goes up, into a row with a text that says what is saved.
    await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => names(page), ['Layout', 'LabelColumn', 'Product name', 'Price before', 'Price']);
    await tabTo(page, 'Label, Price before selected');
    await keys(page, 'Shift+ArrowUp', 'Enter');
    await tabTo(page, 'Put into a row');
    await page.keyboard.press('Enter');
    await inTree(page);
    expect((await names(page))[3]).toBe('Row');
    await tabTo(page, 'Add Text', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await choose(page, 'Text', 'Percent');
    await inTree(page);
    expect((await names(page)).slice(3)).toEqual(['Row', 'Price before', 'Percent saved', 'Price']);
    await keys(page, 'Delete', 'Control+Z');
    await eventually(async () => (await names(page)).length, 7);

    await tabTo(page, 'Save version 1', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await says(page, 'Saved as version 1');
    const { layout } = (await site.api('layouts/keys-only')).body;
    const prices = [{ field: 'data.previous_price' }, { text: '{phrase.percent_off}' }];
    expect(layout).toMatchObject({
      root: {
        children: [
          { type: 'text', text: '{product_name}' },
          { type: 'box', direction: 'row', height: '29%', children: prices },
          { type: 'price', grow: 1 },
        ],
      },
    });
  });

  test('nudges, resizes and walks on the label itself', async () => {
    const page = await site.open('/layouts/bare?box=0', { sight: '.selection' });
    await page.locator('.overlay').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    const width = page.getByRole('status').getByText(/^Width \d/);
    await width.waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    const bottom = page.getByRole('group', { name: 'Up and down' }).getByRole('radio', { name: 'Bottom' });
    await eventually(() => bottom.isChecked(), true);
    await keys(page, 'Control+Z', 'Control+Z');
    await says(page, 'Comes with the server');

    // Letters add, and with Ctrl nodes are doubled and put into a row.
    const before = await names(page);
    await page.keyboard.press('t');
    await eventually(async () => (await names(page)).length, before.length + 1);
    await page.keyboard.press('Control+d');
    await eventually(async () => (await names(page)).length, before.length + 2);
    await page.keyboard.press('Control+g');
    await eventually(async () => (await names(page)).filter((name) => name === 'Row').length, 1);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Duplicate', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('everybody', () => {
  test.each(share(['dark', 'light'] as const, 2))('axe finds nothing in the %s scheme', async (colorScheme) => {
    const options = { colorScheme, reducedMotion: 'reduce', sight: '.selection' } as const;
    const page = await site.open('/layouts/promotion?show=both&box=1.0', options);
    await page.locator('.cm-content').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('treeitem', { name: 'Layout' }).click();
    await page.setViewportSize({ width: 375, height: 812 });
    if (atSize(false, true)) expect(await axe(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });
});
