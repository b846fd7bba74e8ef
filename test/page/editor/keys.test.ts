import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { keyCommands } from '../../../server/page/state/editor-keys.js';
import { plainLayoutDir } from '../../support/layouts/plain.js';
import { share } from '../../support/labels/share.js';
import { drag, eventually, type Point, useSite } from '../../support/page.js';

const site = useSite({ LAYOUTS_DIR: plainLayoutDir });

const openBare = async (query = ''): Promise<Page> => {
  const page = await site.open(`/layouts/bare${query}`, { sight: '.outline' });
  // Whether the page takes a key from the browser, after all of its own listeners.
  await page.evaluate(`addEventListener('keydown', ({ defaultPrevented }) => (window.isTaken = defaultPrevented))`);
  return page;
};

/** What a user sees of the document, its selection, and the editor. */
const seen = (page: Page): Promise<string> =>
  page.evaluate<string>(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    const own = (selector, read) => [...document.querySelectorAll(selector)].map(read).join();
    resolve(JSON.stringify({
      text: JSON.parse(localStorage['layout-draft:bare'] ?? '{}').text,
      selected: own('.tree [aria-selected=true]', (row) => row.dataset.pointer),
      dialog: own('dialog[open] h2', (title) => title.textContent),
      typing: own('.typing', (input) => input.value),
      zoom: own('.zoom', (zoom) => zoom.textContent),
    }));
  })))`);

const textOf = async (page: Page): Promise<unknown> => (JSON.parse(await seen(page)) as { text?: string }).text;

/** Closes what is open, undoes all changes, and adds a text, which is selected then. The button that adds it has the focus. */
const reset = (page: Page, command: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const rendered = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const press = async (selector) => {
      document.querySelector(selector)?.click();
      await rendered();
    };
    const add = '[aria-label="Add Text"]';
    const undo = '.undo:not([aria-disabled])';
    await press('dialog[open] .head .button:last-child');
    document.activeElement.blur();
    while (document.querySelector(undo)) await press(undo);
    await press('.zoom .button:nth-child(2)');
    await press('[data-pointer="#/root"]');
    document.querySelector(add).focus();
    await press(add);
    // A size is changed from that of the drawn box.
    const drawn = () => JSON.stringify([...document.querySelectorAll('.selection[data-main], .outline')].map((box) => box.style.cssText));
    for (let since = Date.now(), was = ''; ${JSON.stringify(command)} === 'resize' && Date.now() < since + 500; await rendered())
      if (!document.querySelector('.selection[data-main]') || drawn() !== was) [since, was] = [Date.now(), drawn()];
    if (${JSON.stringify(command)} !== 'redo') return;
    await press(undo);
    await press('[data-pointer="#/root"]');
  })()`);

const keyOf = (chord: string): string => chord.replace('Mod', 'Control');

async function press(page: Page, chord: string): Promise<{ readonly isTaken: boolean; readonly now: string }> {
  await page.keyboard.press(keyOf(chord));
  return { isTaken: await page.evaluate<boolean>('window.isTaken'), now: await seen(page) };
}

async function stageCorner(page: Page): Promise<Point> {
  const { x, y } = (await page.locator('.editor .room').boundingBox())!;
  return [x + 6, y + 6];
}

/** The next key comes after the menu is gone, as that of a person. */
async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('.context-menu, .menu > [aria-expanded="true"]').waitFor({ state: 'detached' });
}

/** What can have the focus, and the chords that it handles itself. */
const places: readonly (readonly [name: string, focus: (page: Page) => Promise<unknown>, own: RegExp])[] = [
  ['the tool that was pressed', () => Promise.resolve(), /^Enter$/],
  ['the page', async (page) => page.mouse.click(...(await stageCorner(page))), /^$/],
  [
    'the stage after a rectangle',
    async (page) => {
      const [x, y] = await stageCorner(page);
      await drag(page, [x, y], [x + 20, y + 16]);
    },
    /^$/,
  ],
  ['a row of the tree', (page) => page.locator('.tree [tabindex="0"]').click(), /^Arrow|^Shift\+Arrow(Up|Down)$/],
  [
    'an empty number',
    (page) => page.getByLabel('Share of what is left').click(),
    /^.$|Arrow|^(Enter|Delete|Backspace)$/,
  ],
  ['a list', (page) => page.locator('.inspector select').first().focus(), /^.$|Arrow|^Enter$/],
  ['radio buttons', (page) => page.locator('.facts .segments label:has(:checked)').click(), /^(Shift\+)?Arrow/],
  ['a button of the zoom', (page) => page.locator('.zoom .button').nth(1).click(), /^Enter$/],
  ['a panel below the label', (page) => page.locator('.small-label').first().focus(), /^Enter$/],
  ['a link of the header', (page) => page.locator('nav.places a').first().focus(), /^Enter$/],
  [
    'a menu that is closed again',
    async (page) => {
      await page.getByRole('button', { name: 'File' }).click();
      await closeMenu(page);
    },
    /^Enter$/,
  ],
  [
    'the context menu that is closed again',
    async (page) => {
      await page.locator('.tree [tabindex="0"]').click({ button: 'right' });
      await closeMenu(page);
    },
    /^Arrow|^Shift\+Arrow(Up|Down)$/,
  ],
];

