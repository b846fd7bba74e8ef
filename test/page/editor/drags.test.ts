import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { plainLayoutDir } from '../../support/layouts/plain.js';
import { eventually, useSite } from '../../support/page.js';
import { call } from '../../support/server.js';

const site = useSite({ LAYOUTS_DIR: plainLayoutDir });

/** The text that is selected, and how many native drags have begun. */
const natively = (page: Page): Promise<unknown> =>
  page.evaluate(`[getSelection().toString().trim(), window.dragged ?? 0]`);

const watch = (page: Page): Promise<unknown> =>
  page.evaluate(`document.addEventListener('dragstart', ({ defaultPrevented, target }) => {
    if (!defaultPrevented && !target.draggable) window.dragged = (window.dragged ?? 0) + 1;
  })`);

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 6 });
  await page.mouse.up();
}

const rectangle = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!;

describe('the pointer selects no text of the page', () => {
  test('with a rectangle from beside the label, which selects boxes, twice', async () => {
    const page = await site.open({}, `${site.server.url}/layouts/bare`, '.outline');
    await watch(page);
    const room = await rectangle(page, '.editor .room');
    for (const _ of [1, 2]) {
      await drag(page, [room.x + 6, room.y + 6], [room.x + room.width - 20, room.y + room.height - 10]);
      expect(await natively(page)).toEqual(['', 0]);
      expect(await page.locator('.tree [aria-selected=true]').count()).toBeGreaterThan(1);
      await page.getByRole('treeitem', { name: 'Label' }).click();
    }
  });

  test('with Ctrl+A, with Shift and a click, and with a double click', async () => {
    const page = await site.open({}, `${site.server.url}/layouts/bare`, '.outline');
    const room = await rectangle(page, '.editor .room');
    await page.mouse.click(room.x + 6, room.y + 6);
    await page.keyboard.press('Control+A');
    expect(await natively(page)).toEqual(['', 0]);
    await page.getByRole('treeitem').nth(1).click();
    await page
      .getByRole('treeitem')
      .last()
      .click({ modifiers: ['Shift'] });
    await page.getByRole('treeitem').nth(1).dblclick();
    expect(await natively(page)).toEqual(['', 0]);
  });

  test('on the shelf, with Shift and a click', async () => {
    for (const id of ['a1', 'a2', 'a3'])
      await call(`${site.server.url}/api/esl/labels/${id}`, {
        method: 'PUT',
        body: { device: 'solum-m2-2.9-bwr', layout: 'bare' },
      });
    const page = await site.open({}, `${site.server.url}/shelf`, '.tile a');
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

test('a rectangle that the browser cancels selects nothing', async () => {
  const page = await site.open({}, `${site.server.url}/layouts/bare`, '.outline');
  await page.getByRole('treeitem', { name: 'Label' }).click();
  const room = await rectangle(page, '.editor .room');
  await page.mouse.move(room.x + 6, room.y + 6);
  await page.mouse.down();
  await page.mouse.move(room.x + room.width - 20, room.y + room.height - 10, { steps: 4 });
  await page.locator('.marquee').waitFor();
  await page.evaluate(`document.querySelector('.editor .room').dispatchEvent(
    new PointerEvent('pointercancel', { pointerId: 1 }),
  )`);
  await page.locator('.marquee').waitFor({ state: 'detached' });
  expect(await page.locator('.tree [aria-selected=true]').allTextContents()).toEqual(['LabelColumn']);
});
