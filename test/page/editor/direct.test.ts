import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, drag, eventually, keys, press, useSite } from '../../support/page.js';

const site = useSite();

const text = (words: string) => ({ type: 'text', text: words, size: '12%' });
const inRow = [
  { ...text('Two'), width: '30%' },
  { ...text('Three'), grow: 1 },
];
const children = [
  text('One'),
  { type: 'box', direction: 'row', gap: '1mm', children: inRow },
  { ...text('Four'), height: '20%' },
];
const root = { type: 'box', padding: '1.2mm', gap: '1mm', children };

async function open(): Promise<Page> {
  await site.put('layouts/direct', { title: 'Direct', description: 'By hand.', root });
  const page = await site.open('/layouts/direct', { sight: '.editor' });
  await eventually(() => page.locator('.outline').count(), 6);
  return page;
}

/** The levels and names of the rows. */
const rows = (page: Page) =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll('.tree [data-pointer]')].map((row) =>
    row.getAttribute('aria-level') + ' ' + row.querySelector('.name').textContent)`);
const chosen = (page: Page) => page.locator('[role=treeitem][aria-selected=true] .name').allTextContents();
const row = (page: Page, name: string) => page.locator('.tree .row', { hasText: name });
const boxOf = async (page: Page, place: number) => (await page.locator('.outline').nth(place).boundingBox())!;

const start = ['2 Label', '3 “One”', '3 Row', '4 “Two”', '4 “Three”', '3 “Four”'];

describe('by hand', () => {
  test('rows are dragged in the tree, with a ghost and a mark, and several together', async () => {
    const page = await open();
    expect(await rows(page)).toEqual(start);
    // The browser takes a picture of a ghost, which leaves at once.
    await page.evaluate(`globalThis.ghosts = []; new MutationObserver((all) => all.forEach(({ addedNodes }) =>
      addedNodes.forEach((node) => node.className === 'drag-ghost' && ghosts.push(node.textContent))
    )).observe(document.body, { childList: true, subtree: true })`);
    const [one, four] = await Promise.all(['One', 'Four'].map(async (name) => (await row(page, name).boundingBox())!));
    await drag(page, [four!.x + 60, four!.y + 8], [one!.x + 60, one!.y + 3], false);
    await page.locator('.row[data-drop=before]', { hasText: 'One' }).waitFor();
    await page.mouse.up();
    await eventually(() => rows(page), ['2 Label', '3 “Four”', '3 “One”', '3 Row', '4 “Two”', '4 “Three”']);
    expect(await page.locator('[data-drop]').count()).toBe(0);

    await row(page, 'One').click({ modifiers: ['Shift'] });
    expect(await chosen(page)).toEqual(['“Four”', '“One”']);
    const into = (await row(page, 'Row').boundingBox())!;
    await drag(page, [one!.x + 60, one!.y + 38], [into.x + 60, into.y + into.height / 2]);
    await eventually(() => rows(page), ['2 Label', '3 Row', '4 “Two”', '4 “Three”', '4 “Four”', '4 “One”']);
    expect(await chosen(page)).toEqual(['“Four”', '“One”']);
    expect(await page.evaluate('ghosts')).toEqual(['“Four”', '2 boxes']);
    // Escape ends a drag without a change.
    const two = (await row(page, 'Two').boundingBox())!;
    await drag(page, [two.x + 60, two.y + 8], [two.x + 60, two.y + 100], false);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await eventually(() => page.locator('[data-drop]').count(), 0);
  });

  test('several are selected by a rectangle and by keys, wrapped, aligned, shared out, copied and removed', async () => {
    const page = await open();
    const [root, two, three] = [await boxOf(page, 0), await boxOf(page, 3), await boxOf(page, 4)];
    await drag(page, [two.x - 24, two.y - 2], [three.x + three.width + 24, three.y + three.height + 2], false);
    await page.locator('.marquee').waitFor();
    await page.mouse.up();
    expect(root.width).toBeGreaterThan(three.width);
    await eventually(() => chosen(page), ['Row', '“Two”', '“Three”']);
    // A click without a drag selects one of them.
    await page.mouse.click(two.x + 12, two.y + 12);
    await eventually(() => chosen(page), ['“Two”']);
    await row(page, 'Three').click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('heading', { name: '2 boxes' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await press(page, 'Contents to the centre');
    await press(page, 'Share the room equally');
    await eventually(async () => Math.round((await boxOf(page, 3)).width - (await boxOf(page, 4)).width), 0);

    await row(page, 'One').click();
    await page.keyboard.press('Shift+ArrowDown');
    expect(await chosen(page)).toEqual(['“One”', 'Row']);
    await page.keyboard.press('Shift+ArrowUp');
    expect(await chosen(page)).toEqual(['“One”']);
    await keys(page, 'Shift+ArrowDown', 'Control+Shift+g');
    await eventually(() => rows(page), ['2 Label', '3 Column', '4 “One”', '4 Row', '5 “Two”', '5 “Three”', '3 “Four”']);
    await keys(page, 'Control+c', 'Control+v');
    await eventually(async () => (await rows(page)).length, 12);
    expect((await rows(page)).slice(-3)).toEqual(['5 “Two”', '5 “Three”', '3 “Four”']);
    await page.keyboard.press('Delete');
    await eventually(async () => (await rows(page)).length, 7);
  });

  test('an edge is drawn to the edge of another box, which a line shows, and a box to another place', async () => {
    const page = await open();
    await row(page, 'Four').click();
    await page.locator('.selection').waitFor();
    const [two, four] = [await boxOf(page, 3), await boxOf(page, 5)];
    await drag(page, [four.x + four.width, four.y + four.height / 2], [two.x + two.width + 3, four.y + 4], false);
    await page.locator('.guide').waitFor();
    await page.mouse.up();
    expect(await page.locator('.guide').count()).toBe(0);
    await eventually(async () => Math.abs((await boxOf(page, 5)).width - two.width) <= 2, true);
    const [one, moved] = [await boxOf(page, 1), await boxOf(page, 5)];
    await drag(page, [moved.x + 12, moved.y + moved.height / 2], [one.x + one.width / 3, one.y + 3]);
    await eventually(() => rows(page), ['2 Label', '3 “Four”', '3 “One”', '3 Row', '4 “Two”', '4 “Three”']);
  });

  test('an icon is chosen from pictures, and the corners of a box are rounded', async () => {
    const page = await open();
    await row(page, 'Row').click();
    await press(page, 'Accent: Filled with');
    const corner = (await page.locator('.corner').boundingBox())!;
    await drag(page, [corner.x + 5, corner.y + 5], [corner.x + 13, corner.y + 13]);
    await eventually(() => page.getByLabel('Round corners', { exact: true }).inputValue(), '1');
    await press(page, 'Add Picture');
    expect(await axe(page)).toEqual([]);
    await press(page, 'Organic');
    await eventually(async () => (await rows(page)).at(-2), '4 Icon: organic');
  });

  test('a picture of a paper label lies over the label, and nothing is sent of it', async () => {
    const page = await open();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="20"/></svg>';
    const file = { name: 'paper.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await press(page, 'File');
    await page.getByLabel('Lay a picture of a label over it').setInputFiles(file);
    const paper = (await page.locator('.paper').boundingBox())!;
    await eventually(async () => Math.round((await page.locator('.model').boundingBox())!.width - paper.width), 0);
    await page.getByText('Version 1').first().waitFor();
    await press(page, 'Take the picture away');
    await eventually(() => page.locator('.model').count(), 0);
  });

  test('the label is zoomed, typed on, and has a menu with all commands', async () => {
    const page = await open();
    const before = (await page.locator('.paper').boundingBox())!;
    await page.locator('.overlay').focus();
    await page.keyboard.press('+');
    await eventually(async () => (await page.locator('.paper').boundingBox())!.width, before.width * 2);
    // What is selected by keys comes into sight.
    await page.keyboard.press('+');
    await row(page, 'One').click();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toEqual(['“Four”']);
    const room = (await page.locator('.room').boundingBox())!;
    await eventually(async () => {
      const { y, height } = (await page.locator('.selection').boundingBox())!;
      return y >= room.y - 1 && y + height <= room.y + room.height + 1;
    }, true);
    await page.keyboard.press('0');
    await eventually(async () => (await page.locator('.paper').boundingBox())!.width, before.width);

    const one = await boxOf(page, 1);
    await page.mouse.dblclick(one.x + 12, one.y + one.height / 2);
    await page.keyboard.insertText('Typed');
    await page.keyboard.press('Escape');
    expect((await rows(page))[1]).toBe('3 “One”');
    // The handle of a selected box is no obstacle.
    await row(page, 'Row').click();
    await press(page, 'Accent: Filled with');
    const corner = (await page.locator('.corner').boundingBox())!;
    await page.mouse.dblclick(corner.x + 4, corner.y + 4);
    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await eventually(async () => (await rows(page))[3], '4 “Second”');
    await row(page, 'One').click();
    await page.keyboard.press('F2');
    await page.keyboard.type('Typed');
    await page.keyboard.press('Enter');
    await eventually(async () => (await rows(page))[1], '3 “Typed”');
    await page.keyboard.press('F2');
    await page.keyboard.type('Clicked');
    const three = await boxOf(page, 4);
    await page.mouse.click(three.x + 40, three.y + 12);
    await eventually(async () => (await rows(page))[1], '3 “Clicked”');
    expect(await chosen(page)).toEqual(['“Three”']);

    const four = await boxOf(page, 5);
    await page.mouse.click(four.x + 12, four.y + 12, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await chosen(page)).toEqual(['“Four”']);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('End');
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await eventually(async () => (await rows(page)).length, 7);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    await keys(page, 'ArrowUp', 'Enter');
    await eventually(async () => (await rows(page)).length, 6);
    await keys(page, 'Shift+F10', 'Escape');
    await eventually(() => page.getByRole('menuitem').count(), 0);
  });
});