const commands = [...keyCommands].map(([chord, [name]]) => [chord, name] as const);

/** What each chord does on the label. */
const onLabel = new Map<string, string>();

describe('each key command of the editor does the same as on the label', () => {
  test.each(share(places, 6))('while %s has the focus', async (_, focus, own) => {
    const page = await openBare();
    const turn = places.findIndex(([, each]) => each === focus);
    for (const [chord, name] of share(commands, 5, turn)) {
      if (own.test(chord)) continue;
      if (!onLabel.has(chord)) {
        await reset(page, name);
        await page.locator('.overlay').focus();
        onLabel.set(chord, (await press(page, chord)).now);
      }
      await reset(page, name);
      await focus(page);
      const { isTaken, now } = await press(page, chord);
      expect([chord, isTaken]).toEqual([chord, true]);
      // In the properties, Escape goes back to the tree.
      if (chord === 'Escape' && (await page.evaluate(`document.activeElement.role`)) === 'treeitem') continue;
      expect([chord, JSON.parse(now)]).toEqual([chord, JSON.parse(onLabel.get(chord)!)]);
    }
  });
});

const names = (page: Page): Promise<readonly string[]> => page.getByRole('treeitem').allTextContents();

describe('text fields keep their own keys', () => {
  test('while there is text; what the document has is undone there', async () => {
    const page = await openBare();
    const before = await textOf(page);
    await page.getByRole('treeitem', { name: 'Layout' }).click();
    const title = page.getByLabel('Name', { exact: true });
    const was = await title.inputValue();
    await title.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' tp0');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Delete');
    expect(await title.inputValue()).toBe(`${was} tp`);
    await page.keyboard.press('Control+A');
    expect(await page.evaluate('document.activeElement.selectionEnd')).toBe(`${was} tp`.length);
    await page.keyboard.press('Control+Z');
    expect([await title.inputValue(), (await press(page, 'Escape')).isTaken]).toEqual([was, true]);
    expect(await textOf(page)).toBe(before);
  });

  test('and undo text that the document does not have', async () => {
    const page = await openBare();
    await reset(page, '');
    const length = (await names(page)).length;
    await page.getByRole('treeitem', { name: 'Product name' }).last().click();
    await page.keyboard.press('F2');
    await page.locator('.typing').waitFor();
    const words = await page.locator('.typing').inputValue();
    await page.keyboard.type('other');
    await page.keyboard.press('Control+Z');
    await eventually(() => page.locator('.typing').inputValue(), words);
    // Then the document's last change: the text itself.
    await page.keyboard.press('Control+Z');
    await eventually(async () => (await names(page)).length, length - 1);
  });

  test('and numbers are undone after a change by mouse', async () => {
    const page = await openBare();
    await reset(page, '');
    const grow = page.getByLabel('Share of what is left');
    const { x, y, width, height } = (await grow.boundingBox())!;
    await page.mouse.click(x + width - 12, y + height / 2 - 5);
    const raised = await grow.inputValue();
    expect(raised).not.toBe('');
    await page.keyboard.press('Control+Z');
    await eventually(() => grow.inputValue(), '');
  });
});

test('in the JSON and in dialogs, keys do not change the label', async () => {
  const page = await openBare('?show=json&box=0');
  await page.locator('.cm-content').click();
  const before = await textOf(page);
  for (const chord of ['Mod+g', 'ArrowLeft', 'Shift+ArrowDown']) await press(page, chord);
  expect(await textOf(page)).toBe(before);
  await page.mouse.click(...(await stageCorner(page)));
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  for (const chord of ['Delete', 'Mod+d', 't', 'Alt+ArrowDown']) await press(page, chord);
  expect(await textOf(page)).toBe(before);
});

test('the clipboard works while a tool has the focus', async () => {
  const page = await openBare();
  await reset(page, '');
  const length = (await names(page)).length;
  await page.keyboard.press('Control+C');
  await page.keyboard.press('Control+V');
  await eventually(async () => (await names(page)).length, length + 1);
  await page.keyboard.press('Control+X');
  await eventually(async () => (await names(page)).length, length);
});
