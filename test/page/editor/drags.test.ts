import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { plainLayoutDir } from '../../support/layouts/plain.js';
import { drag, eventually, keys, press, useSite } from '../../support/page.js';

const site = useSite({ LAYOUTS_DIR: plainLayoutDir });

/** The text that is selected, and how many native drags have begun. */
const natively = (page: Page): Promise<unknown> =>
  page.evaluate(`[getSelection().toString().trim(), window.dragged ?? 0]`);

const watch = (page: Page): Promise<unknown> =>
  page.evaluate(`document.addEventListener('dragstart', ({ defaultPrevented, target }) => {
    if (!defaultPrevented && !target.draggable) window.dragged = (window.dragged ?? 0) + 1;
  })`);

const rectangle = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;

describe('the pointer selects no text of the page', () => {
  test('with a rectangle from beside the label, Ctrl+A, Shift and a click, and a double click', async () => {
    const page = await site.open('/layouts/bare');
    await watch(page);
    const room = await rectangle(page, '.editor .room');
    const [start, end] = [
      [room.x + 6, room.y + 6] as const,
      [room.x + room.width - 20, room.y + room.height - 10] as const,
    ];
    const tree = page.getByRole('treeitem');
    const selected = page.locator('.tree [aria-selected=true]');
    for (const _ of [1, 2]) {
      await drag(page, start, end);
      expect(await natively(page)).toEqual(['', 0]);
      expect(await selected.count()).toBeGreaterThan(1);
      await page.getByRole('treeitem', { name: 'Label' }).click();
    }
    // The browser cancels a rectangle, which selects nothing then.
    await drag(page, start, end, false);
    await page.locator('.marquee').waitFor();
    await page.evaluate(`document.querySelector('.editor .room').dispatchEvent(
      new PointerEvent('pointercancel', { pointerId: 1 }),
    )`);
    await page.locator('.marquee').waitFor({ state: 'detached' });
    expect(await selected.allTextContents()).toEqual(['LabelColumn']);
    await page.mouse.up();

    await page.mouse.click(...start);
    await page.keyboard.press('Control+A');
    expect(await natively(page)).toEqual(['', 0]);
    await tree.nth(1).click();
    await tree.last().click({ modifiers: ['Shift'] });
    await tree.nth(1).dblclick();
    expect(await natively(page)).toEqual(['', 0]);
  });

  test('on the shelf, with Shift and a click', async () => {
    for (const id of ['a1', 'a2', 'a3']) await site.put(`labels/${id}`, { layout: 'bare' });
    const page = await site.open('/shelf', { sight: '.tile a' });
    const tile = (id: string) => page.locator(`.tile a[data-id="${id}"]`);
    await tile('a1').click({ modifiers: ['Shift'] });
    await tile('a3').click({ modifiers: ['Shift'] });
    await eventually(() => page.locator('.tile[aria-selected=true]').count(), 3);
    expect(await natively(page)).toEqual(['', 0]);
    // What is selected and what is open end with Escape, wherever the focus is.
    await page.locator('.shelf .stage').click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('Escape');
    await eventually(() => page.locator('.tile[aria-selected=true]').count(), 0);
    await tile('a2').click();
    await page.locator('.shelf[data-open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.shelf:not([data-open])').waitFor();
  });
});

test('a box is dragged from the palette to where it belongs, copied and pasted, and all of it undone', async () => {
  const page = await site.open('/layouts/bare');
  const names = () => page.getByRole('treeitem').allTextContents();
  const before = await names();
  const text = await rectangle(page, '[aria-label="Add Text"]');
  const paper = await rectangle(page, '.overlay');
  await drag(page, [text.x + 8, text.y + 8], [paper.x + paper.width / 2, paper.y + 5]);
  await eventually(async () => (await names()).length, before.length + 1);
  expect((await names())[2]).toBe('Product name');
  await page.locator('.overlay').focus();
  await keys(page, 'Control+C', 'Control+V');
  await eventually(async () => (await names()).filter((name) => name === 'Product name').length, 2);
  for (const count of [1, 0]) {
    await press(page, 'Undo');
    expect((await names()).length).toBe(before.length + count);
  }
  await press(page, 'Redo');
  await eventually(async () => (await names()).length, before.length + 1);
});

test('a click on the label selects the box there, and Escape what is round it', async () => {
  const page = await site.open('/layouts/plain');
  const paper = await rectangle(page, '.overlay');
  await page.mouse.click(paper.x + paper.width * 0.8, paper.y + paper.height * 0.6);
  const chosen = () => page.locator('[role=treeitem][aria-selected=true]').allTextContents();
  await eventually(chosen, ['Price']);
  await eventually(() => new URL(page.url()).searchParams.get('box'), '1.1');
  await page.locator('.overlay').focus();
  for (const name of ['Row', 'LabelColumn']) {
    await page.keyboard.press('Escape');
    await eventually(chosen, [name]);
  }
});
