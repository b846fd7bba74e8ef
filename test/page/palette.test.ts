import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, eventually, keys, pathOf, press, says, useSite } from '../support/page.js';
import { milk } from '../support/server.js';

const site = useSite();
beforeAll(async () => {
  await site.put('labels/dairy-2', { device: 'solum-m2-2.9-bwr' });
  await site.api('labels/dairy-2/update', { body: { ...milk, product_name: 'Mountain cheese' } });
});

const input = (page: Page) => page.getByRole('combobox', { name: /^(Search and commands|Suche und Befehle)$/ });
const chosen = (page: Page): Promise<string> => page.locator('.commands [aria-selected="true"]').innerText();

/** Types into the palette, checks the chosen command, and runs it. */
async function command(page: Page, typed: string, expected: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await input(page).fill(typed);
  await eventually(async () => (await chosen(page)).startsWith(expected), true);
  await page.keyboard.press('Enter');
  await input(page).waitFor({ state: 'detached' });
}

describe('the command palette', () => {
  test('goes to places, layouts, labels and panels, which keep the content', async () => {
    const page = await site.open('/?name=Butter&price=2.20');
    await command(page, 'waveshare-4.2-b', 'Waveshare 4.2″ B');
    await page.getByRole('img', { name: /^Butter, 2.20, .*; Waveshare 4\.2″ B/ }).waitFor();
    await command(page, 'mountain', 'dairy-2, Mountain cheese');
    await eventually(() => pathOf(page), '/shelf/dairy-2');
    await command(page, 'promotion layout', 'Promotion');
    await eventually(() => pathOf(page), '/layouts/promotion');
    await command(page, 'wall', 'Wall');
    await eventually(() => pathOf(page), '/wall');
    await command(page, 'no such thing', 'Find “no such thing” on the shelf');
    await says(page, 'No label fits this search.');
    expect(await page.getByRole('searchbox').inputValue()).toBe('no such thing');
  });

  test('presses what the page has, and sets its language and colours', async () => {
    const page = await site.open('/?name=Cream&device=solum-m2-2.9-bwr');
    await page.getByRole('button', { name: 'Update name, price and unit only' }).waitFor();
    await command(page, 'update name', 'Update name, price and unit only');
    await eventually(async () => {
      const { body } = await site.api('labels/default');
      return (body.label.content as { product_name: string } | null)?.product_name;
    }, 'Cream');
    await command(page, 'dark', 'Dark');
    await eventually(() => page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await command(page, 'deutsch', 'Deutsch');
    await page.getByLabel('Produktname').waitFor();
    await press(page, 'Menü');
    await press(page, 'Suche und Befehle');
    await input(page).fill('hell');
    await eventually(async () => (await chosen(page)).startsWith('Hell'), true);
  });

  test('is gone through with the arrows and left with Escape, and axe finds nothing', async () => {
    const page = await site.open('/', { colorScheme: 'dark', hasTouch: true, size: [375, 740] });
    await page.getByLabel('Product name').focus();
    await page.keyboard.press('Control+k');
    await input(page).waitFor();
    await page.locator('.commands li').nth(4).waitFor();
    const first = await chosen(page);
    await page.keyboard.press('ArrowDown');
    await eventually(async () => (await chosen(page)) !== first, true);
    expect(await input(page).getAttribute('aria-activedescendant')).toBe(
      await page.locator('.commands [aria-selected="true"]').getAttribute('id'),
    );
    await keys(page, 'ArrowUp', 'ArrowUp');
    expect(await page.locator('.commands [aria-selected="true"] ~ li').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    const height = await page.evaluate("document.querySelector('.commands li').clientHeight");
    expect(height).toBeGreaterThanOrEqual(44);
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate('document.activeElement.name'), 'product_name');
  });
});
