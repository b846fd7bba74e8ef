import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { share } from '../../support/labels/share.js';
import { plainLayoutDir } from '../../support/layouts/plain.js';
import { eventually, keys, useSite } from '../../support/page.js';

const site = useSite({ LAYOUTS_DIR: plainLayoutDir });

const row = (page: Page, box: string) => page.locator(`.tree [data-pointer="#/root${box}"]`);

/** The rows of the tree, and which are selected. */
const seen = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    const rows = [...document.querySelectorAll('.tree [role=treeitem]')];
    resolve(rows.map((row) => [row.textContent, row.ariaLevel, row.ariaSelected === 'true']));
  })))`);

/** A row with the price, its unit, and a text. */
async function openFilled(): Promise<Page> {
  const page = await site.open('/layouts/bare');
  await row(page, '/children/1').click();
  await page.keyboard.press('t');
  await row(page, '/children/0').click();
  await page.keyboard.press('Control+g');
  await row(page, '/children/0/children/0').waitFor();
  return page;
}

async function select(page: Page, boxes: readonly string[]): Promise<void> {
  for (const [i, box] of boxes.entries()) await row(page, box).click(i > 0 ? { modifiers: ['Control'] } : {});
}

const press =
  (...chords: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const chord of chords) await page.keyboard.press(chord);
  };

const [filled, price, unit, text] = ['/children/0', '/children/0/children/0', '/children/1', '/children/2'];

/** Each command that changes the selection, and what is selected before. */
const commands: readonly (readonly [name: string, before: readonly string[], act: (page: Page) => Promise<void>])[] = [
  ['duplicating', [unit], press('Control+d')],
  ['duplicating two', [unit, text], press('Control+d')],
  ['deleting', [unit], press('Delete')],
  ['deleting two', [price, unit], press('Delete')],
  ['cutting', [text], press('Control+x')],
  ['grouping in a row', [unit, text], press('Control+g')],
  ['grouping in a column', [price], press('Control+Shift+g')],
  [
    'ungrouping',
    [filled],
    (page) => page.locator('.ways').getByRole('button', { name: 'Take out of this box' }).click(),
  ],
  ['pasting', [unit], press('Control+c', 'Control+v')],
  ['adding by its key', [filled], press('c')],
  ['adding by its tool', [unit], (page) => page.getByRole('button', { name: 'Add Text' }).click()],
  ['moving up', [unit], press('Alt+ArrowUp')],
  ['moving down', [filled], press('Alt+ArrowDown')],
  ['moving out', [price], press('Alt+ArrowLeft')],
  ['moving in', [unit, text], press('Alt+ArrowRight')],
  [
    'moving by the mouse',
    [text],
    async (page) => {
      await row(page, text).hover();
      await page.mouse.down();
      const { x, y } = (await row(page, unit).boundingBox())!;
      await page.mouse.move(x + 60, y + 2, { steps: 6 });
      await page.mouse.up();
    },
  ],
];

describe('undoing and redoing restore the selection too, after', () => {
  test.each(share(commands, 5))('%s', async (_, boxes, act) => {
    const page = await openFilled();
    await select(page, boxes);
    const before = await seen(page);
    await act(page);
    const after = await seen(page);
    expect(after).not.toEqual(before);
    for (const _round of [1, 2]) {
      await page.keyboard.press('Control+z');
      await eventually(() => seen(page), before);
      await page.keyboard.press('Control+Shift+z');
      await eventually(() => seen(page), after);
    }
  });

  test('a change of a box: it is selected again', async () => {
    const page = await openFilled();
    await select(page, [unit]);
    const before = await seen(page);
    await page.getByLabel('Share of what is left').fill('2');
    await select(page, [text]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => seen(page), before);
  });
});

test('what is deleted after a duplicate is undone is the box that was selected', async () => {
  const page = await openFilled();
  await select(page, [unit]);
  await page.keyboard.press('Delete');
  const deleted = await seen(page);
  await keys(page, 'Control+z', 'Control+d', 'Control+z', 'Delete');
  await eventually(() => seen(page), deleted);
});
